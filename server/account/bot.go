package account

import (
	"context"
	"strings"

	"rosette/server/refusal"
)

// botMark is the suffix of bot names. No other name may contain the word; see titles.
const botMark = " BOT"

// Refusals of [Service.BecomeBot].
var (
	errUnsure = refusal.New(refusal.Invalid, "bot.unsure")
	errPlayed = refusal.New(refusal.Conflict, "bot.played")
)

// MayBecomeBot returns a refusal if the user cannot become a bot because of a role or played games.
func (s *Service) MayBecomeBot(ctx context.Context, v Visitor) error {
	u, err := v.user()
	if err == nil {
		err = withField(u.MayBeBot(), "bot")
	}
	if err != nil || s.HasPlayed == nil {
		return err
	}
	played, err := s.HasPlayed(ctx, u.Actor())
	if err == nil && played {
		err = inField(errPlayed, "bot")
	}
	return err
}

// BecomeBot makes the user a bot permanently. It refuses unless sure is true.
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
	return u, withField(err, "bot")
}

// MakeBot makes an account a bot account permanently. Its name gets the suffix BOT, and the rules
// for bots apply. It refuses moderators and administrators.
func (s *Service) MakeBot(ctx context.Context, u User) (User, error) {
	return s.Store.Change(ctx, u.ID, func(u *User) error {
		if err := u.MayBeBot(); err != nil {
			return err
		}
		*u = u.AsBot()
		return nil
	})
}

// AsBot returns the user as a bot. It stores nothing.
func (u User) AsBot() User {
	u.Bot, u.Name = true, u.Name+botMark
	return u
}

// MayBeBot returns a [refusal.Error] if the account already is a bot account, or the user's role
// forbids it.
func (u User) MayBeBot() error {
	switch {
	case u.Bot:
		return refuse("bot.already")
	case u.Role != Player:
		return refuse("bot.role")
	}
	return nil
}

// trimBotMark returns a user name without the suffix for bots.
func trimBotMark(name string) string { return strings.TrimSuffix(strings.TrimSpace(name), botMark) }
