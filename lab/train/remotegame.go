package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// errOtherGame means that a game does not match its order.
var errOtherGame = errors.New("not the game that was ordered")

// Read parses a game played elsewhere and checks it by replaying it under the order's rules: every
// move is legal, the game is finished and has the result that was sent, and the samples' policies
// are distributions over the legal moves. Features and targets are computed here.
func (o GameOrder) Read(text []byte) (*PlayedGame, error) {
	var r playedRecord
	if err := json.Unmarshal(text, &r); err != nil {
		return nil, err
	}
	if r.Version != orderVersion || r.Game.Board != o.Board || r.Agreed && o.Agreed == 0 {
		return nil, errOtherGame
	}
	if err := o.checkStart(r.Game); err != nil {
		return nil, err
	}
	return r.played()
}

// checkStart returns an error unless the game begins as the order requires.
func (o GameOrder) checkStart(s game.Saved) error {
	graph, err := board.Named(s.Board)
	if err != nil {
		return err
	}
	stones := 0
	for _, c := range s.Start {
		switch c {
		case '.':
		case 'b':
			stones++
		default:
			return fmt.Errorf("%w: stones that are not a handicap", errOtherGame)
		}
	}
	most := min(maxHandicap, graph.Points()/handicapPoints)
	if stones != s.Handicap || stones > most || stones == 1 || s.Prisoners != (board.ByColor[int]{}) ||
		s.PassStones != (board.ByColor[int]{}) || s.Passes != 0 || s.HalfPointTo != "" {
		return fmt.Errorf("%w: it does not begin at the start", errOtherGame)
	}
	n := float64(graph.Points())
	if k := s.Rules.Komi; !slices.ContainsFunc(o.Rules, func(w Weighted[game.Rules]) bool {
		r := w.Value
		usual := r.Komi == k
		if r = selfPlayRules(r); o.Agreed > 0 && s.Rules.Ending == game.EndingAgreement {
			r.Ending = game.EndingAgreement
		}
		r.Komi = k
		if stones > 0 {
			r.Handicap = game.HandicapFree
		}
		return r == s.Rules && (usual || math.Abs(k) <= n && 2*k == math.Round(2*k))
	}) {
		return fmt.Errorf("%w: by other rules", errOtherGame)
	}
	return nil
}
