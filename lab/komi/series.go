// Package komi implements the search for the fair komi of a board: a [Series] of
// games of one player against itself at several komi, the logistic fit of how
// often Black wins ([EstimateKomi]), and the summary that pages and commands show.
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

// A Series plays one player against itself at several komi. Games begin with the
// empty board, because the value of Black's first move is what is sought: they
// differ only by the seed of each game.
//
// First every komi of the grid is played at, [gridRounds] times; then come rounds
// near where Black has won half of the games so far. What a round plays depends
// only on the rounds before it, so an interrupted series continues as if it had
// not been interrupted, and a longer one begins like a shorter one. A fault of
// the player stops it.
type Series struct {
	Graph    *board.Graph
	Rules    game.Rules // komi is that of each game
	Player   matches.Player
	Grid     []float64 // the komi to play at, in increasing order
	Games    int
	Parallel int // games at the same time, 1 if zero
	MaxMoves int
	Seed     uint64

	Adjudicate float64 // as in [matches.Plan]: a decided game ends and has no margin

	OnGame func(matches.Game) error // is called with each finished game, one at a time; required
	Log    func(text string)        // is called with what went wrong, one at a time; may be nil

	mu     sync.Mutex // guards played and calls of OnGame and Log
	played []matches.Game
}

// gridRounds is how often each komi of the grid is played at before the rounds
// that depend on results.
const gridRounds = 2

// roundShares are the shares of wins near which the games of a round are played:
// most near a half, and some farther away, which determine the slope of the curve.
var roundShares = []float64{0.5, 0.35, 0.65, 0.5, 0.2, 0.8, 0.5, 0.4, 0.6, 0.5, 0.3, 0.7}

// openingMoves is how many first moves are kept as a game's opening.
const openingMoves = 6

// ExactRules returns rules under which games end with an exact score. Under area
// scoring it costs nothing to capture dead stones, so every stone on the board at
// the end counts as alive.
func ExactRules(r game.Rules) game.Rules {
	if r.Scoring != game.ScoringTerritory {
		r.Ending = game.EndingAllAlive
	}
	return r
}

// Run plays every game that is not in done, until all are played or ctx ends,
// which is an error. Games that have begun by then are dropped.
func (s *Series) Run(ctx context.Context, done []matches.Game) error {
	if len(s.Grid) == 0 {
		return errors.New("a series needs komi to play at")
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

// round returns the komi of the games from a number on.
func (s *Series) round(from int) []float64 {
	if from < gridRounds*len(s.Grid) {
		return s.Grid
	}
	before := slices.DeleteFunc(slices.Clone(s.played), func(g matches.Game) bool { return g.Number >= from })
	curve, err := fitGames(before, StepOf(before))
	komis := make([]float64, len(roundShares))
	for i, share := range roundShares {
		if err != nil { // there is no curve yet
			komis[i] = s.Grid[i*len(s.Grid)/len(roundShares)]
			continue
		}
		komis[i] = nearest(s.Grid, curve.Komi(share))
	}
	return komis
}

// nearest returns the value of the grid nearest to x, the lower of two.
func nearest(grid []float64, x float64) float64 {
	best := grid[0]
	for _, k := range grid {
		if max(k-x, x-k) < max(best-x, x-best) {
			best = k
		}
	}
	return best
}

// A scheduledGame is a game to be played at a komi.
type scheduledGame struct {
	number int
	komi   float64
}

// playRound plays those games of a round that have not been played.
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

// work plays games until there are no more, or ctx ends.
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

// play plays a game at a komi.
func (s *Series) play(ctx context.Context, next scheduledGame, sessions board.ByColor[matches.Session]) (matches.Game, error) {
	rules := s.Rules
	rules.Komi = next.komi
	names := board.ByColor[string]{board.Black: s.Player.Name + ", black", board.White: s.Player.Name + ", white"}
	played, err := matches.SingleGame{
		Graph: s.Graph, Rules: rules, Names: names, Number: next.number, Seed: s.Seed, MaxMoves: s.MaxMoves, Adjudicate: s.Adjudicate, Log: s.log,
	}.Play(ctx, sessions)
	if err != nil {
		return matches.Game{}, err
	}
	g := played.Record
	if g.Fault != "" { // a fault has nothing to do with komi
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

// log reports what went wrong in any game.
func (s *Series) log(text string) {
	if s.Log == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.Log(text)
}
