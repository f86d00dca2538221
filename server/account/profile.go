package account

import (
	"context"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Lengths in letters of what users write.
const (
	LongestAbout = 500
	LongestPlace = 40
	LongestNote  = 2000
	longestLabel = 40
)

// Clean returns a text without what would change the text beside it: control
// characters and marks of direction.
func Clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) || r == utf8.RuneError {
			return -1
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
	return strings.TrimSpace(text)
}

// cleanLine is Clean for one line.
func cleanLine(text string) string { return strings.Join(strings.Fields(Clean(text)), " ") }

// SetProfile changes what a user says about himself. The language must be one of the
// server's, or "".
func (s *Service) SetProfile(ctx context.Context, u User, p Profile) (User, error) {
	p.About, p.Place, p.Zone = Clean(p.About), cleanLine(p.Place), strings.TrimSpace(p.Zone)
	switch {
	case utf8.RuneCountInString(p.About) > LongestAbout:
		return u, refuse("account.about.long", "n", LongestAbout)
	case utf8.RuneCountInString(p.Place) > LongestPlace:
		return u, refuse("account.place.long", "n", LongestPlace)
	}
	if _, err := time.LoadLocation(p.Zone); err != nil || p.Zone == "Local" || len(p.Zone) > 60 {
		return u, refuse("account.zone.unknown", "text", clip(p.Zone))
	}
	return s.Store.Change(ctx, u.ID, func(u *User) error { u.Profile = p; return nil })
}

// clip shortens a text that somebody sent for a message about it.
func clip(text string) string {
	if letters := []rune(cleanLine(text)); len(letters) > 40 {
		return string(letters[:39]) + "…"
	}
	return cleanLine(text)
}
