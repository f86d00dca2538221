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

// An attendance is who follows a match.
type attendance struct {
	// of this process, with the seats that they hold, by the colours of the opening
	sockets   map[connection][]board.Color
	elsewhere []attendanceReport       // of other processes
	gone      board.ByColor[time.Time] // when this process found that a player is nowhere; zero for one who is there
	seen      board.ByColor[bool]      // a player has been there since this process knows the match
	due       bool                     // a message is about to be published
}

// A attendanceReport is what a process tells the others of who follows a match there.
type attendanceReport struct {
	There    string           `json:"there,omitempty"` // the seats of players with a connection, as in [Presence]
	Gone     wire.AbsentSince `json:"gone,omitzero"`   // since when the others are nowhere, as far as the process knows
	Signal   wire.Signal      `json:"signal,omitzero"`
	Watching []uint64         `json:"watching,omitempty"` // persons who are no players, as [roster.Person] has them
	Crowd    int              `json:"crowd,omitempty"`    // how many they are, if they are more than mostNamed
}

// mostNamed bounds the watchers of a match whom a process names to the others. If there are
// more, somebody with pages of two processes is counted twice.
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

// look notes who has come and gone.
func (a *attendance) look(now time.Time) {
	for _, c := range board.Colors {
		if a.there(c) {
			a.gone[c], a.seen[c] = time.Time{}, true
		} else if a.gone[c].IsZero() {
			a.gone[c] = now
		}
	}
}

// goneSince returns since when a player is nowhere. A process that has not seen him there
// believes the others.
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

// signal returns how good the best connection of a player to this process is.
func (a *attendance) signal(c board.Color) (best int) {
	for k, held := range a.sockets {
		if slices.Contains(held, c) {
			best = max(best, signalOf(k.trip()))
		}
	}
	return best
}

// watchers returns the persons who follow the match in this process and are no players.
func (a *attendance) watchers() map[uint64]bool {
	all := map[uint64]bool{}
	for k, held := range a.sockets {
		if len(held) == 0 {
			all[roster.Person(k.person())] = true
		}
	}
	return all
}

// attendanceReport returns who follows the match in this process.
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

// presence returns who follows the match, in all processes.
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
