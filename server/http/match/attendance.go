package match

import (
	"slices"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/pubsub/roster"
)

// attendance lists the connections that follow one match.
type attendance struct {
	// this process's connections and their seats, by opening colour
	sockets   map[connection][]board.Color
	elsewhere []attendanceReport       // reports from other processes
	gone      board.ByColor[time.Time] // when this process noticed that a player left; zero while connected
	seen      board.ByColor[bool]      // the player has been connected at some time
	due       bool                     // a message is scheduled
}

// attendanceReport is the attendance of a match in one process, as sent to the other processes.
type attendanceReport struct {
	There    string           `json:"there,omitempty"` // seats with a connection, as in [Presence]
	Gone     wire.AbsentSince `json:"gone,omitzero"`   // when the other players left, as far as is known to the process
	Signal   wire.Signal      `json:"signal,omitzero"`
	Watching []uint64         `json:"watching,omitempty"` // spectators, as [roster.Person] hashes them
	Crowd    int              `json:"crowd,omitempty"`    // number of spectators if above mostNamed, else 0
}

// mostNamed is the most spectators that an attendanceReport lists. Above it, a person with pages on
// two processes is counted twice.
const mostNamed = 500

// here reports whether a player has a connection to this process.
func (a *attendance) here(c board.Color) bool {
	for _, held := range a.sockets {
		if slices.Contains(held, c) {
			return true
		}
	}
	return false
}

// there reports whether a player has a connection to any process.
func (a *attendance) there(c board.Color) bool {
	return a.here(c) || slices.ContainsFunc(a.elsewhere,
		func(r attendanceReport) bool { return strings.Contains(r.There, match.Letters(c)) })
}

// look updates seen and gone.
func (a *attendance) look(now time.Time) {
	for _, c := range board.Colors {
		if a.there(c) {
			a.gone[c], a.seen[c] = time.Time{}, true
		} else if a.gone[c].IsZero() {
			a.gone[c] = now
		}
	}
}

// goneSince returns when a player left. A process that has never seen the player connected uses the
// earliest time that the others report.
func (a *attendance) goneSince(c board.Color) time.Time {
	since := a.gone[c]
	if a.seen[c] {
		return since
	}
	for _, r := range a.elsewhere {
		if at := *absentSince(&r.Gone, c); at != 0 && at < since.UnixMilli() {
			since = time.UnixMilli(at)
		}
	}
	return since
}

// signal returns the signal bars, 0 to 4, of a player's best connection to this process.
func (a *attendance) signal(c board.Color) (best int) {
	for k, held := range a.sockets {
		if slices.Contains(held, c) {
			best = max(best, signalOf(k.RoundTrip()))
		}
	}
	return best
}

// watchers returns the spectators connected to this process.
func (a *attendance) watchers() map[uint64]bool {
	all := map[uint64]bool{}
	for k, held := range a.sockets {
		if len(held) == 0 {
			all[roster.Person(k.Key())] = true
		}
	}
	return all
}

// report returns the attendance in this process.
func (a *attendance) report() attendanceReport {
	r := attendanceReport{Signal: wire.Signal{Black: a.signal(board.Black), White: a.signal(board.White)}}
	for _, c := range board.Colors {
		if a.here(c) {
			r.There += match.Letters(c)
		}
		if !a.there(c) {
			*absentSince(&r.Gone, c) = a.goneSince(c).UnixMilli()
		}
	}
	watching := a.watchers()
	if len(watching) > mostNamed {
		r.Crowd = len(watching)
		return r
	}
	for person := range watching {
		r.Watching = append(r.Watching, person)
	}
	slices.Sort(r.Watching)
	return r
}

// presence combines the attendance in all processes.
func (a *attendance) presence(topic string) wire.Presence {
	m := wire.Presence{
		Kind: wire.PresenceKind, Topic: topic,
		Signal: wire.Signal{Black: a.signal(board.Black), White: a.signal(board.White)},
	}
	for _, c := range board.Colors {
		if a.there(c) {
			m.There += match.Letters(c)
		} else {
			*absentSince(&m.Gone, c) = a.goneSince(c).UnixMilli()
		}
	}
	watching := a.watchers()
	for _, r := range a.elsewhere {
		m.Signal.Black, m.Signal.White = max(m.Signal.Black, r.Signal.Black), max(m.Signal.White, r.Signal.White)
		m.Watching += r.Crowd
		for _, person := range r.Watching {
			watching[person] = true
		}
	}
	m.Watching += len(watching)
	return m
}
