package task

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// An Answer is what a task has found. The field of its kind is set. Points are numbers in
// the order of the board; −1 is a pass.
type Answer struct {
	Version  int              `json:"version"`
	Choice   *Choice          `json:"choice,omitempty"`
	Komi     *float64         `json:"komi,omitempty"`
	Stones   *Stones          `json:"stones,omitempty"`
	Estimate *engine.Estimate `json:"estimate,omitempty"`
	Hint     *engine.Hint     `json:"hint,omitempty"`
	Analysis *engine.Analysis `json:"analysis,omitempty"`
}

// A Choice is a move, or that the player resigns.
type Choice struct {
	Point  board.Point `json:"point"`
	Resign bool        `json:"resign,omitempty"`
}

// Stones are those that are taken for dead, and those of which nobody can be sure.
type Stones struct {
	Dead   []board.Point `json:"dead"`
	Unsure []board.Point `json:"unsure"`

	Pending []life.PendingRegion `json:"pending,omitempty"` // where a move is worth points
}

// A NetworkError says that this process lacks the network of a task.
type NetworkError struct{ Hash string }

// Error names the network.
func (e NetworkError) Error() string { return fmt.Sprintf("no network %.12s here", e.Hash) }

// A position is what a task is about.
type position struct {
	Task
	config configure.Config
	game   *game.Game
	next   board.Color
}

// params are the limits of a search.
func (p position) params() engine.SearchParams {
	return engine.SearchParams{Visits: p.Visits, Time: p.Time}
}

// kinds are how tasks are done and their answers checked; one line teaches one kind.
var kinds = map[Kind]struct {
	do    func(ctx context.Context, p position, a *Answer) error
	check func(r *Request, a Answer) error
}{
	Move:     {choose, checkChoice},
	Komi:     {price, checkKomi},
	Judge:    {judge, checkStones},
	Estimate: {estimate, checkEstimate},
	Hint:     {hint, checkHint},
	Analyze:  {analyze, checkAnalysis},
}

// Do does a task with the threads and networks of a Config, and returns the answer as JSON. When hurry is
// closed a move is chosen by what is known then. The error is a [NetworkError] if the network of
// the task is none of the Config.
func (t Task) Do(ctx context.Context, c configure.Config, hurry <-chan struct{}) ([]byte, error) {
	p := position{Task: t, config: t.settings(c)}
	var err error
	if p.game, err = t.Game.Game(); err != nil {
		return nil, err
	}
	if err := p.useNetwork(); err != nil {
		return nil, err
	}
	for _, c := range board.Colors {
		if colors[c] == t.Next {
			p.next = c
		}
	}
	if p.next == board.Empty && t.Kind != Komi && t.Kind != Judge {
		return nil, errors.New("a task does not say who is to move")
	}
	if t.Kind == Move {
		thinking, stop := context.WithCancel(ctx)
		defer stop()
		go func() {
			select {
			case <-hurry:
				stop()
			case <-thinking.Done():
			}
		}()
		ctx = thinking
	}
	a := Answer{Version: Version}
	if err := kinds[t.Kind].do(ctx, p, &a); err != nil {
		return nil, err
	}
	return json.Marshal(a)
}

// useNetwork has the Config use the network of the task, its own or one that comes with the program.
func (p *position) useNetwork() error {
	if p.Network == "" {
		p.config.Playouts = true
		return nil
	}
	p.config.Playouts, p.config.Warn = false, nil
	for _, own := range []bool{true, false} {
		if !own {
			p.config.Network = nil
		}
		if p.config.NetworkHash(p.game.Graph(), p.game.Rules()) == p.Network {
			return nil
		}
	}
	return NetworkError{p.Network}
}

func choose(ctx context.Context, p position, a *Answer) error {
	player, err := p.config.Player()
	if err != nil {
		return err
	}
	choice, err := player.Choose(ctx, p.game, p.next, p.Clock)
	a.Choice = &Choice{choice.Move, choice.Resign}
	return err
}

func price(ctx context.Context, p position, a *Answer) error {
	player, err := p.config.Player()
	if err != nil {
		return err
	}
	komi, err := player.EvenKomi(ctx, p.game)
	a.Komi = &komi
	return err
}

func judge(ctx context.Context, p position, a *Answer) error {
	found, err := p.config.Judge().Propose(ctx, p.game)
	a.Stones = &Stones{
		Dead: found.Dead, Unsure: found.Unsure, Pending: life.NamedPending(p.game.Graph(), found.Pending),
	}
	return err
}

func estimate(ctx context.Context, p position, a *Answer) error {
	found, err := p.config.Estimate(ctx, p.game, p.next, p.params())
	a.Estimate = &found
	return err
}

func hint(ctx context.Context, p position, a *Answer) error {
	found, err := review.Hint(ctx, configure.Analyzer{Config: p.config}, p.game, p.next)
	a.Hint = &found
	return err
}

func analyze(ctx context.Context, p position, a *Answer) error {
	found := configure.Analyzer{Config: p.config}.Analyze(ctx, p.game, p.next, p.params())
	a.Analysis = &found
	return ctx.Err()
}
