// Package task encodes requests to an engine as data, so that another process can do them, and
// checks the answers. [Task.Do] does a task, and [Request.Read] reads its answer. docs/work.md
// describes both formats.
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

// Version is the version of the task and answer formats. A process rejects tasks with another
// version.
const Version = 1

// A Kind is a kind of task.
type Kind string

// The kinds of tasks.
const (
	Move     Kind = "move"     // choose a move or resign
	Komi     Kind = "komi"     // find the fair komi
	Judge    Kind = "judge"    // propose the dead stones
	Estimate Kind = "estimate" // estimate the score
	Hint     Kind = "hint"     // suggest a move and its purpose
	Advise   Kind = "advise"   // find the best move, its purpose and its worth
	Analyze  Kind = "analyze"  // search a position
)

// A Task is a request to an engine.
type Task struct {
	Version int           `json:"version"`
	Kind    Kind          `json:"kind"`
	Game    game.Saved    `json:"game"`
	Next    string        `json:"next,omitempty"`    // player to move: "b" or "w"
	Level   string        `json:"level,omitempty"`   // player level; "" for full strength
	Visits  int           `json:"visits,omitempty"`  // maximum
	Time    time.Duration `json:"time,omitempty"`    // maximum, in nanoseconds
	Clock   engine.Time   `json:"clock,omitzero"`    // time left on the player's clock, in nanoseconds
	Seed    uint64        `json:"seed,omitempty"`    // seed for random choices
	Network string        `json:"network,omitempty"` // hash of the evaluating network; "" for playouts
}

// A Request is a task with its game, which is used to check the answer.
type Request struct {
	Task
	game *game.Game
	next board.Color
}

// errNoAnalysis means that search parameters cannot be encoded in a task.
var errNoAnalysis = errors.New("a task has a search with visits and a time alone")

// New returns a request to a player configured by c, with next to move. It returns an error if
// another process cannot do it.
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

// colors holds the JSON names of the players.
var colors = [...]string{"", "b", "w"}

// Search returns a request to an analyzer. It returns an error if another process cannot do it.
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
		panic(err) // cannot happen: every field can be marshaled
	}
	return text
}

// Read decodes a task and checks that it is safe to do.
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

// settings returns c with the task's level, limits and seed.
func (t Task) settings(c configure.Config) configure.Config {
	c.Level = t.Level
	c.Visits = t.Visits
	c.Time = t.Time
	c.Seed = t.Seed
	return c
}
