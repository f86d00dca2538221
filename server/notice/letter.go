package notice

import (
	"math"
	"net/url"
	"strconv"
	"time"

	"rosette/i18n"
)

// A Letter is an e-mail to a person.
type Letter struct {
	To      string
	Lang    string
	Subject string
	Lines   []string // paragraphs
	Links   []Link
	End     string // text at the bottom
	// Unsubscribe is the address for unsubscribing from this kind of letter, or "" if the person
	// requested the letter.
	Unsubscribe string
}

// A Link is an address with its text.
type Link struct{ Text, Address string }

// A Site is the server's address in letters, such as https://go.example.org.
type Site string

// page returns the address of a page with a language and a secret.
func (s Site) page(lang, path, secret string) string {
	return string(s) + path + "?" + url.Values{"code": {secret}, "lang": {lang}}.Encode()
}

// ConfirmLetter requests confirmation that a user may receive letters at an address.
func (s Site) ConfirmLetter(lang, to, user, secret string) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.confirm", nil),
		Lines: []string{i18n.T(lang, "mail.confirm.said", i18n.Args{"name": user})},
		Links: []Link{{i18n.T(lang, "mail.confirm.go", nil), s.page(lang, "/account/email/confirm", secret)}},
		End:   i18n.T(lang, "mail.unwanted", nil),
	}
}

// AddressChangeLetter informs a user's previous address of a change.
func (s Site) AddressChangeLetter(lang, to, user string) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.changed", nil),
		Lines: []string{i18n.T(lang, "mail.changed.said", i18n.Args{"name": user})},
		End:   i18n.T(lang, "mail.changed.end", nil),
	}
}

// A Change is the catalogue key for the text of a [SecurityChangeLetter].
type Change string

// The changes to a user's ways to sign in or act.
const (
	PasskeyChange  Change = "mail.secured.passkey"
	PasswordChange Change = "mail.secured.password"
	TokenChange    Change = "mail.secured.token"
)

// SecurityChangeLetter informs a user of a change that another person may have made.
func SecurityChangeLetter(lang, to, user string, c Change) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.secured", nil),
		Lines: []string{i18n.T(lang, string(c), i18n.Args{"name": user})},
		End:   i18n.T(lang, "mail.changed.end", nil),
	}
}

// ResetLetter lets a user choose a new password.
func (s Site) ResetLetter(lang, to, user, secret string) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.reset", nil),
		Lines: []string{i18n.T(lang, "mail.reset.said", i18n.Args{"name": user})},
		Links: []Link{{i18n.T(lang, "mail.reset.go", nil), s.page(lang, "/reset/password", secret)}},
		End:   i18n.T(lang, "mail.unwanted", nil),
	}
}

// SignInLetter contains a link for signing in the browser that opens it.
func (s Site) SignInLetter(lang, to, user, secret string) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.sign-in", nil),
		Lines: []string{i18n.T(lang, "mail.sign-in.said", i18n.Args{"name": user})},
		Links: []Link{{i18n.T(lang, "mail.sign-in.go", nil), s.page(lang, "/sign-in/link", secret)}},
		End:   i18n.T(lang, "mail.unwanted", nil),
	}
}

// A WaitingGame is a game in which it is the person's turn.
type WaitingGame struct {
	ID       string
	Opponent string // the opponent's name in the letter's language
	Deadline int64  // end of the wait in milliseconds since 1970, or 0 if there is no limit
}

// Urgency sorts waiting games: the game with the least time left comes first.
func (g WaitingGame) Urgency() int64 {
	if g.Deadline == 0 {
		return math.MaxInt64
	}
	return g.Deadline
}

// DigestLetter lists a user's waiting games.
func (s Site) DigestLetter(lang, to string, games []WaitingGame, unsubscribe string) Letter {
	l := Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.digest", i18n.Args{"n": len(games)}),
		Lines: []string{i18n.T(lang, "mail.digest.said", i18n.Args{"n": len(games)})},
		End:   i18n.T(lang, "mail.digest.end", nil), Unsubscribe: s.page(lang, "/unsubscribe", unsubscribe),
	}
	for _, g := range games {
		text := i18n.T(lang, "mail.digest.game", i18n.Args{"name": g.Opponent})
		l.Links = append(l.Links, Link{text, string(s) + "/games/" + url.PathEscape(g.ID)})
	}
	return l
}

// digestHour is the hour for daily digests in the person's time zone.
const digestHour = 8

// NextDigest returns when the next hourly or daily digest is due. zone is a name such as
// Europe/Paris; "" is UTC.
func NextDigest(now time.Time, hourly bool, zone string) time.Time {
	if hourly {
		return now.Add(time.Hour)
	}
	place, err := time.LoadLocation(zone)
	if err != nil {
		place = time.UTC
	}
	local := now.In(place)
	next := time.Date(local.Year(), local.Month(), local.Day(), digestHour, 0, 0, 0, place)
	if !next.After(now) {
		next = time.Date(local.Year(), local.Month(), local.Day()+1, digestHour, 0, 0, 0, place)
	}
	return next
}

// DigestNotice returns the notice for a person's next digest. last is the time up to which the
// person already knows the waiting games.
func DigestNotice(actor string, last, due time.Time) Notice {
	return Notice{
		Kind: Digest, Subject: "digest", Actor: actor, Occasion: strconv.FormatInt(last.UnixMilli(), 10), Due: due,
	}
}

// LastDigest returns the time last from a [DigestNotice].
func LastDigest(n Notice) time.Time {
	last, err := strconv.ParseInt(n.Occasion, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(last)
}
