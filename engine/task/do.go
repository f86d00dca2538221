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

// An Answer is the result of a task. Only the field for its kind is set. Points are indices on the
// board; −1 is a pass.
type Answer struct {
	Version  int              `json:"version"`
	Choice   *Choice          `json:"choice,omitempty"`
	Komi     *float64         `json:"komi,omitempty"`
	Stones   *Stones          `json:"stones,omitempty"`
	Estimate *engine.Estimate `json:"estimate,omitempty"`
	Hint     *engine.Hint     `json:"hint,omitempty"`
	Advice   *engine.Advice   `json:"advice,omitempty"`
	Analysis *engine.Analysis `json:"analysis,omitempty"`
}

// A Choice is a move or a resignation.
type Choice struct {
	Point  board.Point `json:"point"`
	Resign bool        `json:"resign,omitempty"`
}

// Stones lists the stones judged dead and those whose status is uncertain.
type Stones struct {
	Dead   []board.Point `json:"dead"`
	Unsure []board.Point `json:"unsure"`

	Pending []life.PendingRegion `json:"pending,omitempty"` // undecided regions, where a move is worth points
}

// A NetworkError means that this process does not have the network that a task requires.
type NetworkError struct{ Hash string }

// Error returns a message with the network's hash.
func (e NetworkError) Error() string { return fmt.Sprintf("no network %.12s here", e.Hash) }

// position is the decoded position of a task, with the settings to use.
type position struct {
	Task
	config configure.Config
	game   *game.Game
	next   board.Color
}

// params returns the search limits.
func (p position) params() engine.SearchParams {
	return engine.SearchParams{Visits: p.Visits, Time: p.Time}
}

// kinds maps each kind to the functions that do a task and check its answer.
var kinds = map[Kind]struct {
	do    func(ctx context.Context, p position, a *Answer) error
	check func(r *Request, a Answer) error
}{
	Move:     {choose, checkChoice},
	Komi:     {price, checkKomi},
	Judge:    {judge, checkStones},
	Estimate: {estimate, checkEstimate},
	Hint:     {hint, checkHint},
	Advise:   {advise, checkAdvice},
	Analyze:  {analyze, checkAnalysis},
}

// Do does the task with the threads and networks in c and returns the answer as JSON. When hurry is
// closed, a move search stops and its best move so far is used. The error is a [NetworkError] if c
// does not have the task's network.
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

// useNetwork selects the task's network: the configured one or one built into the program.
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

func advise(ctx context.Context, p position, a *Answer) error {
	found, err := review.Advise(ctx, configure.Analyzer{Config: p.config}, p.game, p.next)
	a.Advice = &found
	return err
}

func analyze(ctx context.Context, p position, a *Answer) error {
	found := configure.Analyzer{Config: p.config}.Analyze(ctx, p.game, p.next, p.params())
	a.Analysis = &found
	return ctx.Err()
}
