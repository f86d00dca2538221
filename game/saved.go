package game

import (
	"errors"
	"fmt"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
)

// Saved is a game in JSON form, so that another process can continue it: the start and the moves,
// legal or not. Points are given by name.
type Saved struct {
	Board       string             `json:"board"`
	Rules       Rules              `json:"rules"`
	First       string             `json:"first"`           // "b" or "w", the first player
	Start       string             `json:"start,omitempty"` // ".", "b" or "w" by point; "" is the empty board
	Handicap    int                `json:"handicap,omitempty"`
	Prisoners   board.ByColor[int] `json:"prisoners,omitzero"` // before the first move, like the next three
	PassStones  board.ByColor[int] `json:"passStones,omitzero"`
	Passes      int                `json:"passes,omitempty"`
	HalfPointTo string             `json:"halfPointTo,omitempty"`
	PassesFrom  int                `json:"passesFrom,omitempty"` // see [Game.CountPassesFrom]
	Moves       []string           `json:"moves"`                // such as "b D7" and "w pass"
}

// maxSavedMoves is the largest number of moves that Game accepts.
const maxSavedMoves = 1 << 16

// errNameless means that another process could not identify the board.
var errNameless = errors.New("the board has no name by which others know it")

// colorWords holds the words for colours in a [Saved], by colour.
var colorWords = [...]string{"", "b", "w"}

// Save returns the game in JSON form. It also works for clones. It fails if the board is a custom
// graph.
func (g *Game) Save() (Saved, error) {
	graph := g.Graph()
	if named, err := board.Named(graph.Name()); err != nil || named != graph {
		return Saved{}, errNameless
	}
	s := Saved{
		Board: graph.Name(), Rules: g.rules, First: colorWords[g.turns[0].move.Color.Opponent()], Handicap: g.handicap,
		PassesFrom: g.passesFrom,
	}
	if g.start != nil {
		var stones strings.Builder
		for _, c := range g.start {
			stones.WriteString([...]string{".", "b", "w"}[c])
		}
		s.Start = stones.String()
	}
	before := g.carriedIn()
	s.Moves = make([]string, g.Ply())
	for i, m := range g.moves() {
		s.Moves[i] = colorWords[m.Color] + " " + graph.PointName(m.Point)
	}
	s.Prisoners = before.prisoners
	s.PassStones = before.passStones
	s.Passes = before.passCount
	s.HalfPointTo = colorWords[before.halfPointTo]
	return s, nil
}

// Game restores the game. The position need not be reachable by legal play. It fails if a field is
// invalid.
func (s Saved) Game() (*Game, error) {
	graph, err := board.Named(s.Board)
	if err == nil {
		err = s.Rules.Check()
	}
	if err != nil {
		return nil, err
	}
	first, half := colorOf(s.First), colorOf(s.HalfPointTo)
	b, err := s.begin(graph)
	switch {
	case err != nil:
		return nil, err
	case first == board.Empty, len(s.Moves) > maxSavedMoves, s.Handicap < 0 ||
		s.Handicap > graph.Points(), s.Passes < 0,
		s.PassesFrom < 0 || s.PassesFrom > len(s.Moves):
		return nil, errors.New("no game: who moves first, handicap, passes or moves are out of bounds")
	}
	g := From(b, s.Rules, first)
	g.CarryOver(&Game{
		handicap: s.Handicap, prisoners: s.Prisoners, passStones: s.PassStones, passCount: s.Passes, halfPointTo: half,
	})
	moves, err := s.Points()
	if err != nil {
		return nil, err
	}
	for _, m := range moves {
		g.force(m.Point, m.Color)
	}
	g.passesFrom = s.PassesFrom
	return g, nil
}

// Points parses the moves.
func (s Saved) Points() ([]Move, error) {
	graph, err := board.Named(s.Board)
	if err != nil {
		return nil, err
	}
	moves := make([]Move, len(s.Moves))
	for i, text := range s.Moves {
		word, name, _ := strings.Cut(text, " ")
		p, err := graph.Move(name)
		if moves[i] = (Move{p, colorOf(word)}); err != nil || moves[i].Color == board.Empty {
			return nil, fmt.Errorf("%q is not a move on %s", quote.Clip(text, 24), s.Board)
		}
	}
	return moves, nil
}

// begin returns the initial position.
func (s Saved) begin(graph *board.Graph) (*board.Board, error) {
	if s.Start == "" {
		return board.New(graph), nil
	}
	if len(s.Start) != graph.Points() {
		return nil, fmt.Errorf("a position of %d points on %s, which has %d", len(s.Start), s.Board, graph.Points())
	}
	stones := make([]board.Color, len(s.Start))
	for i, c := range s.Start {
		stones[i] = colorOf(string(c))
		if stones[i] == board.Empty && c != '.' {
			return nil, errors.New("a position has only the letters b and w, and dots")
		}
	}
	return board.SetupAny(graph, stones), nil
}

// colorOf returns the colour for a word, Empty for any other text.
func colorOf(word string) board.Color {
	for _, c := range board.Colors {
		if word == colorWords[c] {
			return c
		}
	}
	return board.Empty
}
