package account

import (
	"context"
	"strings"

	"rosette/server/refusal"
)

// botMark ends the names of bots. No other name may have the word, see titles.
const botMark = " BOT"

// Refusals of [Service.BecomeBot].
var (
	errUnsure = refusal.New(refusal.Invalid, "bot.unsure")
	errPlayed = refusal.New(refusal.Conflict, "bot.played")
)

// MayBecomeBot returns a refusal if the user has played games or has a role, and so cannot become
// a bot.
func (s *Service) MayBecomeBot(ctx context.Context, v Visitor) error {
	u, err := v.user()
	if err == nil {
		err = located(u.MayBeBot(), "bot")
	}
	if err != nil || s.Played == nil {
		return err
	}
	played, err := s.Played(ctx, u.Actor())
	if err == nil && played {
		err = inField(errPlayed, "bot")
	}
	return err
}

// BecomeBot makes the user a bot, for good. It refuses if the user is not sure.
func (s *Service) BecomeBot(ctx context.Context, v Visitor, sure bool) (User, error) {
	u, err := v.user()
	switch {
	case err != nil:
		return u, err
	case !sure:
		return u, inField(errUnsure, "bot")
	}
	if err := s.MayBecomeBot(ctx, v); err != nil {
		return u, err
	}
	u, err = s.MakeBot(ctx, u)
	return u, located(err, "bot")
}

// MakeBot makes the account of a user a bot's, for good: his name ends in BOT from now on,
// and the rules for bots hold for it. A moderator or administrator cannot be one.
func (s *Service) MakeBot(ctx context.Context, u User) (User, error) {
	return s.Store.Change(ctx, u.ID, func(u *User) error {
		if err := u.MayBeBot(); err != nil {
			return err
		}
		*u = u.AsBot()
		return nil
	})
}

// AsBot returns the user as a bot, without storing it.
func (u User) AsBot() User {
	u.Bot, u.Name = true, u.Name+botMark
	return u
}

// MayBeBot returns a [refusal.Error] if the account of a user is a bot's already or cannot become
// one for the user's role.
func (u User) MayBeBot() error {
	switch {
	case u.Bot:
		return refuse("bot.already")
	case u.Role != Player:
		return refuse("bot.role")
	}
	return nil
}

// unmarked returns the name of a user without the mark of bots.
func unmarked(name string) string { return strings.TrimSuffix(strings.TrimSpace(name), botMark) }
