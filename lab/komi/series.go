// Package komi searches for a board's fair komi. A [Series] plays one player against itself at
// several komi, [EstimateKomi] fits Black's win rate with a logistic curve, and pages and commands
// show the summary.
package komi

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"rosette/game"
	"rosette/game/board"
	"rosette/lab/matches"
)

// A Series plays one player against itself at several komi. Games begin on the empty board, because
// the value of Black's first move is the unknown, and differ only by their seeds.
//
// Each komi in the grid is played [gridRounds] times. Later rounds concentrate near the komi where
// Black has won half of the games so far. A round depends only on earlier rounds, so an interrupted
// series continues with the same games, and a longer series begins like a shorter one. A fault by
// the player stops the series.
type Series struct {
	Graph    *board.Graph
	Rules    game.Rules // each game sets its own komi
	Player   matches.Player
	Grid     []float64 // komi to play, in increasing order
	Games    int
	Parallel int // games at the same time, 1 if zero
	MaxMoves int
	Seed     uint64

	Adjudicate float64 // as in [matches.Plan]; an adjudicated game has no margin

	OnGame func(matches.Game) error // called with each finished game, one at a time; required
	Log    func(text string)        // called with problems, one at a time; may be nil

	mu     sync.Mutex // guards played and calls to OnGame and Log
	played []matches.Game
}

// gridRounds is the number of rounds over the grid before rounds depend on results.
const gridRounds = 2

// roundShares holds the win rates near which a round's games are played: most near a half, and some
// farther away to determine the slope.
var roundShares = []float64{0.5, 0.35, 0.65, 0.5, 0.2, 0.8, 0.5, 0.4, 0.6, 0.5, 0.3, 0.7}

// openingMoves is the number of first moves recorded as a game's opening.
const openingMoves = 6

// ExactRules returns rules under which games end with an exact score. Under area scoring it costs
// nothing to capture dead stones, so every stone on the final board counts as alive.
func ExactRules(r game.Rules) game.Rules {
	if r.Scoring != game.ScoringTerritory {
		r.Ending = game.EndingAllAlive
	}
	return r
}

// Run plays every game not in done, until all are played or ctx ends, which is an error. Unfinished
// games are dropped.
func (s *Series) Run(ctx context.Context, done []matches.Game) error {
	if len(s.Grid) == 0 {
		return errors.New("a series needs at least one komi")
	}
	s.played = slices.Clone(done)
	for from := 0; from < s.Games; {
		round := s.round(from)
		if err := s.playRound(ctx, from, round[:min(len(round), s.Games-from)]); err != nil {
			return err
		}
		from += len(round)
	}
	return nil
}

// round returns the komi for the round that starts with game from.
func (s *Series) round(from int) []float64 {
	if from < gridRounds*len(s.Grid) {
		return s.Grid
	}
	before := slices.DeleteFunc(slices.Clone(s.played), func(g matches.Game) bool { return g.Number >= from })
	curve, err := fitGames(before, StepOf(before))
	komis := make([]float64, len(roundShares))
	for i, share := range roundShares {
		if err != nil { // no curve yet
			komis[i] = s.Grid[i*len(s.Grid)/len(roundShares)]
			continue
		}
		komis[i] = nearest(s.Grid, curve.Komi(share))
	}
	return komis
}

// nearest returns the grid value nearest to x, the lower in a tie.
func nearest(grid []float64, x float64) float64 {
	best := grid[0]
	for _, k := range grid {
		if max(k-x, x-k) < max(best-x, x-best) {
			best = k
		}
	}
	return best
}

// A scheduledGame is a game to play at a komi.
type scheduledGame struct {
	number int
	komi   float64
}

// playRound plays a round's missing games.
func (s *Series) playRound(ctx context.Context, from int, komis []float64) error {
	played := map[int]bool{}
	for _, g := range s.played {
		played[g.Number] = true
	}
	games := make(chan scheduledGame, len(komis))
	for i, komi := range komis {
		if !played[from+i] {
			games <- scheduledGame{from + i, komi}
		}
	}
	close(games)
	group, groupCtx := errgroup.WithContext(ctx)
	for range min(max(1, s.Parallel), max(1, len(games))) {
		group.Go(func() error { return s.work(groupCtx, games) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// work plays games until the channel is closed or ctx ends.
func (s *Series) work(ctx context.Context, games <-chan scheduledGame) (err error) {
	var sessions board.ByColor[matches.Session]
	var transcript matches.Transcript
	for _, c := range board.Colors {
		sessions[c] = s.Player.Open(transcript.For(s.Player.Name + ", " + c.String()))
		defer func() { err = errors.Join(err, sessions[c].Close()) }()
	}
	for next := range games {
		if ctx.Err() != nil {
			return nil
		}
		played, err := s.play(ctx, next, sessions)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			err = s.record(played)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// play plays a game at the scheduled komi.
func (s *Series) play(
	ctx context.Context, next scheduledGame, sessions board.ByColor[matches.Session],
) (matches.Game, error) {
	rules := s.Rules
	rules.Komi = next.komi
	names := board.ByColor[string]{board.Black: s.Player.Name + ", black", board.White: s.Player.Name + ", white"}
	played, err := matches.SingleGame{
		Graph: s.Graph, Rules: rules, Names: names, Number: next.number, Seed: s.Seed, MaxMoves: s.MaxMoves,
		Adjudicate: s.Adjudicate, Log: s.log,
	}.Play(ctx, sessions)
	if err != nil {
		return matches.Game{}, err
	}
	g := played.Record
	if g.Fault != "" { // a fault is unrelated to komi
		return matches.Game{}, fmt.Errorf("game %d at komi %v: %s: %s", next.number+1, next.komi, g.Guilty, g.Fault)
	}
	g.Trial = &matches.KomiTrial{Komi: next.komi}
	if played.Score != nil {
		margin := played.Score.Margin() + next.komi
		g.Trial.Margin = &margin
	}
	var first []board.Point
	for ply := range min(openingMoves, played.Moves.Ply()) {
		first = append(first, played.Moves.Move(ply).Point)
	}
	g.Opening = strings.Join(s.Graph.Names(first), " ")
	return g, g.WriteSGF(played.Moves)
}

// record stores a finished game.
func (s *Series) record(g matches.Game) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.played = append(s.played, g)
	return s.OnGame(g)
}

// log reports a problem in any game.
func (s *Series) log(text string) {
	if s.Log == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Log(text)
}
