package matches

import (
	"context"

	"rosette/game"
	"rosette/game/board"
)

// A SingleGame is a game outside the schedule of a [Tournament].
type SingleGame struct {
	Graph    *board.Graph
	Rules    game.Rules
	Names    board.ByColor[string]
	Number   int // from 0; Number and Seed decide both players' seeds
	Seed     uint64
	MaxMoves int
	Log      func(text string) // called with problems; may be nil

	Adjudicate float64 // as in [Plan]
}

// A PlayedGame is a finished game with its moves. Score is nil if it was not
// counted.
type PlayedGame struct {
	Record Game // without SGF; see [Game.WriteSGF]
	Moves  *game.Game
	Score  *game.Score
}

// Play plays the game from the empty board. A player's fault is in the record; an error means that
// the game has no record.
func (s SingleGame) Play(ctx context.Context, sessions board.ByColor[Session]) (PlayedGame, error) {
	t := &Tournament{
		Graph: s.Graph, Rules: s.Rules, MaxMoves: s.MaxMoves, Seed: s.Seed, Adjudicate: s.Adjudicate, Log: s.Log,
		Openings: &Openings{fixed: []Opening{nil}},
		Players:  []Player{{Name: s.Names[board.Black]}, {Name: s.Names[board.White]}},
	}
	r, err := t.referee(ctx, pairing{number: s.Number, pair: s.Number, black: 0, white: 1}, sessions)
	if err != nil {
		return PlayedGame{}, err
	}
	return PlayedGame{Record: r.record, Moves: r.game, Score: r.score}, nil
}
