package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/deadstones"
	"rosette/engine/matches"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A contest is what rosette match and rosette ladder have in common: the flags
// of games between programs.
type contest struct {
	f            *flags
	kind         string
	pairs        int
	reach        int
	parallel     int
	openingMoves int
	openings     string
	even         float64
	moveTimeout  time.Duration
	maxMoves     int
	adjudicate   float64
	out          string
	asJSON       bool
	sprt         *matches.SPRT

	players []*contestant
	folder  *folder
	games   []matches.Game // finished ones
	run     *matches.Tournament
	asked   conditions
}

// Bounds of what the flags take.
const (
	mostPairs   = 1_000_000
	mostOpening = 100
	mostMoves   = 100_000
)

// teach adds the flags to a command.
func (c *contest) teach(cmd *cobra.Command, pairs int) {
	set := cmd.Flags()
	set.IntVar(&c.pairs, "pairs", pairs, "`number` of openings for every two players, each played twice with the colours swapped")
	set.IntVar(&c.parallel, "parallel", 1, "`number` of games at the same time")
	set.IntVar(&c.openingMoves, "opening-moves", 4, "`number` of random moves in an opening")
	set.Float64Var(&c.even, "balanced", 0, "only openings within `x` of 50 % for a search of 1000 visits, such as 0.1; 0 allows all")
	set.StringVar(&c.openings, "openings", "", "`FILE.sgf` with a game for each opening, instead of random ones")
	set.DurationVar(&c.moveTimeout, "move-timeout", time.Minute, "a GTP engine loses the game if an answer takes longer than this `duration`")
	set.IntVar(&c.maxMoves, "max-moves", 0, "games are scored as they stand after this `number` of moves (default: three for each point)")
	set.Float64Var(&c.adjudicate, "adjudicate", 0,
		"end a game when both built-in players have given one side this `probability` for 8 turns, such as 0.99; 0 for never")
	set.StringVar(&c.out, "out", "", "`folder` for the finished games; the same command continues there")
	set.BoolVar(&c.asJSON, "json", false, "print the summary as one JSON object")
}

// check says which flags are out of bounds.
func (c *contest) check() error {
	for _, bound := range []struct {
		name       string
		n          int
		least, top int
	}{
		{"pairs", c.pairs, 1, mostPairs},
		{"reach", c.reach, 0, mostPairs},
		{"parallel", c.parallel, 1, configure.MaxThreads},
		{"opening-moves", c.openingMoves, 0, mostOpening},
		{"max-moves", c.maxMoves, 0, mostMoves},
	} {
		if bound.n < bound.least || bound.n > bound.top {
			return usageError{fmt.Errorf("--%s %d; use %d to %d", bound.name, bound.n, bound.least, bound.top)}
		}
	}
	if c.moveTimeout <= 0 || c.moveTimeout > configure.MaxTime {
		return usageError{fmt.Errorf("--move-timeout %v; use a duration up to %v, such as 60s", c.moveTimeout, configure.MaxTime)}
	}
	if c.adjudicate != 0 && !(c.adjudicate > 0.5 && c.adjudicate < 1) {
		return usageError{fmt.Errorf("--adjudicate %v; use a chance between 0.5 and 1, such as 0.99, or 0", c.adjudicate)}
	}
	if c.even != 0 && !(c.even > 0 && c.even < 0.5) {
		return usageError{fmt.Errorf("--balanced %v; use a number between 0 and 0.5, such as 0.1, or 0", c.even)}
	}
	if c.even > 0 && c.openings != "" {
		return usageError{errors.New("--balanced chooses among random openings; leave out --balanced or --openings")}
	}
	if c.f.fromFile() {
		return usageError{errors.New("players of a " + c.kind + " know no board from a file; use --board rosette-5 or another by name")}
	}
	return nil
}

// prepare reads the players, draws up the tournament and opens the folder.
func (c *contest) prepare(texts []string) error {
	if err := c.check(); err != nil {
		return err
	}
	graph, rules, err := c.f.position()
	if err != nil {
		return err
	}
	if c.players, err = c.f.contestants(texts); err != nil {
		return err
	}
	if c.maxMoves == 0 {
		c.maxMoves = 3 * graph.Points()
	}
	c.run = &matches.Tournament{
		Graph: graph, Rules: rules, Pairs: c.pairs, Reach: c.reach, Parallel: c.parallel, MaxMoves: c.maxMoves, Adjudicate: c.adjudicate, SPRT: c.sprt,
	}
	if err := c.ask(); err != nil {
		return err
	}
	book, err := c.book()
	if err != nil {
		return err
	}
	if c.folder, c.games, err = openFolder(c.out, &c.asked, c.f.set.Changed("seed")); err != nil {
		return err
	}
	c.run.Seed = c.asked.Seed
	if c.run.Openings = book; book == nil {
		c.run.Openings = matches.LuckyOpenings(graph, rules, c.openingMoves, c.run.Seed)
		if c.even > 0 {
			c.run.Openings.Even(c.even, chances(c.run.Seed))
		}
	}
	meter := matches.NewMeter(ownTime)
	judge := &deadstones.Cache{Judge: deadstones.Judge{Network: c.f.config.NetworkFor, Seed: c.run.Seed}}
	for _, p := range c.players {
		c.run.Contestants = append(c.run.Contestants, p.enter(c.moveTimeout, meter, judge))
	}
	return nil
}

// ask writes down what is asked for.
func (c *contest) ask() error {
	f, t := c.f, c.run
	c.asked = conditions{
		Kind: c.kind, Board: t.Graph.Name(), Rules: t.Rules, Openings: fmt.Sprintf("%d random moves", c.openingMoves),
		Defaults: fmt.Sprintf("level=%s visits=%d time=%v threads=%d", f.config.Level, f.config.Visits, f.config.Time, f.config.Threads),
		Seed:     f.randomSeed(), MaxMoves: c.maxMoves, MoveTimeout: c.moveTimeout.String(), Adjudicate: c.adjudicate, SPRT: c.sprt, Reach: c.reach,
	}
	if c.even > 0 {
		c.asked.Openings += fmt.Sprintf(", even within %v", c.even)
	}
	if f.set.Changed("memory") {
		c.asked.Defaults += " memory=" + f.memory.String()
	}
	if hash := f.config.NetworkHash(t.Graph, t.Rules); hash != "" {
		c.asked.Defaults += " network=" + hash
	}
	for _, p := range c.players {
		told := p.name + ": " + p.text
		if p.network {
			told += " (" + p.config.NetworkHash(t.Graph, t.Rules) + ")"
		}
		c.asked.Players = append(c.asked.Players, told)
		if c.adjudicate > 0 && len(p.engine) > 0 {
			return usageError{fmt.Errorf("--adjudicate asks both players who wins, and GTP has no word for it: leave it out where %s plays", p.name)}
		}
	}
	return nil
}

// book reads the openings of a file, if one is named.
func (c *contest) book() (*matches.Openings, error) {
	if c.openings == "" {
		return nil, nil
	}
	text, err := os.ReadFile(c.openings)
	if err != nil {
		return nil, usageError{fmt.Errorf("--openings: %w", err)}
	}
	book, err := matches.ReadOpenings(c.run.Graph, c.run.Rules, bytes.NewReader(text))
	if err != nil {
		return nil, usageError{fmt.Errorf("--openings %s: %w", c.openings, err)}
	}
	c.asked.Openings = fmt.Sprintf("%x", sha256.Sum256(text))
	return book, nil
}

// play plays what is not yet played, tells each game, and says whether it was
// interrupted.
func (c *contest) play(ctx context.Context, p *progress, stands func() string) (err error) {
	all := c.run.Games()
	if len(c.games) > 0 {
		p.sayf("%d games of %d are played already", len(c.games), all)
	}
	done := c.games[:len(c.games):len(c.games)]
	c.run.Played = func(g matches.Game) error {
		if err := c.folder.keep(g); err != nil {
			return fmt.Errorf("game %d cannot be kept: %w; those before are, and once it can the same command continues", g.Number+1, err)
		}
		c.games = append(c.games, g)
		p.sayf("game %d of %d: %s – %s %s (%s, %d moves); %s", g.Number+1, all, g.Black, g.White, g.Result, g.End, g.Moves, stands())
		return nil
	}
	var unsaid error // what the log could not take
	c.run.Log = func(text string) {
		if c.folder.path == "" {
			p.done()
			p.sayf("%s", text)
		} else if _, err := fmt.Fprintf(c.folder.log, "%s %s\n", time.Now().Format(time.RFC3339), text); err != nil {
			unsaid = fmt.Errorf("--out: %w", err)
		}
	}
	err = errors.Join(c.run.Run(ctx, done), unsaid)
	p.done()
	if ctx.Err() == nil {
		return err
	}
	if c.out == "" {
		return fmt.Errorf("interrupted after %d games, which are lost; with --out the same command would continue", len(c.games))
	}
	return fmt.Errorf("interrupted after %d games; the same command continues", len(c.games))
}

// also joins two errors in one line.
func also(a, b error) error {
	if a == nil || b == nil {
		return errors.Join(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}

// An interval is an estimate as JSON, which has no word for infinity: what is
// not finite is null.
type interval struct {
	Low  *float64 `json:"low"`
	At   *float64 `json:"at"`
	High *float64 `json:"high"`
}

func intervalOf(i matches.Interval) interval {
	finite := func(x float64) *float64 {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			return nil
		}
		return &x
	}
	return interval{finite(i.Low), finite(i.At), finite(i.High)}
}

// elo writes a difference with its interval.
func elo(i matches.Interval) string {
	if math.IsNaN(i.At) {
		return "unknown"
	}
	round := func(x float64) float64 { return math.Round(x) + 0 } // there is no -0
	return fmt.Sprintf("%+.0f (%+.0f to %+.0f)", round(i.At), round(i.Low), round(i.High))
}

// perMove writes what a move has cost.
func perMove(c matches.Cost) string {
	if c.Moves == 0 {
		return "no move"
	}
	wall := fmt.Sprintf("%.3f s", c.Wall/float64(c.Moves))
	if !c.Gauged {
		return wall + ", processor time unknown"
	}
	return fmt.Sprintf("%s, %.3f s of processor time", wall, c.CPU/float64(c.Moves))
}

// evenVisits is how well the chances of an opening are looked at.
const evenVisits = 1000

// chances returns what tells the chance of the player to move.
func chances(seed uint64) func(g *game.Game, next board.Color) float64 {
	return func(g *game.Game, next board.Color) float64 {
		r := search.Run(context.Background(), g, next, []engine.Evaluator{playout.New(seed)}, engine.SearchParams{Visits: evenVisits})
		return float64(engine.WinFor(next, r.Win))
	}
}
