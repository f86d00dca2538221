// Package task implements what an engine is asked, as data: for a process elsewhere that
// does it, and with the check of its answer. [Task.Do] does a task, [Request.Read] reads the
// answer where it is wanted. docs/work.md describes both.
package task

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/game"
	"rosette/game/board"
)

// Version is that of tasks and answers. A process does no task of another version.
const Version = 1

// A Kind says what is asked.
type Kind string

// The kinds of tasks.
const (
	Move     Kind = "move"     // choose a move, or resign
	Komi     Kind = "komi"     // name the komi of an even game
	Judge    Kind = "judge"    // propose the dead stones
	Estimate Kind = "estimate" // who is ahead
	Hint     Kind = "hint"     // a good move, and what it does
	Analyze  Kind = "analyze"  // search a position
)

// A Task is what an engine is asked.
type Task struct {
	Version int           `json:"version"`
	Kind    Kind          `json:"kind"`
	Game    game.Saved    `json:"game"`
	Next    string        `json:"next,omitempty"`    // "b" or "w", who is to move
	Level   string        `json:"level,omitempty"`   // of the player; "" for full strength
	Visits  int           `json:"visits,omitempty"`  // at most
	Time    time.Duration `json:"time,omitempty"`    // at most, in nanoseconds
	Clock   engine.Time   `json:"clock,omitzero"`    // what the clock leaves the player, in nanoseconds
	Seed    uint64        `json:"seed,omitempty"`    // of random choices
	Network string        `json:"network,omitempty"` // the hash of the network that evaluates; "" for playouts
}

// A Request is a task with the game that it is about, by which its answer is checked.
type Request struct {
	Task
	game *game.Game
	next board.Color
}

// errNoAnalysis means that a search is asked for more than a task can say.
var errNoAnalysis = errors.New("a task has a search with visits and a time alone")

// New returns what a player by a Config is asked about a game, with next to move. The error
// is that no other process can do it.
func New(kind Kind, c configure.Config, g *game.Game, next board.Color) (*Request, error) {
	saved, err := g.Save()
	if err != nil {
		return nil, err
	}
	r := &Request{game: g.Clone(), next: next, Task: Task{
		Version: Version, Kind: kind, Game: saved, Next: colors[next],
		Level: c.Level, Visits: c.Visits, Time: c.Time, Seed: c.Seed,
	}}
	if c.UsesNetwork() || kind == Judge {
		r.Network = c.NetworkHash(g.Graph(), g.Rules())
	}
	return r, nil
}

// colors are the players in a task.
var colors = [...]string{"", "b", "w"}

// Search returns what an analyzer is asked. The error is that no other process can do it.
func Search(kind Kind, c configure.Config, g *game.Game, next board.Color, p engine.SearchParams) (*Request, error) {
	if p.Nodes != 0 || p.EarlyStop || p.AllowMoves != nil || p.Avoid != nil || p.PruneSymmetries ||
		p.WideRootNoise != 0 ||
		p.RootPolicyTemperature != 0 || p.OwnershipDetails || p.OnProgress != nil {
		return nil, errNoAnalysis
	}
	c.Level = ""
	c.Visits = p.Visits
	c.Time = p.Time
	return New(kind, c, g, next)
}

// Bytes returns the task as JSON.
func (t Task) Bytes() []byte {
	text, err := json.Marshal(t)
	if err != nil {
		panic(err) // it has no field that could fail
	}
	return text
}

// Read reads a task. It checks what is needed to do it without harm.
func Read(text []byte) (t Task, err error) {
	if err := json.Unmarshal(text, &t); err != nil {
		return t, err
	}
	_, known := kinds[t.Kind]
	switch {
	case t.Version != Version:
		return t, fmt.Errorf("a task of version %d; this program does version %d", t.Version, Version)
	case !known:
		return t, fmt.Errorf("no kind of task %q", string(t.Kind))
	case t.Clock.Main < 0 || t.Clock.Increment < 0 || t.Clock.Period < 0 || t.Clock.Move < 0:
		return t, errors.New("a clock with less than no time")
	}
	return t, t.settings(configure.Config{}).Check()
}

// settings returns the Config with what the task says of it.
func (t Task) settings(c configure.Config) configure.Config {
	c.Level = t.Level
	c.Visits = t.Visits
	c.Time = t.Time
	c.Seed = t.Seed
	return c
}
