// Package record writes a match as a game record in SGF, and reads time controls and the players'
// times from records.
package record

import (
	"fmt"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
)

// Options has the facts for a record that a match's events lack.
type Options struct {
	Version  string         // this program's
	Place    string         // for PC, such as the match's address; may be empty
	Location *time.Location // decides the dates; UTC if nil

	// Seats has the players' present names and ranks, by the opening colours. If nil, the match's
	// seats are used.
	Seats *play.Settings
}

// Of returns a match as a game record: players and ranks, board, rules, komi, handicap, time control,
// dates and place, the moves with the players' times, and the result. ok is false before komi and
// handicap are settled, so it never shows bids. Moves in a confirmation are omitted. A general comment
// states the facts without a property.
func Of(m *play.Match, o Options) (root *sgf.Node, ok bool, err error) {
	if !m.Begun() {
		return nil, false, nil
	}
	g := m.GameAt(m.Moves())
	if root, err = sgf.FromGame(g); err != nil {
		return nil, false, err
	}
	times := m.MoveTimes()
	root.SetHeader(headerOf(m, times, o))
	comment(root, m)
	if m.Over() {
		root.SetResult(m.Result())
	}
	node := root
	for i, t := range times {
		node = node.Children[0]
		setTimeLeft(node, g.Move(i).Color, t.Left)
	}
	return root, true, nil
}

// headerOf returns a record's header.
func headerOf(m *play.Match, times []play.MoveTime, o Options) sgf.Header {
	h := sgf.Header{Version: o.Version, Place: o.Place}
	seats := m.OriginalSettings()
	if o.Seats != nil {
		seats = *o.Seats
	}
	for _, c := range board.Colors {
		seat := seats.Seat(m.OriginalColor(c))
		h.Names[c], h.Ranks[c] = seat.Name, seat.Rank
	}
	location := o.Location
	if location == nil {
		location = time.UTC
	}
	if len(times) == 0 {
		h.Played = []time.Time{m.Opened().In(location)}
	}
	for _, t := range times {
		h.Played = append(h.Played, t.At.In(location))
	}
	h.Timed, h.Main, h.Over = timesOf(m.OriginalSettings().Clock)
	return h
}

// comment sets a record's general comment.
func comment(root *sgf.Node, m *play.Match) {
	text := ""
	if ply, ok := m.Aided(); ok {
		text = fmt.Sprintf("After move %d the players agreed that both may use estimates and hints by the computer.", ply)
	}
	if m.Over() && m.Result().By == game.BothLose {
		if text != "" {
			text += "\n"
		}
		text += "Both players lost, by article 13 of the Japanese rules."
	}
	if text != "" {
		root.Set("GC", sgf.Escape(text))
	}
}
