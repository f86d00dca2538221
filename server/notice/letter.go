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
	End     string // what stands below
	// Unsubscribe is the address where the person ends letters of this kind; "" where the
	// person has asked for this one.
	Unsubscribe string
}

// A Link is an address with its text.
type Link struct{ Text, Address string }

// A Site is the address of the server that letters name, such as https://go.example.org.
type Site string

// page returns the address of a page in a language with a secret.
func (s Site) page(lang, path, secret string) string {
	return string(s) + path + "?" + url.Values{"code": {secret}, "lang": {lang}}.Encode()
}

// ConfirmLetter asks whoever reads the letters of an address whether a user may have them.
func (s Site) ConfirmLetter(lang, to, user, secret string) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.confirm", nil),
		Lines: []string{i18n.T(lang, "mail.confirm.said", i18n.Args{"name": user})},
		Links: []Link{{i18n.T(lang, "mail.confirm.go", nil), s.page(lang, "/account/email/confirm", secret)}},
		End:   i18n.T(lang, "mail.unwanted", nil),
	}
}

// ChangedLetter tells the address that a user had until now.
func (s Site) ChangedLetter(lang, to, user string) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.changed", nil),
		Lines: []string{i18n.T(lang, "mail.changed.said", i18n.Args{"name": user})},
		End:   i18n.T(lang, "mail.changed.end", nil),
	}
}

// A Change is what a [SecuredLetter] tells: the key of its text.
type Change string

// The changes of how somebody can sign in, or act, as a user.
const (
	PasskeyChange  Change = "mail.secured.passkey"
	PasswordChange Change = "mail.secured.password"
	TokenChange    Change = "mail.secured.token"
)

// SecuredLetter tells a user of a change that somebody else may have made.
func SecuredLetter(lang, to, user string, c Change) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.secured", nil),
		Lines: []string{i18n.T(lang, string(c), i18n.Args{"name": user})},
		End:   i18n.T(lang, "mail.changed.end", nil),
	}
}

// ResetLetter lets a user who has lost his password choose another one.
func (s Site) ResetLetter(lang, to, user, secret string) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.reset", nil),
		Lines: []string{i18n.T(lang, "mail.reset.said", i18n.Args{"name": user})},
		Links: []Link{{i18n.T(lang, "mail.reset.go", nil), s.page(lang, "/reset/password", secret)}},
		End:   i18n.T(lang, "mail.unwanted", nil),
	}
}

// SignInLetter contains a link that signs in the browser that opens it.
func (s Site) SignInLetter(lang, to, user, secret string) Letter {
	return Letter{
		To: to, Lang: lang, Subject: i18n.T(lang, "mail.sign-in", nil),
		Lines: []string{i18n.T(lang, "mail.sign-in.said", i18n.Args{"name": user})},
		Links: []Link{{i18n.T(lang, "mail.sign-in.go", nil), s.page(lang, "/sign-in/link", secret)}},
		End:   i18n.T(lang, "mail.unwanted", nil),
	}
}

// A WaitingGame is a game in which it is a person's turn.
type WaitingGame struct {
	ID       string
	Opponent string // as the language calls him
	Deadline int64  // until when it waits, in milliseconds since 1970; 0 if for ever
}

// Urgency orders games that wait: the one with the least time left is first.
func (g WaitingGame) Urgency() int64 {
	if g.Deadline == 0 {
		return math.MaxInt64
	}
	return g.Deadline
}

// DigestLetter tells a user of the games that wait for him.
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

// digestHour is when a daily digest is sent, where the person is.
const digestHour = 8

// NextDigest returns when the next digest is due for a person who wants one hourly or
// daily. zone is a name such as Europe/Paris; "" is UTC.
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

// DigestNotice returns the notice by which a person gets the next digest. last is until
// when he knows his games.
func DigestNotice(actor string, last, due time.Time) Notice {
	return Notice{Kind: Digest, Subject: "digest", Actor: actor, Occasion: strconv.FormatInt(last.UnixMilli(), 10), Due: due}
}

// LastDigest returns until when a person knows his games by a notice of a digest.
func LastDigest(n Notice) time.Time {
	last, err := strconv.ParseInt(n.Occasion, 10, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(last)
}
