// Package moderation implements mutes, hidden lines, reports, annulled games, and changes to
// accounts by administrators. Every action of a moderator adds a log entry. [Service] performs the
// actions, and permission.go checks the permissions. The package does no I/O itself.
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
	ErrKind          = refusal.New(refusal.Invalid, "moderation.refused.kind")     // unknown kind
	ErrNoSubject     = refusal.New(refusal.NotFound, "moderation.refused.about")   // the reported thing does not exist
	ErrSelf          = refusal.New(refusal.Invalid, "moderation.refused.self")     // a report about oneself
	ErrText          = refusal.New(refusal.Invalid, "moderation.refused.text")     // longer than MaxText
	ErrInvolved      = refusal.New(refusal.Invalid, "moderation.refused.involved") // the moderator is a party
	ErrAlreadyJudged = refusal.New(refusal.Conflict, "moderation.refused.judged")  // already annulled or reinstated
	ErrReason        = refusal.New(refusal.Invalid, "moderation.refused.why")      // empty or longer than MaxReason
	ErrMuteLength    = refusal.New(refusal.Invalid, "moderation.refused.span")     // too short or too long
	ErrAdminOnly     = refusal.New(refusal.Forbidden, "moderation.refused.above")  // only administrators may do it
	ErrNoReport      = refusal.New(refusal.NotFound, "moderation.refused.no-report")
	ErrReportClosed  = refusal.New(refusal.Conflict, "moderation.refused.done")   // the report is already closed
	ErrOutcome       = refusal.New(refusal.Invalid, "moderation.refused.outcome") // neither acted nor dismissed
	ErrNotMuted      = refusal.New(refusal.Conflict, "moderation.refused.not-muted")
	// ErrOwnAccount: administrators cannot change their own account.
	ErrOwnAccount     = refusal.New(refusal.Forbidden, "moderation.refused.last")
	ErrRole           = refusal.New(refusal.Invalid, "moderation.refused.role") // unknown role
	ErrNotModerator   = refusal.New(refusal.Forbidden, "moderation.refused.not-moderator")
	ErrNotAdmin       = refusal.New(refusal.Forbidden, "moderation.refused.not-admin")
	ErrNotSignedIn    = refusal.New(refusal.Unauthenticated, "account.sign-in.first")
	ErrNotFresh       = refusal.New(refusal.Forbidden, "account.confirm.first") // the session is not fresh
	ErrNoGame         = refusal.New(refusal.NotFound, "api.no-game")
	ErrNotRated       = refusal.New(refusal.Invalid, "rating.not-rated")
	ErrTooManyReports = refusal.New(refusal.TooMany, "moderation.report.too-many")
)

// A Mute prevents a person from publishing texts, see [Mute.Check].
type Mute struct {
	Actor  string    `json:"actor"`
	Name   string    `json:"name"` // the actor's name at that time
	Until  time.Time `json:"until,omitzero"`
	Reason string    `json:"reason,omitempty"`
	By     string    `json:"by,omitempty"` // the moderator's actor
	At     time.Time `json:"at"`
}

// Active reports whether the mute is in effect at a time.
func (m Mute) Active(now time.Time) bool { return now.Before(m.Until) }

// Check returns [account.ErrMuted] if the mute forbids a text at a time.
func (m Mute) Check(t account.Text, now time.Time) error {
	if m.Active(now) && t != account.ModeratorMessage {
		return account.ErrMuted
	}
	return nil
}

// Limits for a mute.
const (
	ShortestMute = time.Hour
	LongestMute  = 366 * 24 * time.Hour
)

// MuteHours returns the usual lengths for a mute, in hours.
func MuteHours() []int { return []int{1, 24, 7 * 24, 30 * 24, 365 * 24} }

// CheckMuteLength returns [ErrMuteLength] if span is not a valid length for a mute.
func CheckMuteLength(span time.Duration) error {
	if span < ShortestMute || span > LongestMute {
		return ErrMuteLength
	}
	return nil
}

// A Kind is a kind of report.
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

// The states. A report stays open until a moderator acts on it or dismisses it.
const (
	Open      State = "open"
	Acted     State = "acted"
	Dismissed State = "dismissed"
)

// A Report is a report to moderators about a line, a person or a game.
type Report struct {
	ID          string       `json:"id"`
	Kind        Kind         `json:"kind"`
	By          string       `json:"by,omitempty"` // the reporter's actor
	ByName      string       `json:"byName"`
	Accused     string       `json:"on,omitempty"` // the accused actor
	AccusedName string       `json:"onName,omitempty"`
	Room        string       `json:"room,omitempty"`   // of the reported line, or ""
	Number      int          `json:"number,omitempty"` // of the line
	Game        string       `json:"game,omitempty"`   // the reported match, or ""
	Quote       []QuotedLine `json:"quote,omitempty"`  // the passage at the time of the report, oldest line first
	Text        string       `json:"text,omitempty"`   // the reporter's own text
	At          time.Time    `json:"at"`
	State       State        `json:"state"`
	ClosedBy    string       `json:"closer,omitempty"` // the moderator's name
	Reason      string       `json:"answer,omitempty"` // reason for the outcome
	Closed      time.Time    `json:"closed,omitzero"`
}

// A QuotedLine is a line in a report's passage.
type QuotedLine struct {
	Number int       `json:"number"`
	Name   string    `json:"name"`
	Text   string    `json:"text"`
	At     time.Time `json:"at"`
	About  bool      `json:"about,omitempty"` // the reported line
}

// LinesBefore and LinesAfter limit the quoted lines before and after the reported one.
const (
	LinesBefore = 8
	LinesAfter  = 2
)

// Limits for texts, in characters.
const (
	MaxText   = 1000
	MaxReason = 200
)

// CleanReason returns a reason as one line without control and bidirectional characters. It returns
// [ErrReason] if the result is empty or longer than [MaxReason].
func CleanReason(text string) (string, error) {
	text = strings.Join(strings.Fields(account.Clean(text)), " ")
	if text == "" || utf8.RuneCountInString(text) > MaxReason {
		return "", ErrReason
	}
	return text, nil
}

// Check returns a refusal unless the report is valid.
func (r Report) Check() error {
	switch {
	case !slices.Contains(Kinds(), r.Kind):
		return ErrKind
	case r.Accused == "" && r.Game == "":
		return ErrNoSubject
	case r.Accused == r.By:
		return ErrSelf
	case len([]rune(r.Text)) > MaxText:
		return ErrText
	}
	return nil
}

// Close returns the report closed by a moderator.
func (r Report) Close(state State, by, why string, now time.Time) (Report, error) {
	switch {
	case r.State != Open:
		return r, ErrReportClosed
	case state != Acted && state != Dismissed:
		return r, ErrOutcome
	}
	r.State = state
	r.ClosedBy = by
	r.Reason = why
	r.Closed = now
	return r, nil
}

// An Act is a kind of moderator action.
type Act string

// The acts.
const (
	ActMute         Act = "mute"
	ActUnmute       Act = "unmute"
	ActHide         Act = "hide"
	ActCloseReport  Act = "close-report"
	ActAnnul        Act = "annul"
	ActReinstate    Act = "reinstate"
	ActRole         Act = "role"
	ActRename       Act = "rename"
	ActBot          Act = "make-bot"
	ActCloseAccount Act = "close-account"
	ActCloseRoom    Act = "close-room"
)

// Judgement returns ActReinstate or ActAnnul.
func Judgement(reinstate bool) Act {
	if reinstate {
		return ActReinstate
	}
	return ActAnnul
}

// An Entry is a log entry for a moderator's action.
type Entry struct {
	Number int       `json:"number,omitempty"` // from 1
	At     time.Time `json:"at"`
	By     string    `json:"by,omitempty"` // the moderator's actor, or "" for the command line
	ByName string    `json:"byName"`
	Act    Act       `json:"act"`
	Person string    `json:"on,omitempty"`    // name of the affected person
	About  string    `json:"about,omitempty"` // depending on Act: a game, a room, a report, a role or a name
	Quote  string    `json:"quote,omitempty"` // the hidden line
	Until  time.Time `json:"until,omitzero"`
	Reason string    `json:"reason,omitempty"`
}
