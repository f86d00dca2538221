package main

import (
	"fmt"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// tally writes in a line what the points of a colour are made of.
func tally(s game.Score, c board.Color) string {
	var said []string
	for _, item := range s.Items() {
		if n := item.Points[c]; n != 0 {
			said = append(said, fmt.Sprintf("%s %v", item.Name, n))
		}
	}
	points := map[board.Color]float64{board.Black: s.Black, board.White: s.White}[c]
	if len(said) == 0 {
		return fmt.Sprintf("%s %v", name(c), points)
	}
	return fmt.Sprintf("%s %v: %s", name(c), points, strings.Join(said, ", "))
}

// count says in lines what the position is worth with the dead as they are
// marked.
func (d *duel) count() string {
	s := d.match.Score()
	taken := "every stone alive"
	if n := len(s.Dead); n > 0 {
		taken = fmt.Sprintf("dead: %s", d.spell(s.Dead))
	}
	return fmt.Sprintf("%s\n%s\n%s, %s\n", tally(s, board.Black), tally(s, board.White), s.Result(), taken)
}

// farewell says how the match ended, if it did.
func (d *duel) farewell() {
	if !d.match.Over() {
		return
	}
	r := d.match.Result()
	if r.By == game.ByScore {
		d.sayf("%s", d.count())
	}
	outcome := "Nobody wins"
	if r.Winner != board.Empty {
		outcome = name(r.Winner) + " wins"
	}
	if d.guest != nil && r.Winner == d.me() {
		outcome = "You win"
	}
	d.sayf("%s: %s\n", outcome, r)
}
