package game

import (
	"strings"

	"rosette/game/board"
)

// A slowGame is the reference for [Game]: positions are strings with one letter per point, the
// history is the list of all positions, and rules are applied literally.
type slowGame struct {
	rules Rules
	graph *board.Graph
	first board.Color
	odds  int
	turns []slowTurn // turns[0] has the initial position
}

// A slowTurn is a move and the position after it.
type slowTurn struct {
	point      board.Point
	by         board.Color
	made       string
	taken      board.ByColor[int] // number of prisoners so far
	unbuttoned bool               // the button has been taken
}

func slowGameAt(g *board.Graph, r Rules, first board.Color, position string) *slowGame {
	return &slowGame{rules: r, graph: g, first: first, turns: []slowTurn{{point: board.Pass, made: position}}}
}

// letters maps colours to letters.
const letters = ".XO"

func (s *slowGame) now() slowTurn { return s.turns[len(s.turns)-1] }

// chainAt returns the stones of the chain at p, and whether it has a liberty.
func (s *slowGame) chainAt(position []byte, p board.Point) (chain map[board.Point]bool, breathes bool) {
	chain = map[board.Point]bool{p: true}
	for queue := []board.Point{p}; len(queue) > 0; queue = queue[1:] {
		for _, q := range s.graph.Near(queue[0]) {
			if position[q] == '.' {
				breathes = true
			} else if position[q] == position[p] && !chain[q] {
				chain[q] = true
				queue = append(queue, q)
			}
		}
	}
	return chain, breathes
}

func (s *slowGame) immortal(chain map[board.Point]bool) bool {
	for _, rosette := range s.graph.Rosettes() {
		held := 0
		for _, p := range rosette {
			if chain[p] {
				held++
			}
		}
		if held == len(rosette) {
			return true
		}
	}
	return false
}

// removeAt removes the chain at p if it has no liberty and no rosette.
func (s *slowGame) removeAt(position []byte, p board.Point) int {
	chain, breathes := s.chainAt(position, p)
	if breathes || s.immortal(chain) {
		return 0
	}
	for q := range chain {
		position[q] = '.'
	}
	return len(chain)
}

// try plays c at the empty p, or returns why the rules forbid it.
func (s *slowGame) try(p board.Point, c board.Color) (slowTurn, error) {
	t := slowTurn{point: p, by: c, taken: s.now().taken, unbuttoned: s.now().unbuttoned}
	position := []byte(s.now().made)
	if all := s.rules.Supply[c]; all > 0 && strings.Count(s.now().made, letters[c:c+1]) >= all {
		return t, ErrNoStones
	}
	if position[p] != '.' {
		return t, ErrOccupied
	}
	position[p] = letters[c]
	for _, q := range s.graph.Near(p) {
		if position[q] == letters[c.Opponent()] {
			t.taken[c] += s.removeAt(position, q)
		}
	}
	if chain, breathes := s.chainAt(position, p); !breathes {
		switch {
		case !s.immortal(chain) && !s.rules.Suicide:
			return t, ErrSuicide
		case s.immortal(chain) && s.rules.Libertyless == LibertylessForbidden:
			return t, ErrLibertyless
		}
		t.taken[c.Opponent()] += s.removeAt(position, p)
	}
	t.made = string(position)
	return t, s.repeats(t.made, c)
}

// repeats implements the table of repetition rules.
func (s *slowGame) repeats(made string, c board.Color) error {
	if s.rules.Repetition == KoSimple {
		for i := len(s.turns) - 1; i > 0; i-- {
			if s.turns[i].by == c.Opponent() {
				if s.turns[i-1].made == made {
					return ErrKo
				}
				return nil
			}
		}
		return nil
	}
	for i, t := range s.turns {
		mover := t.by.Opponent() // player to move after the turn
		if i == 0 {
			mover = s.first
		}
		repeated := map[Repetition]bool{
			KoPositional:         true,
			KoSituational:        mover == c.Opponent(),
			KoNaturalSituational: i > 0 && t.by == c && t.point != board.Pass,
		}
		if t.made == made && t.unbuttoned == s.now().unbuttoned && repeated[s.rules.Repetition] {
			return ErrSuperko
		}
	}
	return nil
}

// thirdTime reports whether the position with its player to move has occurred three times since the
// last pass or the start.
func (s *slowGame) thirdTime() bool {
	since := s.turns
	for i := range s.turns {
		if s.turns[i].point == board.Pass {
			since = s.turns[i:]
		}
	}
	times := 0
	for i, t := range since {
		by := t.by
		if i == 0 && len(since) == len(s.turns) {
			by = s.first.Opponent()
		}
		now := s.now().by
		if len(s.turns) == 1 {
			now = s.first.Opponent()
		}
		if t.made == s.now().made && by == now {
			times++
		}
	}
	return times >= 3
}
