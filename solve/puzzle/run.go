package puzzle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"rosette/game/sgf"
	"rosette/internal/runlog"
)

// A Run generates puzzles game by game, until there are Count puzzles or Games games have been
// played. With a log it resumes an earlier run with the same log, and makes the same puzzles as a
// run without a break.
type Run struct {
	Generator
	Count, Games int
	Network      string            // plays the games; the name has to be unique
	Progress     func(Found) error // called after each game, if not nil

	Records []*sgf.Node // puzzles from all games, see [Puzzle.Record]; may be more than Count
	Played  int         // number of games

	log *runlog.Log
}

// Found holds the puzzles found in a game, and is a line in the log.
type Found struct {
	Board   string   `json:"board"`
	Seed    uint64   `json:"seed"`
	Game    int      `json:"game"`
	Puzzles []string `json:"puzzles"` // as SGF
	Options string   `json:"options"` // options used
}

// options describes the options that affect the puzzles, besides board and seed.
func (r *Run) options() string {
	return fmt.Sprintf("rules %v, nodes %d, free %d, composed %v, theme %v, easy %d, per-theme %d, network %s",
		r.Rules, r.Nodes, r.EscapeLiberties, r.Composed, r.Only, r.Easy, r.PerTheme, r.Network)
}

// A LogError is the reason that a log cannot be used.
type LogError string

func (e LogError) Error() string { return string(e) }

// Open opens a log and loads its puzzles, and also its seed unless fixedSeed is set. [Run.Close]
// closes it.
func (r *Run) Open(name string, fixedSeed bool) error {
	log, contents, err := runlog.Open(name)
	if err != nil {
		return err
	}
	r.log = log
	games, err := runlog.Decode[Found](contents)
	if err != nil {
		return err
	}
	for _, g := range games {
		switch {
		case g.Board != r.Graph.Name():
			return LogError(fmt.Sprintf("has puzzles on %s; use --board %s or another file", g.Board, g.Board))
		case g.Seed != r.Seed && fixedSeed:
			return LogError(fmt.Sprintf("was made with --seed %d; use that seed or another file", g.Seed))
		case g.Options != r.options():
			return LogError(fmt.Sprintf("was made with other options: %s; use those or another file", g.Options))
		}
		r.Seed, r.Played = g.Seed, g.Game
		if err := r.take(g); err != nil {
			return LogError(fmt.Sprintf("game %d: %v", g.Game, err))
		}
	}
	return nil
}

// take adds the puzzles found in a game.
func (r *Run) take(g Found) error {
	if len(g.Puzzles) == 0 {
		return nil
	}
	c, err := sgf.Parse(strings.NewReader(strings.Join(g.Puzzles, "")), sgf.Options{})
	if err != nil {
		return err
	}
	for _, root := range c.Trees {
		p, err := Parse(root)
		if err != nil {
			return err
		}
		r.Know(&p)
		r.Records = append(r.Records, root)
	}
	return nil
}

// Close closes the log, if any.
func (r *Run) Close() error {
	if r.log == nil {
		return nil
	}
	return r.log.Close()
}

// Wanted returns at most Count records, in the order found.
func (r *Run) Wanted() []*sgf.Node { return r.Records[:min(len(r.Records), r.Count)] }

// Sorted returns the records from [Run.Wanted], from easiest to hardest.
func (r *Run) Sorted() []*sgf.Node {
	grade := func(n *sgf.Node) int {
		p, err := Parse(n)
		if err != nil {
			return 0
		}
		return p.Grade
	}
	sorted := slices.Clone(r.Wanted())
	slices.SortStableFunc(sorted, func(a, b *sgf.Node) int { return grade(a) - grade(b) })
	return sorted
}

// Generate plays the games. It returns an error if ctx ends first; the log then has all finished
// games.
func (r *Run) Generate(ctx context.Context) error {
	for r.Played < r.Games && len(r.Records) < r.Count {
		found, err := r.Game(ctx, r.Played+1)
		if err != nil {
			return err
		}
		r.Played++
		g := Found{Board: r.Graph.Name(), Seed: r.Seed, Game: r.Played, Puzzles: []string{}, Options: r.options()}
		room := r.Count - len(r.Records)
		for _, p := range found { // log them all: a later run may need more
			root, err := p.Record(ctx)
			if err != nil {
				return err
			}
			r.Records, g.Puzzles = append(r.Records, root), append(g.Puzzles, root.String())
		}
		if r.log != nil {
			if err := r.log.Append(g); err != nil {
				return err
			}
		}
		if r.Progress != nil {
			g.Puzzles = g.Puzzles[:min(len(g.Puzzles), room)]
			if err := r.Progress(g); err != nil {
				return err
			}
		}
	}
	return nil
}
