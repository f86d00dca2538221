package account

import (
	"context"
	"strings"
)

// botMark ends the names of bots. No other name may have the word, see titles.
const botMark = " BOT"

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
