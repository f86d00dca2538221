package komi

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/deadstones"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
	"rosette/lab/matches"
)

// A Plan describes the games in a search for fair komi.
type Plan struct {
	Graph    *board.Graph
	Rules    game.Rules // each game sets its own komi
	Player   *matches.Spec
	Defaults configure.Config
	Memory   string // search tree memory as written, "" for the default

	Games          int
	From, To, Step float64 // points
	Parallel       int     // games at the same time, 1 if zero
	MaxMoves       int     // 0 for three per point
	Adjudicate     float64 // as in [matches.Plan]

	Dir       string // "" for none
	Seed      uint64
	FixedSeed bool // use Seed even if the directory has a seed
}

// A Run is a search for fair komi being played.
type Run struct {
	Plan   Plan // with MaxMoves and Seed filled in
	Played []matches.Game

	conditions matches.Conditions
	dir        *matches.RunDir
	series     *Series
}

// maxGrid is the largest number of komi values.
const maxGrid = 200

// Check returns an error that describes valid values if the komi are invalid. It begins with the
// field's name in lower case.
func (p Plan) Check() error {
	ends := []struct {
		field string
		at    float64
	}{{"from", p.From}, {"to", p.To}}
	for _, komi := range ends {
		if 2*komi.at != math.Trunc(2*komi.at) || math.IsInf(komi.at, 0) { // false for NaN too
			return fmt.Errorf("%s %v; use a whole or half number", komi.field, komi.at)
		}
	}
	switch {
	case !(p.Step == 0.5 || p.Step >= 1 && p.Step == math.Trunc(p.Step)) || math.IsInf(p.Step, 0):
		return fmt.Errorf("step %v; use 0.5 or a whole number of points", p.Step)
	case !(p.From+p.Step <= p.To):
		return fmt.Errorf("from %v to %v; use two komi at least %v apart", p.From, p.To, p.Step)
	case (p.To-p.From)/p.Step >= maxGrid:
		return fmt.Errorf("from %v to %v are more than %d komi; use a larger step than %v", p.From, p.To, maxGrid,
			p.Step)
	}
	for _, komi := range ends {
		r := p.Rules
		if r.Komi = komi.at; r.Check() != nil {
			return fmt.Errorf("%s: %w", komi.field, r.Check())
		}
	}
	return nil
}

// Open opens the plan's directory, reads its games and prepares the rest. It returns a
// [matches.UnusableDirError] if the directory belongs to another plan.
func (p Plan) Open() (*Run, error) {
	p.Rules = ExactRules(p.Rules)
	p.Rules.Komi = 0
	if p.MaxMoves == 0 {
		p.MaxMoves = 3 * p.Graph.Points()
	}
	r := &Run{conditions: matches.Conditions{
		Kind: "komi", Board: p.Graph.Name(), Rules: p.Rules, Players: []string{p.Player.Text}, Openings: "seeds alone",
		Defaults: matches.DescribeDefaults(p.Defaults, p.Player.Config.Threads, p.Memory, p.Graph, p.Rules),
		Seed:     p.Seed, MaxMoves: p.MaxMoves, Adjudicate: p.Adjudicate,
		Komi: fmt.Sprintf("%v to %v by %v", p.From, p.To, p.Step),
	}}
	var err error
	if r.dir, r.Played, err = matches.OpenRunDir(p.Dir, &r.conditions, p.FixedSeed); err != nil {
		return nil, err
	}
	p.Seed = r.conditions.Seed
	r.Plan = p
	judge := &deadstones.Cache{Judge: deadstones.Judge{Network: p.Defaults.NetworkFor}}
	r.series = &Series{
		Graph: p.Graph, Rules: p.Rules, Games: p.Games, Parallel: p.Parallel, MaxMoves: p.MaxMoves,
		Adjudicate: p.Adjudicate, Seed: p.Seed,
		Player: p.Player.Player(time.Minute, matches.NewCPUTimer(matches.ProcessCPU), judge),
		Grid:   Grid(p.From, p.To, p.Step),
	}
	return r, nil
}

// Play plays the missing games. It calls onGame with each finished game after it is stored, one at
// a time. It calls log with problems if there is no directory. If ctx ends, the error includes the
// number of stored games.
func (r *Run) Play(ctx context.Context, onGame func(matches.Game), log func(text string)) error {
	done := r.Played[:len(r.Played):len(r.Played)]
	r.series.OnGame = func(g matches.Game) error {
		if err := r.dir.Keep(g); err != nil {
			return err
		}
		r.Played = append(r.Played, g)
		onGame(g)
		return nil
	}
	var unlogged error
	r.series.Log = func(text string) {
		if logged, err := r.dir.Log(time.Now(), text); err != nil {
			unlogged = err
		} else if !logged {
			log(text)
		}
	}
	err := r.series.Run(ctx, done)
	if err != nil && errors.Is(err, context.Cause(ctx)) {
		err = matches.Interrupted(len(r.Played), r.Plan.Dir != "")
	}
	return errors.Join(err, unlogged)
}

// Line summarizes the results so far in half a line.
func (r *Run) Line() string {
	curve, err := FitCurve(r.Played)
	if err != nil {
		return "fair komi unknown yet"
	}
	return fmt.Sprintf("fair komi about %.1f", curve.Even)
}

// A Flag is a command-line flag for repeating a search.
type Flag struct {
	Name  string
	Value any
}

// Command returns a command that plays the same games. The flags for the player come before those
// for the games. The number of games is the number played so far. Options that do not affect games,
// such as the directory, are left out.
func (r *Run) Command(flags []Flag) string {
	p := r.Plan
	games := p.Games
	if n := len(r.Played); n > 0 {
		games = n
	}
	flags = append(flags, Flag{"games", games}, Flag{"from", p.From}, Flag{"to", p.To}, Flag{"step", p.Step})
	if p.MaxMoves != 3*p.Graph.Points() {
		flags = append(flags, Flag{"max-moves", p.MaxMoves})
	}
	if p.Adjudicate > 0 {
		flags = append(flags, Flag{"adjudicate", p.Adjudicate})
	}
	words := []string{"rosette lab komi --board " + p.Graph.Name()}
	for _, f := range append(flags, Flag{"seed", p.Seed}) {
		words = append(words, fmt.Sprintf("--%s %s", f.Name, shellQuoted(fmt.Sprint(f.Value))))
	}
	return strings.Join(append(words, "--json"), " ")
}

// shellQuoted quotes a word for a POSIX shell.
func shellQuoted(word string) string {
	if word == "" || strings.ContainsAny(word, " \t\n'\"\\{}[]()$&|;<>*?!#~`") {
		return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
	}
	return word
}

// Summary returns the summary of the games. Command is the command that repeats them, version the
// program's version.
func (r *Run) Summary(command, version string, now time.Time) engine.FairKomi {
	c := r.conditions
	return Summarize(engine.KomiConditions{
		Kind: c.Kind, Board: c.Board, Rules: c.Rules, Players: c.Players, Defaults: c.Defaults,
		Openings: c.Openings, Seed: c.Seed, MaxMoves: c.MaxMoves, Adjudicate: c.Adjudicate, Komi: c.Komi,
	}, engine.KomiOrigin{
		Version: version, Date: now.UTC().Format(time.DateOnly), Player: r.player(), Command: command,
	}, r.Played)
}

// player describes the player, which has both colours.
func (r *Run) player() engine.KomiPlayer {
	c := r.Plan.Defaults
	p := engine.KomiPlayer{Level: c.Level, Visits: c.Visits, Seconds: c.Time.Seconds(), Threads: max(c.Threads, 1)}
	if p.Visits == 0 && p.Seconds == 0 {
		p.Seconds = configure.DefaultTime.Seconds()
	}
	if n := c.NetworkFor(r.Plan.Graph, r.Plan.Rules); n != nil && c.UsesNetwork() {
		p.Network = &engine.KomiNetwork{Name: n.Size(), Hash: n.Hash}
	}
	return p
}

// title returns the board, rules and player, for plots.
func (r *Run) title() string {
	c := r.conditions
	return fmt.Sprintf("%s, %s, %s, %s", c.Board, c.Ruleset(), c.Defaults, quote.Count(len(r.Played), "game"))
}

// PlotFile is the name of the plot in the run directory.
const PlotFile = "komi.svg"

// Plot returns the win rates and the fitted curve as SVG, and writes them to the directory.
func (r *Run) Plot() ([]byte, error) {
	var picture bytes.Buffer
	if err := PlotGames(&picture, r.title(), r.Played, r.Plan.Seed); err != nil {
		return nil, err
	}
	return picture.Bytes(), r.dir.Write(PlotFile, picture.Bytes())
}

// WriteFile replaces a file in the directory, if there is one.
func (r *Run) WriteFile(name string, data []byte) error { return r.dir.Write(name, data) }

// Close releases the directory.
func (r *Run) Close() error { return r.dir.Close() }
