package account

import (
	"context"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"rosette/i18n"
)

// Maximum lengths for users' texts, in letters.
const (
	LongestAbout = 500
	LongestPlace = 40
	LongestNote  = 2000
	longestLabel = 40
)

// Clean returns a text without characters that affect surrounding text: control characters and
// direction marks.
func Clean(text string) string {
	text = strings.Map(func(r rune) rune {
		if r != '\n' && unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co) ||
			r == utf8.RuneError {
			return -1
		}
		return r
	}, strings.ReplaceAll(text, "\r\n", "\n"))
	return strings.TrimSpace(text)
}

// cleanLine is Clean for one line.
func cleanLine(text string) string { return strings.Join(strings.Fields(Clean(text)), " ") }

var errUnknownLanguage = refuse("account.language.unknown")

// SetProfile changes the user's profile and returns the user. Muted users may not change the
// texts. The language is one of the server's, or "".
func (s *Service) SetProfile(ctx context.Context, v Visitor, p Profile) (User, error) {
	u, err := v.user()
	if err != nil {
		return u, err
	}
	if p.About != "" && p.About != u.Profile.About || p.Place != "" && p.Place != u.Profile.Place {
		if err := s.checkPublish(ctx, v, ProfileText); err != nil {
			return u, err
		}
	}
	lang, ok := i18n.Find(p.Language)
	if !ok && p.Language != "" {
		return u, errUnknownLanguage
	}
	if p, err = p.clean(); err != nil {
		return u, withField(err, "")
	}
	p.Language = lang
	return s.Store.Change(ctx, u.ID, func(u *User) error { u.Profile = p; return nil })
}

// clean returns the profile with its texts in their normal form, or a refusal.
func (p Profile) clean() (Profile, error) {
	p.About = Clean(p.About)
	p.Place = cleanLine(p.Place)
	p.Zone = strings.TrimSpace(p.Zone)
	switch {
	case utf8.RuneCountInString(p.About) > LongestAbout:
		return p, refuse("account.about.long", "n", LongestAbout)
	case utf8.RuneCountInString(p.Place) > LongestPlace:
		return p, refuse("account.place.long", "n", LongestPlace)
	case p.Face != "" && !slices.Contains(faces[:], p.Face):
		return p, refuse("account.face.unknown", "text", clip(p.Face), "values", strings.Join(faces[:], ", "))
	}
	return p, checkZone(p.Zone)
}

// checkZone refuses an unknown time zone.
func checkZone(zone string) error {
	if _, err := time.LoadLocation(zone); err != nil || zone == "Local" || len(zone) > 60 {
		return refuse("account.zone.unknown", "text", clip(zone))
	}
	return nil
}

// SetZone stores the time zone that the user's browser reports, such as Europe/Paris.
func (s *Service) SetZone(ctx context.Context, u User, zone string) error {
	zone = strings.TrimSpace(zone)
	if err := checkZone(zone); err != nil || zone == u.Profile.Zone {
		return err
	}
	_, err := s.Store.Change(ctx, u.ID, func(u *User) error { u.Profile.Zone = zone; return nil })
	return err
}

// A Person is a user as a visitor sees the user.
type Person struct {
	User
	Seen     time.Time // about the time of the last visit; zero if hidden
	Own      bool      // the visitor is the user
	Relation Relation  // of the visitor to the user
}

// Person returns the visitor's view of the user called name.
func (s *Service) Person(ctx context.Context, v Visitor, name string) (p Person, err error) {
	if p.User, err = s.UserByName(ctx, name); err != nil {
		return Person{}, err
	}
	p.Own = v.User.ID == p.User.ID
	if p.Relation, err = s.relationOf(ctx, v, p.User); err != nil {
		return Person{}, err
	}
	if !p.Profile.Hidden || p.Own {
		p.Seen, err = s.lastSeen(ctx, p.User)
	}
	return p, err
}

// clip shortens a client's text for an error message.
func clip(text string) string {
	if letters := []rune(cleanLine(text)); len(letters) > 40 {
		return string(letters[:39]) + "…"
	}
	return cleanLine(text)
}
