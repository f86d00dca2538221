package train

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"sync/atomic"
	"testing"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/goldentest"
)

// An awayPlayer has every game played as another process would play it.
type awayPlayer struct {
	Player
	files   map[string][]byte
	fetched atomic.Int64
}

func (a *awayPlayer) Share(here int) int { return here + 2 }

func (a *awayPlayer) Do(
	ctx context.Context, order []byte, read func([]byte) (func(), error), _ func(context.Context) error,
) error {
	answer, err := a.Play(ctx, order, func(_ context.Context, hash string) ([]byte, error) {
		a.fetched.Add(1)
		if file := a.files[hash]; file != nil {
			return file, nil
		}
		return nil, errors.New("no such network")
	}, func(context.Context) {})
	if err != nil {
		return err
	}
	keep, err := read(answer)
	if err == nil {
		keep()
	}
	return err
}

// away returns self-play on base 2, by a network that is transferred or by playouts, with the
// player elsewhere.
func away(t testing.TB, playouts bool) (*SelfPlay, *awayPlayer) {
	t.Helper()
	graph := board.Rosette(2)
	net, err := neural.Random(graph.Lattice(), 2, 16, 3)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := net.Write(&file); err != nil {
		t.Fatal(err)
	}
	if net, err = neural.Read(bytes.NewReader(file.Bytes())); err != nil {
		t.Fatal(err)
	}
	a := &awayPlayer{files: map[string][]byte{net.Hash: file.Bytes()}}
	y := &SelfPlay{
		VisitSchedule: VisitSchedule{Full: 24, Fast: 8, FullShare: 0.5, RootMoves: 8},
		Sampling:      Sampling{Boards: []Weighted[*board.Graph]{{graph, 1}}, Rules: Rulesets(game.DefaultRules(graph))},
		Evaluators:    EvaluatorsOf(net), Seed: 5, Games: 20, Threads: 2,
	}
	if playouts {
		y.Evaluators = EvaluatorsOf(nil)
	}
	return y, a
}

func TestGamesThatArePlayedElsewhereMakeTheSameShard(t *testing.T) {
	for _, playouts := range []bool{false, true} {
		y, a := away(t, playouts)
		here := batch(t, y, 3)
		y.Distributor = a
		there := batch(t, y, 3)
		one, err := here.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		two, err := there.Bytes()
		if err != nil || !bytes.Equal(one, two) {
			t.Errorf("playouts %v: the shards differ, %v", playouts, err)
		}
		for i, p := range here.Games {
			q := there.Games[i]
			if p.WouldResign != q.WouldResign || p.Recovered != q.Recovered || p.Game.Board().Hash() != q.Game.Board().Hash() {
				t.Errorf("playouts %v: game %d is another one", playouts, i)
			}
		}
		if n, want := a.fetched.Load(), map[bool]int64{false: 1, true: 0}[playouts]; n != want {
			t.Errorf("the network was fetched %d times", n)
		}
	}
}

func TestWhatTravelsOfSelfPlayIsDescribed(t *testing.T) {
	goldentest.SchemaOf(t, "../../docs/work.schema.json", map[string]any{"order": GameOrder{}, "played": playedRecord{}, "sample": sampleRecord{}})
}

// one returns a game played elsewhere, and its order.
func one(t testing.TB) (o GameOrder, r playedRecord) {
	t.Helper()
	y, _ := away(t, true)
	text, err := os.ReadFile("testdata/played.json")
	if err == nil {
		err = json.Unmarshal(text, &r)
	}
	if err != nil {
		t.Fatal(err)
	}
	return y.order(y.Boards[0].Value, 0), r
}

func TestAGameThatWasNotPlayedSoIsRefused(t *testing.T) {
	o, good := one(t)
	whole, err := json.Marshal(good)
	if err == nil {
		_, err = o.Read(whole)
	}
	if err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*playedRecord){
		"version":            func(r *playedRecord) { r.Version++ },
		"board":              func(r *playedRecord) { r.Game.Board = "rosette-3" },
		"rules":              func(r *playedRecord) { r.Game.Rules.Ending = game.EndingFlower },
		"komi":               func(r *playedRecord) { r.Game.Rules.Komi = 0.25 },
		"start":              func(r *playedRecord) { r.Game.Start = "b" + strings.Repeat(".", board.Rosette(2).Points()-1) },
		"prisoners":          func(r *playedRecord) { r.Game.Prisoners[board.Black] = 5 },
		"result":             func(r *playedRecord) { r.Result = "B+99" },
		"resigned":           func(r *playedRecord) { r.Resigned = 7 },
		"missing move":       func(r *playedRecord) { r.Game.Moves = r.Game.Moves[:len(r.Game.Moves)-1] },
		"move after the end": func(r *playedRecord) { r.Game.Moves = append(r.Game.Moves, r.Game.Moves[len(r.Game.Moves)-2]) },
		"occupied point":     func(r *playedRecord) { r.Game.Moves[2] = strings.Replace(r.Game.Moves[0], "w", "b", 1) },
		"turn": func(r *playedRecord) {
			r.Game.Moves[0] = strings.NewReplacer("b ", "w ", "w ", "b ").Replace(r.Game.Moves[0])
		},
		"ply":    func(r *playedRecord) { r.Samples[0].Ply, r.Samples[1].Ply = r.Samples[1].Ply, r.Samples[0].Ply },
		"policy": func(r *playedRecord) { r.Samples[0].Policy = r.Samples[0].Policy[2:] },
		"sum":    func(r *playedRecord) { r.Samples[0].Policy = make([]byte, len(r.Samples[0].Policy)) },
		"illegal move of a policy": func(r *playedRecord) {
			p := r.Samples[len(r.Samples)-1].Policy
			clear(p)
			graph := board.Rosette(2)
			moves, err := r.Game.Points()
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range moves {
				if m.Point != board.Pass && int(m.Point) < graph.Points() {
					p[2*m.Point], p[2*m.Point+1] = 0xff, 0xff
					return
				}
			}
		},
		"reply":  func(r *playedRecord) { r.Samples[0].Reply = nil },
		"weight": func(r *playedRecord) { r.Samples[0].Weight = 0 },
		"mean":   func(r *playedRecord) { r.Samples[0].Weight += 1 },
	} {
		var bad playedRecord
		if err := json.Unmarshal(whole, &bad); err != nil {
			t.Fatal(err)
		}
		change(&bad)
		text, err := json.Marshal(bad)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Read(text); err == nil {
			t.Errorf("a wrong %s is taken", name)
		}
	}
}

func TestOrdersThatNobodyCanPlayAreDeclined(t *testing.T) {
	y, a := away(t, false)
	good := y.order(y.Boards[0].Value, 0)
	play := func(o GameOrder) error {
		return a.Do(t.Context(), o.Bytes(), func(answer []byte) (func(), error) {
			_, err := o.Read(answer)
			return func() {}, err
		}, nil)
	}
	for name, change := range map[string]func(*GameOrder){
		"version": func(o *GameOrder) { o.Version++ },
		"board":   func(o *GameOrder) { o.Board = "rosette-99" },
		"visits":  func(o *GameOrder) { o.Schedule.Full = 1 << 30 },
		"share":   func(o *GameOrder) { o.Schedule.FullShare = 0 },
		"rules":   func(o *GameOrder) { o.Rules = nil },
		"weight":  func(o *GameOrder) { o.Rules = []Weighted[game.Rules]{{o.Rules[0].Value, -1}} },
		"network": func(o *GameOrder) { o.Network = strings.Repeat("a", 64) },
		"lattice": func(o *GameOrder) { o.Board = "square-5" },
	} {
		o := good
		change(&o)
		if err := play(o); err == nil {
			t.Errorf("an order with a wrong %s is played", name)
		}
	}
	o := good
	o.Network = strings.Repeat("b", 64)
	a.files[o.Network] = a.files[good.Network]
	if err := play(o); err == nil || !strings.Contains(err.Error(), "instead of") {
		t.Errorf("another network is taken: %v", err)
	}
}

func FuzzGamesFromElsewhere(f *testing.F) {
	o, r := one(f)
	text, err := json.Marshal(r)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Fuzz(func(t *testing.T, text []byte) {
		p, err := o.Read(text)
		if err != nil {
			return
		}
		again, err := p.bytes()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := o.Read(again); err != nil {
			t.Errorf("a game that was taken is refused: %v", err)
		}
	})
}

func FuzzOrders(f *testing.F) {
	y, _ := away(f, true)
	f.Add(y.order(y.Boards[0].Value, 7).Bytes())
	f.Fuzz(func(t *testing.T, text []byte) {
		o, graph, err := readOrder(text)
		if err == nil && (graph.Name() != o.Board || len(o.Rules) == 0) {
			t.Errorf("%+v is an order", o)
		}
	})
}
