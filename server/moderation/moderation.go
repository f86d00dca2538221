// Package moderation implements how people are kept safe from each other: mutes, reports
// of lines, people and games, and the log of what moderators do. It is pure.
package moderation

import (
	"slices"
	"time"
)

// A Refusal is why something is not done. Its text is the end of the key of a sentence.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// The refusals.
const (
	ErrKind     Refusal = "kind"      // no such kind of report
	ErrAbout    Refusal = "about"     // a report of nothing, or of what is not there
	ErrSelf     Refusal = "self"      // a report or a mute of oneself
	ErrText     Refusal = "text"      // too long
	ErrInvolved Refusal = "involved"  // a verdict about what concerns oneself
	ErrJudged   Refusal = "judged"    // a game is annulled that is, or reinstated that counts
	ErrWhy      Refusal = "why"       // no reason, or too long a one
	ErrSpan     Refusal = "span"      // a mute that is too short or too long
	ErrAbove    Refusal = "above"     // moderators act on people, administrators on moderators too
	ErrNoReport Refusal = "no-report" // no such report
	ErrDone     Refusal = "done"      // somebody else was first
	ErrOutcome  Refusal = "outcome"   // no such outcome of a report
	ErrNotMuted Refusal = "not-muted"
	ErrLast     Refusal = "last" // an administrator does not take the role from himself
)

// A Mute keeps somebody from writing, but to moderators.
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

// CheckSpan returns [ErrSpan] for a length that no mute has.
func CheckSpan(span time.Duration) error {
	if span < ShortestMute || span > LongestMute {
		return ErrSpan
	}
	return nil
}

// A Kind says of what somebody is accused.
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

// A State is what has become of a report.
type State string

// The states. A report is open until a moderator has acted on it or has found nothing.
const (
	Open      State = "open"
	Acted     State = "acted"
	Dismissed State = "dismissed"
)

// A Report is what somebody tells the moderators.
type Report struct {
	ID     string    `json:"id"`
	Kind   Kind      `json:"kind"`
	By     string    `json:"by,omitempty"` // the actor who reports
	ByName string    `json:"byName"`
	On     string    `json:"on,omitempty"` // the actor who is accused
	OnName string    `json:"onName,omitempty"`
	Room   string    `json:"room,omitempty"`   // of the line that is reported, "" for none
	Number int       `json:"number,omitempty"` // of the line
	Game   string    `json:"game,omitempty"`   // the match that is reported, "" for none
	Quote  []Said    `json:"quote,omitempty"`  // the passage as it was, the oldest line first
	Text   string    `json:"text,omitempty"`   // what the reporter adds
	At     time.Time `json:"at"`
	State  State     `json:"state"`
	Closer string    `json:"closer,omitempty"` // the name of the moderator who has closed it
	Answer string    `json:"answer,omitempty"` // why
	Closed time.Time `json:"closed,omitzero"`
}

// A Said is a line of a quoted passage.
type Said struct {
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

// Check returns a refusal unless a report can be kept.
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

// An Act is a kind of what moderators do.
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

// An Entry is a line of the log of what moderators do.
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
