package stream

import (
	"encoding/json"
	"strings"

	"rosette/game/board"
	"rosette/game/life"
	"rosette/play/view"
	"rosette/server/http/match"
	"rosette/server/http/wire"
)

// briefOf returns the summary of a game for an event.
func briefOf(g match.Game, f view.Frame) wire.GameBrief {
	seat := present(g.Seat, f.State.Swapped)
	b := wire.GameBrief{
		ID: g.ID, Seat: seat, Board: g.Board.Name, Rules: g.Rules, Clock: g.Clock, Rated: g.Rated,
		MyTurn: strings.ContainsAny(seat, f.State.Awaits), Last: f.State.Last, Ply: f.State.Ply, Result: f.State.Result,
	}
	switch g.Seat { // seats are by opening colour
	case "b":
		b.Opponent = &g.Seats.White
	case "w":
		b.Opponent = &g.Seats.Black
	}
	return b
}

// present converts opening colours to present ones.
func present(seat string, swapped bool) string {
	if other, ok := map[string]string{"b": "w", "w": "b"}[seat]; ok && swapped {
		return other
	}
	return seat
}

// stateOf converts a whole match's frame to a position, for a client with an opening seat.
func stateOf(f view.Frame, points []string, seat string) wire.GameState {
	s := f.State
	g := wire.GameState{
		Type: wire.TypeGameState, Seq: f.Seq, Seat: present(seat, s.Swapped), Phase: s.Phase, Moves: f.Moves,
		Stones: s.Stones, ToMove: s.ToMove, Awaits: s.Awaits,
		Komi: s.Komi, Start: s.Start, ToPlace: s.ToPlace, Swapped: s.Swapped, Illegal: s.Illegal, Pass: s.Pass,
		Prisoners: s.Prisoners,
		Clock:     s.Clock, Bidding: s.Bidding, Dead: named(points, s.Dead), Request: s.Request,
		Abortable: s.Abortable, Paused: s.Paused, Starts: s.Starts, Result: s.Result, Score: s.Score,
	}
	if s.Agreement != nil {
		g.Unsure, g.Pending = named(points, s.Agreement.Unsure), pendingOf(s.Agreement.Pending)
		g.Proposed, g.Agreed = s.Agreement.Proposed, s.Agreement.Agreed
	}
	return g
}

// pendingOf converts regions in which a move is worth points to their JSON type.
func pendingOf(regions []life.PendingRegion) (all []wire.PendingRegion) {
	for _, r := range regions {
		all = append(all, wire.PendingRegion{
			Points: r.Points, Black: wire.PendingMove(r.Black), White: wire.PendingMove(r.White), Ko: r.Ko,
			Threat: r.Threat,
		})
	}
	return all
}

// named returns the names of points.
func named(names []string, points []board.Point) (all []string) {
	for _, p := range points {
		all = append(all, names[p])
	}
	return all
}

// fullOf returns the current state of a game.
func fullOf(g match.Game, f view.Frame) wire.GameFull {
	full := wire.GameFull{
		Type: wire.TypeGameFull, ID: g.ID, Seats: g.Seats, Seat: g.Seat, Board: g.Board.Name, Points: g.Board.Names,
		Lines: [][2]int{},
		Rules: g.Rules, Ending: g.Ending, KomiBy: g.KomiBy, Handicap: g.Handicap, Weaker: g.Weaker, Clock: g.Clock,
		Rated: g.Rated, Visibility: g.Visibility, State: stateOf(f, g.Board.Names, g.Seat),
	}
	for _, line := range g.Board.Lines {
		full.Lines = append(full.Lines, [2]int{int(line[0]), int(line[1])})
	}
	return full
}

// frameOf decodes a frame.
func frameOf(data []byte) (f view.Frame, err error) {
	err = json.Unmarshal(data, &f)
	return f, err
}
