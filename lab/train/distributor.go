package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A Distributor distributes self-play games to this process and to others.
type Distributor interface {
	// Do plays the game in this process by calling here, or sends the order to another process.
	// When read accepts that process's answer, Do calls keep.
	Do(ctx context.Context, order []byte, read func(answer []byte) (keep func(), err error),
		here func(context.Context) error) error
	// Share sets the number of concurrent games here, and returns the total here and elsewhere.
	Share(here int) (total int)
}

// A GameOrder describes a self-play game for another process. The order and the network determine
// the game.
type GameOrder struct {
	Version  int                    `json:"version"`
	Board    string                 `json:"board"`
	Rules    []Weighted[game.Rules] `json:"rules"` // the game draws one
	Schedule VisitSchedule          `json:"schedule"`
	Agreed   float64                `json:"agreed,omitempty"` // see [SelfPlay.Agreed]
	Seed     uint64                 `json:"seed"`
	Number   uint64                 `json:"number"`  // of the game
	Network  string                 `json:"network"` // hash, or "playouts"
}

// orderVersion is the version of orders and returned games.
const orderVersion = 3

// order returns the order for a game.
func (y *SelfPlay) order(graph *board.Graph, number uint64) GameOrder {
	return GameOrder{
		Version: orderVersion, Board: graph.Name(), Rules: y.Rules, Schedule: y.VisitSchedule, Agreed: y.Agreed,
		Seed: y.Seed, Number: number, Network: y.Evaluators.Network(),
	}
}

// Bytes returns the order as JSON.
func (o GameOrder) Bytes() []byte {
	text, err := json.Marshal(o)
	if err != nil {
		panic(err) // no field can fail
	}
	return text
}

// mostVisits is the largest number of visits in an order.
const mostVisits = 1 << 20

// readOrder parses an order and rejects values that would make the game too
// expensive or impossible to play.
func readOrder(text []byte) (o GameOrder, graph *board.Graph, err error) {
	if err := json.Unmarshal(text, &o); err != nil {
		return o, nil, err
	}
	if o.Version != orderVersion {
		return o, nil, fmt.Errorf("order version %d; this program supports version %d", o.Version, orderVersion)
	}
	v := o.Schedule
	if v.Full < 2 || v.Fast < 2 || max(v.Full, v.Fast) > mostVisits || !(v.FullShare > 0 && v.FullShare <= 1) ||
		v.RootMoves < 1 || v.FastMoves < 0 || !(o.Agreed >= 0 && o.Agreed <= 1) || len(o.Rules) == 0 {
		return o, nil, errors.New("the self-play order has numbers out of range")
	}
	for _, r := range o.Rules {
		if err := r.Value.Check(); err != nil || !(r.Weight > 0 && r.Weight <= maxBoardWeight) {
			return o, nil, errors.Join(errors.New("the self-play order has invalid rules"), err)
		}
	}
	graph, err = board.Named(o.Board)
	return o, graph, err
}

// A Fetcher returns a network file by its hash.
type Fetcher func(ctx context.Context, hash string) ([]byte, error)

// A Player plays self-play games for other processes. The zero Player is ready to use. It is safe
// for concurrent use.
type Player struct {
	mu      sync.Mutex
	network *neural.Network // the last one used
}

// Play plays an order and returns the game as JSON. It fetches a missing network once. It calls
// pause before each move; pause may block.
func (p *Player) Play(ctx context.Context, order []byte, fetch Fetcher, pause func(context.Context)) ([]byte, error) {
	o, graph, err := readOrder(order)
	if err != nil {
		return nil, err
	}
	network, err := p.networkOf(ctx, o.Network, fetch)
	if err != nil {
		return nil, err
	}
	if network != nil {
		for _, r := range o.Rules {
			if !network.Applies(graph, r.Value) {
				return nil, fmt.Errorf("network %.12s does not support %s", o.Network, o.Board)
			}
		}
	}
	y := SelfPlay{
		VisitSchedule: o.Schedule, Sampling: Sampling{Rules: o.Rules}, Evaluators: EvaluatorsOf(network), Seed: o.Seed,
		Agreed: o.Agreed, pause: pause,
	}
	played, err := y.game(ctx, graph, o.Number)
	if err != nil {
		return nil, err
	}
	return played.bytes()
}

// networkOf returns the network with that hash, or nil for playouts. Other games wait while it is
// fetched.
func (p *Player) networkOf(ctx context.Context, hash string, fetch Fetcher) (*neural.Network, error) {
	if hash == Playouts {
		return nil, nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.network != nil && p.network.Hash == hash {
		return p.network, nil
	}
	file, err := fetch(ctx, hash)
	if err != nil {
		return nil, err
	}
	n, err := neural.Read(bytes.NewReader(file))
	if err != nil {
		return nil, err
	}
	if n.Hash != hash {
		return nil, fmt.Errorf("got network %.12s instead of %.12s", n.Hash, hash)
	}
	p.network = n
	return n, nil
}
