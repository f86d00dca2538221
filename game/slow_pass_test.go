package game

import (
	"strings"

	"rosette/game/board"
)

// A slowTally is the effect of a game's passes, computed from its turns.
type slowTally struct {
	paid    board.ByColor[int] // pass stones by paying player
	passes  int                // passes that count towards the end, since the last stone
	claimed board.Color        // the player whose first pass was worth half a point
	ever    int                // all passes
}

// tally evaluates all turns literally by the rules.
func (s *slowGame) tally() (sum slowTally) {
	turns := board.ByColor[int]{}
	from := map[string]bool{} // positions in which each player has passed
	for i, t := range s.turns[1:] {
		turns[t.by]++
		if t.point != board.Pass {
			sum.passes = 0
			continue
		}
		if s.rules.Handicap == HandicapWhitePasses && t.by == board.White && turns[board.White] < s.odds {
			sum.passes = 0 // one of White's n − 1 turns
			clear(from)
			continue
		}
		sum.ever++
		byWhiteFirst := sum.ever == 1 && t.by == board.White
		if sum.ever == 1 && s.rules.Button || byWhiteFirst && s.rules.FirstPass == FirstPassHalfPoint {
			sum.claimed = t.by
			continue
		}
		sum.passes++
		again := s.rules.Repetition == KoSimple && from[t.by.String()+t.made]
		if from[t.by.String()+t.made] = true; again && i == len(s.turns)-2 {
			sum.passes = max(sum.passes, 2)
		}
		if s.rules.Scoring == ScoringPassStones && !(byWhiteFirst && s.rules.FirstPass == FirstPassFree) {
			sum.paid[t.by]++
		}
	}
	return sum
}

// forgoes reports whether a White turn now would be given up for a handicap.
func (s *slowGame) forgoes() bool {
	turns := 1
	for _, t := range s.turns[1:] {
		if t.by == board.White {
			turns++
		}
	}
	return s.rules.Handicap == HandicapWhitePasses && turns < s.odds
}

// pass returns the turn after a pass by c.
func (s *slowGame) pass(c board.Color) slowTurn {
	forgone := c == board.White && s.forgoes()
	t := slowTurn{point: board.Pass, by: c, made: s.now().made, taken: s.now().taken, unbuttoned: s.now().unbuttoned}
	t.unbuttoned = t.unbuttoned || s.rules.Button && !forgone
	return t
}

// count returns the stones of each colour in a position, and the empty points that are connected
// over empty points with only that colour.
func (s *slowGame) count(position string) (stones, space board.ByColor[int]) {
	empty := []byte(strings.ReplaceAll(position, ".", "_")) // treats connected empty points as a chain
	for p := range position {
		if c := colourOf(position[p]); c != board.Empty {
			stones[c]++
			continue
		}
		touched := board.ByColor[bool]{}
		chain, _ := s.chainAt(empty, board.Point(p))
		for q := range chain {
			for _, n := range s.graph.Near(q) {
				touched[colourOf(position[n])] = true
			}
		}
		switch {
		case touched[board.Black] && !touched[board.White]:
			space[board.Black]++
		case touched[board.White] && !touched[board.Black]:
			space[board.White]++
		}
	}
	return stones, space
}

func colourOf(letter byte) board.Color {
	return map[byte]board.Color{'X': board.Black, 'O': board.White}[letter]
}
