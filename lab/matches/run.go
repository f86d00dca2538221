package matches

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/deadstones"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
)

// A Plan describes the games of a match or a ladder.
type Plan struct {
	Kind     string // match or ladder
	Graph    *board.Graph
	Rules    game.Rules
	Players  []*Spec
	Defaults configure.Config // of local players, for Conditions; its network judges dead stones
	Memory   string           // search tree memory as written, "" for the default

	Pairs         int     // of games between every two players
	Reach         int     // only players at most this far apart in the list meet; 0 for all
	Parallel      int     // games at the same time
	MaxMoves      int     // 0 for three per point
	OpeningMoves  int     // random moves at the start
	Balanced      float64 // largest distance of an opening's win probability from 1/2; 0 for any opening
	Book          []byte  // SGF with one opening per game, nil for random openings
	BookCharset   string  // charset of Book, "" to detect it
	AnswerTimeout time.Duration
	Adjudicate    float64 // a game ends when both players give one side this win probability, 0.5 … 1; 0 for never
	SPRT          *SPRT

	Dir       string // "" for none
	Seed      uint64
	FixedSeed bool // use Seed even if the directory has a seed
}

// A Run is a plan being played.
type Run struct {
	Conditions Conditions
	Games      []Game // finished games

	dir        *RunDir
	path       string
	tournament *Tournament
}

// AdjudicateGTPError means that a plan adjudicates games with a GTP engine.
type AdjudicateGTPError struct{ Player string }

func (e AdjudicateGTPError) Error() string {
	return fmt.Sprintf("adjudicate needs the win rates of both players, which GTP does not report; omit it for %s",
		e.Player)
}

// Open opens the plan's directory, reads its games and prepares the rest. It returns an
// [UnusableDirError] if the directory belongs to another plan.
func (p Plan) Open() (*Run, error) {
	if p.MaxMoves == 0 {
		p.MaxMoves = 3 * p.Graph.Points()
	}
	t := &Tournament{
		Graph: p.Graph, Rules: p.Rules, Pairs: p.Pairs, Reach: p.Reach, Parallel: p.Parallel,
		MaxMoves: p.MaxMoves, Adjudicate: p.Adjudicate, SPRT: p.SPRT,
	}
	conditions, err := p.conditions()
	if err != nil {
		return nil, err
	}
	r := &Run{Conditions: conditions, path: p.Dir, tournament: t}
	if p.Book != nil {
		if t.Openings, err = ReadOpenings(p.Graph, p.Rules, bytes.NewReader(p.Book), p.BookCharset); err != nil {
			return nil, &BookError{err}
		}
	}
	if r.dir, r.Games, err = OpenRunDir(p.Dir, &r.Conditions, p.FixedSeed); err != nil {
		return nil, err
	}
	t.Seed = r.Conditions.Seed
	if t.Openings == nil {
		t.Openings = RandomOpenings(p.Graph, p.Rules, p.OpeningMoves, t.Seed)
		if p.Balanced > 0 {
			t.Openings.Balanced(p.Balanced, winBySearch(t.Seed))
		}
	}
	timer := NewCPUTimer(ProcessCPU)
	judge := &deadstones.Cache{Judge: deadstones.Judge{Network: p.Defaults.NetworkFor}}
	for _, s := range p.Players {
		t.Players = append(t.Players, s.Player(p.AnswerTimeout, timer, judge))
	}
	return r, nil
}

// A BookError is an error in a plan's openings.
type BookError struct{ Err error }

func (e *BookError) Error() string { return e.Err.Error() }

func (e *BookError) Unwrap() error { return e.Err }

// conditions returns the conditions that identify the run.
func (p Plan) conditions() (Conditions, error) {
	c := Conditions{
		Kind: p.Kind, Board: p.Graph.Name(), Rules: p.Rules, Openings: fmt.Sprintf("%d random moves", p.OpeningMoves),
		Defaults: DescribeDefaults(p.Defaults, p.Defaults.Threads, p.Memory, p.Graph, p.Rules),
		Seed:     p.Seed, MaxMoves: p.MaxMoves, MoveTimeout: p.AnswerTimeout.String(), Adjudicate: p.Adjudicate,
		SPRT: p.SPRT, Reach: p.Reach,
	}
	if p.Balanced > 0 {
		c.Openings += fmt.Sprintf(", even within %v", p.Balanced)
	}
	if p.Book != nil {
		c.Openings = fmt.Sprintf("%x", sha256.Sum256(p.Book))
	}
	for _, s := range p.Players {
		text := s.Name + ": " + s.Text
		if s.OwnNetwork {
			text += " (" + s.Config.NetworkHash(p.Graph, p.Rules) + ")"
		}
		c.Players = append(c.Players, text)
		if p.Adjudicate > 0 && len(s.Command) > 0 {
			return c, AdjudicateGTPError{s.Name}
		}
	}
	return c, nil
}

// DescribeDefaults formats local players' options for [Conditions]. Memory is the text as written,
// "" for the default.
func DescribeDefaults(c configure.Config, threads int, memory string, g *board.Graph, r game.Rules) string {
	text := fmt.Sprintf("level=%s visits=%d time=%v threads=%d", c.Level, c.Visits, c.Time, threads)
	if memory != "" {
		text += " memory=" + memory
	}
	if hash := c.NetworkHash(g, r); hash != "" {
		text += " network=" + hash
	}
	return text
}

// Graph returns the board.
func (r *Run) Graph() *board.Graph { return r.tournament.Graph }

// Total returns the number of games, if no test ends the run early.
func (r *Run) Total() int { return r.tournament.Games() }

// Play plays the missing games. It calls onGame with each finished game after it is stored, one at
// a time. It calls log with problems if there is no directory, and if openings repeat. If ctx ends,
// the error includes the number of stored games.
func (r *Run) Play(ctx context.Context, onGame func(Game), log func(text string)) error {
	done := r.Games[:len(r.Games):len(r.Games)]
	r.tournament.OnGame = func(g Game) error {
		if err := r.dir.Keep(g); err != nil {
			return fmt.Errorf("cannot store game %d: %w; earlier games are stored, and the same command resumes", g.Number+1, err)
		}
		r.Games = append(r.Games, g)
		onGame(g)
		return nil
	}
	var unlogged error
	r.tournament.Log = func(text string) {
		if logged, err := r.dir.Log(time.Now(), text); err != nil {
			unlogged = err
		} else if !logged {
			log(text)
		}
	}
	if again := r.tournament.Openings.repeated(r.tournament.Pairs); again != "" {
		log(again)
	}
	err := r.tournament.Run(ctx, done)
	if err != nil && errors.Is(err, context.Cause(ctx)) {
		err = Interrupted(len(r.Games), r.path != "")
	}
	return errors.Join(err, unlogged)
}

// Interrupted returns the error for a run that was interrupted after that many games. Kept reports
// whether they are stored.
func Interrupted(games int, kept bool) error {
	if !kept {
		return fmt.Errorf("interrupted after %s, not stored; use --out to resume with the same command",
			quote.Count(games, "game"))
	}
	return fmt.Errorf("interrupted after %s; the same command resumes", quote.Count(games, "game"))
}

// WriteFile replaces a file in the directory, if there is one.
func (r *Run) WriteFile(name string, data []byte) error { return r.dir.Write(name, data) }

// Close releases the directory.
func (r *Run) Close() error { return r.dir.Close() }

// balanceVisits is the number of search visits for judging an opening.
const balanceVisits = 1000

// winBySearch returns a function that estimates the mover's win probability.
func winBySearch(seed uint64) winFunc {
	return func(ctx context.Context, g *game.Game, next board.Color) float64 {
		a := search.Run(ctx, g, next, []engine.Evaluator{playout.New(seed)}, engine.SearchParams{Visits: balanceVisits})
		return float64(engine.WinFor(next, a.Win))
	}
}
