package matches

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"rosette/game"
	"rosette/game/board"
)

// A Series plays one contestant against itself at several komi, in search of
// the fair one. Games begin with the empty board, because the worth of Black's
// first move is what is asked for: they differ by the seed of each game alone.
//
// First every komi of the grid is played at, [wide] times; then come rounds
// near where Black wins half of the games so far. What a round plays depends on
// the rounds before it alone, so that an interrupted series goes on as if it had
// not been, and a longer one begins like a shorter one. A player who does
// something wrong stops it.
type Series struct {
	Graph    *board.Graph
	Rules    game.Rules // komi is that of each game
	Player   Contestant
	Grid     []float64 // the komi that are played at, rising
	Games    int
	Parallel int // games at the same time, 1 if zero
	MaxMoves int
	Seed     uint64

	Played func(Game) error  // hears of each game when it is over, one at a time; required
	Log    func(text string) // hears what went wrong
	mu     sync.Mutex        // of what the games share
	all    []Game
}

// A Trial is what a game tells of fair komi.
type Trial struct {
	Komi   float64  `json:"komi"`
	Margin *float64 `json:"margin"` // Black's points less White's, komi left out; nil if the game was not counted
}

// wide is how often each komi of the grid is played at before the rounds.
const wide = 2

// aims are the shares of wins near which the games of a round are played: most
// near a half, some beside it, which tell how steep the curve is.
var aims = []float64{0.5, 0.35, 0.65, 0.5, 0.2, 0.8, 0.5, 0.4, 0.6, 0.5, 0.3, 0.7}

// ahead is how many moves from the beginning are kept as a game's opening.
const ahead = 6

// Exact returns rules under which games end with an exact score: who has to
// take dead stones off loses nothing by it unless territory counts, so there
// every stone is alive at the end.
func Exact(r game.Rules) game.Rules {
	if r.Scoring != game.ScoringTerritory {
		r.Ending = game.EndingAllAlive
	}
	return r
}

// Run plays every game that is not done, until all are or ctx ends, which is an
// error. Games that have begun then are dropped.
func (s *Series) Run(ctx context.Context, done []Game) error {
	if len(s.Grid) == 0 {
		return errors.New("arena: a series needs komi to play at")
	}
	s.all = slices.Clone(done)
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
	if from < wide*len(s.Grid) {
		return s.Grid
	}
	before := slices.DeleteFunc(slices.Clone(s.all), func(g Game) bool { return g.Number >= from })
	curve, err := fitted(before, StepOf(before))
	komis := make([]float64, len(aims))
	for i, aim := range aims {
		if err != nil { // nothing says where to look
			komis[i] = s.Grid[i*len(s.Grid)/len(aims)]
			continue
		}
		komis[i] = nearest(s.Grid, curve.Komi(aim))
	}
	return komis
}

// nearest returns what is nearest to x, the lower of two.
func nearest(grid []float64, x float64) float64 {
	best := grid[0]
	for _, k := range grid {
		if max(k-x, x-k) < max(best-x, x-best) {
			best = k
		}
	}
	return best
}

// A trialDue is a game at a komi to be played.
type trialDue struct {
	number int
	komi   float64
}

// playRound plays those games of a round that are not done.
func (s *Series) playRound(ctx context.Context, from int, komis []float64) error {
	have := map[int]bool{}
	for _, g := range s.all {
		have[g.Number] = true
	}
	games := make(chan trialDue, len(komis))
	for i, komi := range komis {
		if !have[from+i] {
			games <- trialDue{from + i, komi}
		}
	}
	close(games)
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	var all sync.WaitGroup
	for range min(max(1, s.Parallel), max(1, len(games))) {
		all.Go(func() {
			if err := s.work(ctx, games); err != nil {
				stop(err)
			}
		})
	}
	all.Wait()
	return context.Cause(ctx)
}

// work plays games until there is none left.
func (s *Series) work(ctx context.Context, games <-chan trialDue) (err error) {
	var seats board.ByColor[Seat]
	var words Transcript
	for _, c := range board.Colors {
		seats[c] = s.Player.Open(words.For(s.Player.Name + ", " + c.String()))
		defer func() { err = errors.Join(err, seats[c].Leave()) }()
	}
	for next := range games {
		if ctx.Err() != nil {
			return nil // whoever ended it has said why
		}
		played, err := s.play(ctx, next, seats)
		if ctx.Err() != nil {
			return nil
		}
		if err == nil {
			err = s.enter(played)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// play plays a game at a komi.
func (s *Series) play(ctx context.Context, next trialDue, seats board.ByColor[Seat]) (Game, error) {
	rules := s.Rules
	rules.Komi = next.komi
	t := &Tournament{
		Graph: s.Graph, Rules: rules, MaxMoves: s.MaxMoves, Seed: s.Seed, Log: s.Log,
		Openings:    &Openings{fixed: []Opening{nil}},
		Contestants: []Contestant{{Name: s.Player.Name + ", black"}, {Name: s.Player.Name + ", white"}},
	}
	r, err := t.see(ctx, due{number: next.number, pair: next.number, black: 0, white: 1}, seats)
	if err != nil {
		return Game{}, err
	}
	if r.made.Fault != "" { // it says nothing of komi
		return Game{}, fmt.Errorf("arena: game %d at komi %v: %s: %s", next.number+1, next.komi, r.made.Guilty, r.made.Fault)
	}
	r.made.Trial = &Trial{Komi: next.komi}
	if r.score != nil {
		margin := r.score.Margin() + next.komi
		r.made.Trial.Margin = &margin
	}
	var first []game.Move
	for ply := range min(ahead, r.game.Ply()) {
		first = append(first, r.game.Move(ply))
	}
	r.made.Opening = names(s.Graph, first)
	return r.made, r.made.record(r.game)
}

// enter tells of a game.
func (s *Series) enter(g Game) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.all = append(s.all, g)
	return s.Played(g)
}
