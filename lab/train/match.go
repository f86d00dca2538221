package train

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/engine"
	"rosette/engine/deadstones"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
	"rosette/lab/komi"
	"rosette/lab/matches"
)

// A Match is a match between two players at equal visits. The players only search: they have no
// rules for resignation, passing or time, and all stones on the board are alive at the end.
type Match struct {
	Graph    *board.Graph
	Rules    game.Rules
	Visits   int // per move
	Pairs    int // of games; both games of a pair have the same opening
	Parallel int // concurrent games
	Seed     uint64
	SPRT     *matches.SPRT // ends the match early; may be nil
}

// matchOpening is the number of random moves that begin a game.
const matchOpening = 4

// Play plays the match and returns the first player's standing. It calls onGame with the standing
// after each game; calls do not overlap. When ctx ends, it returns the standing for the finished
// pairs and the cause. A player's fault is an error, not a loss.
func (m *Match) Play(
	ctx context.Context, first, second Evaluators, onGame func(matches.Standing),
) (matches.Standing, error) {
	rules := komi.ExactRules(m.Rules)
	score := matches.NewPairScore("first", m.SPRT)
	var faults []error
	tournament := &matches.Tournament{
		Graph: m.Graph, Rules: rules, Pairs: m.Pairs, Parallel: m.Parallel,
		MaxMoves: maxMovesPerPoint * m.Graph.Points(), Seed: m.Seed, SPRT: m.SPRT,
		Players:  []matches.Player{m.player("first", first), m.player("second", second)},
		Openings: matches.RandomOpenings(m.Graph, rules, matchOpening, m.Seed),
		Log:      func(text string) { faults = append(faults, errors.New(text)) },
		OnGame: func(g matches.Game) error {
			score.Add(g)
			onGame(score.Standing())
			return nil
		},
	}
	err := tournament.Run(ctx, nil)
	return score.Standing(), errors.Join(append(faults, err)...)
}

// A PlayerError is the name of a player that cannot play the match.
type PlayerError struct{ error }

// PlayNamed plays a match between two named players, see [OpenEvaluators], until the limit, if it
// is above 0. Reaching the limit is not an error. The result contains the finished games even if
// PlayNamed fails.
func (m *Match) PlayNamed(
	ctx context.Context, names [2]string, limit time.Duration, onGame func(matches.Standing),
) (r MatchResult, err error) {
	playing, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var players [2]Evaluators
	for i, name := range names {
		var closing func() error
		if players[i], closing, err = OpenEvaluators(name, m.Graph, m.Rules, stop); err != nil {
			return r, PlayerError{err}
		}
		defer func() { _ = closing() }() // no request follows
	}
	if limit > 0 {
		var end context.CancelFunc
		playing, end = context.WithTimeout(playing, limit)
		defer end()
	}
	standing, err := m.Play(playing, players[0], players[1], onGame)
	r = MatchResult{First: names[0], Second: names[1], Standing: standing, Elo: standing.Pairs.Elo()}
	switch cause := context.Cause(playing); {
	case ctx.Err() != nil:
		return r, fmt.Errorf("interrupted after %s", quote.Count(standing.Games, "game"))
	case cause == nil:
		return r, err
	case !errors.Is(cause, context.DeadlineExceeded):
		return r, cause
	}
	return r, nil
}

// player returns a player for the match.
func (m *Match) player(name string, e Evaluators) matches.Player {
	return matches.LocalPlayer{
		New:   func(seed uint64) (matches.Mover, error) { return searcher{e.New(seed), m.Visits}, nil },
		Judge: (&deadstones.Cache{}).Propose, Timer: matches.NewCPUTimer(matches.ProcessCPU), Weight: 1,
	}.Player(name)
}

// A searcher plays its search's best move.
type searcher struct {
	evaluator engine.Evaluator
	visits    int
}

// Choose implements [matches.Mover].
func (s searcher) Choose(ctx context.Context, g *game.Game, c board.Color, _ engine.Time) (matches.Choice, error) {
	a := search.Run(ctx, g, c, []engine.Evaluator{s.evaluator}, engine.SearchParams{Visits: s.visits})
	if len(a.Candidates) == 0 {
		return matches.Choice{}, context.Cause(ctx)
	}
	return matches.Choice{Move: a.Candidates[0].Move, Win: float64(engine.WinFor(c, a.Win)), HasWin: true}, nil
}

// A MatchResult is the result of a [Match] between two named players.
type MatchResult struct {
	First    string           `json:"first"`
	Second   string           `json:"second"`
	Standing matches.Standing `json:"standing"`
	Elo      engine.Interval  `json:"elo"` // the first player's, relative to the second
}

// Line returns the result as a text line.
func (r MatchResult) Line() string {
	line := r.First + " against " + r.Second + ": " + scoreText(r.Standing)
	if r.Elo.Bounded() {
		line += eloText(r.Elo)
	}
	return line
}
