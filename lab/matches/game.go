package matches

import (
	"fmt"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// A Game records one game of a tournament.
type Game struct {
	Number  int        `json:"number"` // in the schedule, from 0
	Pair    int        `json:"pair"`   // opening of the pairing, from 0
	Black   string     `json:"black"`
	White   string     `json:"white"`
	Opening string     `json:"opening"`
	Moves   int        `json:"moves"`            // including the opening
	Result  string     `json:"result"`           // B+3.5, W+R, B+F where White was at fault, Draw, Void
	Winner  string     `json:"winner,omitempty"` // "" for half a point each
	End     string     `json:"end"`              // one of the ends below, or a FaultKind
	Guilty  string     `json:"guilty,omitempty"` // the name of the player at fault
	Fault   string     `json:"fault,omitempty"`  // description of the fault
	Dead    string     `json:"dead,omitempty"`   // stones that both players named
	Range   string     `json:"range,omitempty"`  // possible scores, if a player is unsure or the players disagree
	Trial   *KomiTrial `json:"trial,omitempty"`  // in a search for fair komi
	Spent   GameCost   `json:"spent"`
	SGF     string     `json:"-"`
}

// The values of Game.End without a fault.
const (
	ByScore        = "score"
	ByResignation  = "resignation"
	ByAdjudication = "adjudication" // both players agreed on the winner for many turns
	ByLength       = "length"       // counted at the move limit
	ByRepetition   = "repetition"   // no result
)

// GameCost is the cost of a game for each player.
type GameCost struct {
	Black engine.Cost `json:"black"`
	White engine.Cost `json:"white"`
}

// Worth returns the player's points: 1, ½ or 0.
func (g Game) Worth(player string) float64 {
	switch g.Winner {
	case "":
		return 0.5
	case player:
		return 1
	}
	return 0
}

// CostOf returns what the game cost the player.
func (g Game) CostOf(player string) engine.Cost {
	switch player {
	case g.Black:
		return g.Spent.Black
	case g.White:
		return g.Spent.White
	}
	return engine.Cost{}
}

// name returns the player with that colour, or "" for Empty.
func (g *Game) name(c board.Color) string {
	return map[board.Color]string{board.Black: g.Black, board.White: g.White}[c]
}

// ended records a result under the rules.
func (g *Game) ended(r game.Result, end string) {
	g.Result = r.String()
	g.Winner = g.name(r.Winner)
	g.End = end
}

// counted records a counted result, with its range if the count is uncertain.
func (g *Game) counted(possible game.ScoreRange) {
	g.ended(possible.Score.Result(), ByScore)
	if !possible.Certain() {
		g.Range = possible.String()
	}
}

// forfeited records a fault by the player with that colour.
func (g *Game) forfeited(c board.Color, f *Fault) {
	winner := c.Opponent()
	g.Result = map[board.Color]string{board.Black: "B+F", board.White: "W+F"}[winner]
	g.Winner = g.name(winner)
	g.End = string(f.Kind)
	g.Guilty = g.name(c)
	g.Fault = f.What
	if f.Kind == RejectedMove {
		g.Result, g.Winner = "Void", ""
	}
}

// Counts reports whether the game counts.
func (g Game) Counts() bool { return g.End != string(RejectedMove) }

// WriteSGF writes the game as SGF.
func (g *Game) WriteSGF(played *game.Game) error {
	root, err := sgf.FromGame(played)
	if err != nil {
		return fmt.Errorf("%w", err)
	}
	root.Set("GN", fmt.Sprintf("game %d, opening %d", g.Number+1, g.Pair+1))
	root.Set("PB", sgf.Escape(g.Black))
	root.Set("PW", sgf.Escape(g.White))
	root.Set("RE", g.Result)
	if g.Result == "Draw" {
		root.Set("RE", "0")
	}
	note := fmt.Sprintf("Ended by %s.", g.End)
	if g.Opening != "" {
		note = fmt.Sprintf("Opening: %s. %s", g.Opening, note)
	}
	if g.Dead != "" {
		note += fmt.Sprintf(" Dead by agreement: %s.", g.Dead)
	}
	if g.Range != "" {
		note += fmt.Sprintf(" Reading is divided: the result is %s.", g.Range)
	}
	if g.Fault != "" {
		note += fmt.Sprintf(" %s: %s.", g.Guilty, g.Fault)
	}
	root.Set("C", sgf.Escape(note))
	g.SGF = root.String()
	return nil
}

// addMove adds a move to a player's cost.
func (s *GameCost) addMove(c board.Color, took time.Duration) {
	to := s.of(c)
	to.Moves++
	to.Wall += took.Seconds()
}

// setCPU records a player's processor time.
func (s *GameCost) setCPU(c board.Color, used time.Duration, known bool) {
	to := s.of(c)
	to.CPU, to.CPUKnown = used.Seconds(), known
}

func (s *GameCost) of(c board.Color) *engine.Cost {
	if c == board.White {
		return &s.White
	}
	return &s.Black
}

// A KomiTrial is the part of a game used by the search for fair komi (package komi).
type KomiTrial struct {
	Komi   float64  `json:"komi"`
	Margin *float64 `json:"margin"` // Black's points minus White's, without komi; nil if the game was not counted
}
