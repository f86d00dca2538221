// Package moderation implements mutes, hidden lines, reports, annulled games, and the acts of
// administrators on accounts. Every act of a moderator adds an entry to a log. [Service]
// carries them out, and permission.go decides who may do so. It is pure.
package moderation

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"rosette/server/account"
	"rosette/server/refusal"
)

// Refusals.
var (
	ErrKind           = refusal.New(refusal.Invalid, "moderation.refused.kind")     // no such kind of report
	ErrAbout          = refusal.New(refusal.NotFound, "moderation.refused.about")   // nothing that exists
	ErrSelf           = refusal.New(refusal.Invalid, "moderation.refused.self")     // a report on the sender
	ErrText           = refusal.New(refusal.Invalid, "moderation.refused.text")     // longer than MaxText
	ErrInvolved       = refusal.New(refusal.Invalid, "moderation.refused.involved") // the moderator is a party
	ErrJudged         = refusal.New(refusal.Conflict, "moderation.refused.judged")  // annulled, or counts, already
	ErrWhy            = refusal.New(refusal.Invalid, "moderation.refused.why")      // empty, or longer than MaxReason
	ErrSpan           = refusal.New(refusal.Invalid, "moderation.refused.span")     // too short or too long
	ErrAbove          = refusal.New(refusal.Forbidden, "moderation.refused.above")  // for administrators only
	ErrNoReport       = refusal.New(refusal.NotFound, "moderation.refused.no-report")
	ErrDone           = refusal.New(refusal.Conflict, "moderation.refused.done")   // the report is closed already
	ErrOutcome        = refusal.New(refusal.Invalid, "moderation.refused.outcome") // a report is acted on or dismissed
	ErrNotMuted       = refusal.New(refusal.Conflict, "moderation.refused.not-muted")
	ErrLast           = refusal.New(refusal.Forbidden, "moderation.refused.last") // administrators keep their own role
	ErrRole           = refusal.New(refusal.Invalid, "moderation.refused.role")   // no such role
	ErrNotModerator   = refusal.New(refusal.Forbidden, "moderation.refused.not-moderator")
	ErrNotAdmin       = refusal.New(refusal.Forbidden, "moderation.refused.not-admin")
	ErrNotSignedIn    = refusal.New(refusal.Unauthenticated, "account.sign-in.first")
	ErrNotFresh       = refusal.New(refusal.Forbidden, "account.confirm.first") // the session is not fresh
	ErrNoGame         = refusal.New(refusal.NotFound, "api.no-game")
	ErrNotRated       = refusal.New(refusal.Invalid, "rating.not-rated")
	ErrTooManyReports = refusal.New(refusal.TooMany, "moderation.report.too-many")
)

// A Mute keeps a person from writing, except to moderators.
type Mute struct {
	Actor  string    `json:"actor"`
	Name   string    `json:"name"` // of the actor at that time
	Until  time.Time `json:"until,omitzero"`
	Reason string    `json:"reason,omitempty"`
	By     string    `json:"by,omitempty"` // the actor of the moderator
	At     time.Time `json:"at"`
}

// Holds reports whether somebody is muted at a time.
func (m Mute) Holds(now time.Time) bool { return now.Before(m.Until) }

// Bounds of a mute.
const (
	ShortestMute = time.Hour
	LongestMute  = 366 * 24 * time.Hour
)

// Spans are the usual lengths of a mute, in hours.
func Spans() []int { return []int{1, 24, 7 * 24, 30 * 24, 365 * 24} }

// CheckSpan returns [ErrSpan] if a mute cannot have a length.
func CheckSpan(span time.Duration) error {
	if span < ShortestMute || span > LongestMute {
		return ErrSpan
	}
	return nil
}

// A Kind classifies reports.
type Kind string

// The kinds of reports.
const (
	Cheating Kind = "cheating"
	Insults  Kind = "insults"
	Spam     Kind = "spam"
	Other    Kind = "other"
)

// Kinds returns all kinds.
func Kinds() []Kind { return []Kind{Cheating, Insults, Spam, Other} }

// A State is the state of a report.
type State string

// The states. A report is open until a moderator has acted on it or has found nothing.
const (
	Open      State = "open"
	Acted     State = "acted"
	Dismissed State = "dismissed"
)

// A Report draws the attention of moderators to a line, a person or a game.
type Report struct {
	ID     string       `json:"id"`
	Kind   Kind         `json:"kind"`
	By     string       `json:"by,omitempty"` // the actor who reports
	ByName string       `json:"byName"`
	On     string       `json:"on,omitempty"` // the actor who is accused
	OnName string       `json:"onName,omitempty"`
	Room   string       `json:"room,omitempty"`   // of the line that is reported, "" for none
	Number int          `json:"number,omitempty"` // of the line
	Game   string       `json:"game,omitempty"`   // the match that is reported, "" for none
	Quote  []QuotedLine `json:"quote,omitempty"`  // the passage as it was, the oldest line first
	Text   string       `json:"text,omitempty"`   // what the reporter adds
	At     time.Time    `json:"at"`
	State  State        `json:"state"`
	Closer string       `json:"closer,omitempty"` // the name of the moderator who has closed it
	Answer string       `json:"answer,omitempty"` // why
	Closed time.Time    `json:"closed,omitzero"`
}

// A QuotedLine is a line in the passage that a report quotes.
type QuotedLine struct {
	Number int       `json:"number"`
	Name   string    `json:"name"`
	Text   string    `json:"text"`
	At     time.Time `json:"at"`
	About  bool      `json:"about,omitempty"` // it is the line that is reported
}

// Passage is how many lines before the reported one are quoted, and After how many after it.
const (
	Passage = 8
	After   = 2
)

// Bounds of texts, in characters.
const (
	MaxText   = 1000
	MaxReason = 200
)

// CleanReason returns a reason in one line without control and bidirectional characters. It
// returns [ErrWhy] if nothing is left or more than [MaxReason] characters.
func CleanReason(text string) (string, error) {
	text = strings.Join(strings.Fields(account.Clean(text)), " ")
	if text == "" || utf8.RuneCountInString(text) > MaxReason {
		return "", ErrWhy
	}
	return text, nil
}

// Check returns a refusal unless a report can be stored.
func (r Report) Check() error {
	switch {
	case !slices.Contains(Kinds(), r.Kind):
		return ErrKind
	case r.On == "" && r.Game == "":
		return ErrAbout
	case r.On == r.By:
		return ErrSelf
	case len([]rune(r.Text)) > MaxText:
		return ErrText
	}
	return nil
}

// Close returns the report as a moderator leaves it.
func (r Report) Close(state State, by, why string, now time.Time) (Report, error) {
	switch {
	case r.State != Open:
		return r, ErrDone
	case state != Acted && state != Dismissed:
		return r, ErrOutcome
	}
	r.State, r.Closer, r.Answer, r.Closed = state, by, why, now
	return r, nil
}

// An Act is a kind of act of a moderator.
type Act string

// The acts.
const (
	ActMute      Act = "mute"
	ActUnmute    Act = "unmute"
	ActHide      Act = "hide"
	ActClose     Act = "close-report"
	ActAnnul     Act = "annul"
	ActReinstate Act = "reinstate"
	ActRole      Act = "role"
	ActRename    Act = "rename"
	ActEnd       Act = "close-account"
	ActRoom      Act = "close-room"
)

// Judgement returns ActReinstate or ActAnnul.
func Judgement(reinstate bool) Act {
	if reinstate {
		return ActReinstate
	}
	return ActAnnul
}

// An Entry records an act in the log of moderators.
type Entry struct {
	Number int       `json:"number,omitempty"` // from 1
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"` // the actor of the moderator, "" on the command line
	ByName string    `json:"byName"`
	Act    Act       `json:"act"`
	On     string    `json:"on,omitempty"`    // the name of whom it is about
	About  string    `json:"about,omitempty"` // a game, a room, a report, a role or a name, by the act
	Quote  string    `json:"quote,omitempty"` // the line that was hidden
	Until  time.Time `json:"until,omitzero"`
	Reason string    `json:"reason,omitempty"`
}
