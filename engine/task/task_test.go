package task

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/goldentest"
)

// few is a Config with short searches.
var few = configure.Config{Visits: 20, Threads: 1, Seed: 7}

// begun returns a game with a few moves, White to move.
func begun(t testing.TB) *game.Game {
	t.Helper()
	g := game.New(board.Rosette(2), game.DefaultRules(board.Rosette(2)))
	for i, name := range []string{"B2", "D4", "C3"} {
		p, err := g.Graph().Point(name)
		if err == nil {
			err = g.Play(p, board.Colors[i%2])
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// requests returns a request of each kind.
func requests(t testing.TB) (all []*Request) {
	t.Helper()
	for _, kind := range []Kind{Move, Komi, Judge, Estimate, Hint, Advise, Analyze} {
		r, err := New(kind, few, begun(t), board.White)
		if kind == Estimate || kind == Analyze {
			r, err = Search(kind, few, begun(t), board.White, engine.SearchParams{Visits: 20})
		}
		if kind == Hint || kind == Advise {
			r, err = Search(kind, few, begun(t), board.White, engine.SearchParams{})
		}
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// elsewhere does a task as another process would.
func elsewhere(ctx context.Context, r *Request, c configure.Config, hurry <-chan struct{}) (Answer, []byte, error) {
	read, err := Read(r.Bytes())
	if err != nil {
		return Answer{}, nil, err
	}
	text, err := read.Do(ctx, c, hurry)
	if err != nil {
		return Answer{}, nil, err
	}
	a, err := r.Read(text)
	return a, text, err
}

func TestEveryKindOfTaskIsDoneElsewhere(t *testing.T) {
	if len(requests(t)) != len(kinds) {
		t.Error("a kind is not tested")
	}
	for _, r := range requests(t) {
		began := time.Now()
		if _, text, err := elsewhere(t.Context(), r, configure.Config{Threads: 1}, nil); err != nil {
			t.Errorf("%s: %v\n%s", r.Kind, err, text)
		}
		t.Log(r.Kind, time.Since(began))
	}
}

func TestTasksAndAnswersAreDescribed(t *testing.T) {
	goldentest.SchemaOf(t, "../../docs/work.schema.json", map[string]any{"task": Task{}, "answer": Answer{}, "game": game.Saved{}})
}

func TestTheSameSeedMovesAlikeHereAndElsewhere(t *testing.T) {
	for _, level := range []string{"1", "17"} {
		c := configure.Config{Level: level, Threads: 1, Seed: 11}
		r, err := New(Move, c, begun(t), board.White)
		if err != nil {
			t.Fatal(err)
		}
		player, err := c.Player()
		if err != nil {
			t.Fatal(err)
		}
		here, err := player.Choose(t.Context(), begun(t), board.White, engine.Time{})
		if err != nil {
			t.Fatal(err)
		}
		if a, _, err := elsewhere(t.Context(), r, configure.Config{Threads: 1}, nil); err != nil || a.Choice.Point != here.Move {
			t.Errorf("level %s chose %d here and elsewhere %+v, %v", level, here.Move, a.Choice, err)
		}
	}
}

func TestATaskOfANetworkThatIsNotThereIsDeclined(t *testing.T) {
	r := requests(t)[0]
	r.Network = strings.Repeat("a", 64)
	if _, _, err := elsewhere(t.Context(), r, configure.Config{}, nil); !errors.As(err, new(NetworkError)) {
		t.Error(err)
	}
	shipped := neural.Shipped(board.Rosette(2), game.Rules{})
	if shipped == nil {
		t.Fatal("no network for a rosette comes with the program")
	}
	r.Network = shipped.Hash
	other := neural.Shipped(board.Square(9, 9), game.Rules{})
	if _, _, err := elsewhere(t.Context(), r, configure.Config{Network: other, Threads: 1}, nil); err != nil {
		t.Errorf("beside another network, the one that comes with the program is not used: %v", err)
	}
}

func TestALongThoughtEndsWhenItShouldHurryAndWhenNobodyWantsIt(t *testing.T) {
	r, err := New(Move, configure.Config{Time: time.Hour}, begun(t), board.White)
	if err != nil {
		t.Fatal(err)
	}
	hurry := make(chan struct{})
	time.AfterFunc(200*time.Millisecond, func() { close(hurry) }) // the search has visits by then
	if _, _, err := elsewhere(t.Context(), r, configure.Config{Threads: 1}, hurry); err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(10*time.Millisecond, cancel)
	if _, _, err := elsewhere(ctx, requests(t)[5], configure.Config{Threads: 1, Seed: 1}, nil); err != nil && !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

func TestWrongTasksAreRefused(t *testing.T) {
	good := requests(t)[0].Task
	for name, change := range map[string]func(*Task){
		"version": func(t *Task) { t.Version++ },
		"kind":    func(t *Task) { t.Kind = "riddle" },
		"level":   func(t *Task) { t.Level = "99" },
		"visits":  func(t *Task) { t.Visits = -1 },
		"clock":   func(t *Task) { t.Clock.Main = -1 },
		"next":    func(t *Task) { t.Next = "r" },
		"board":   func(t *Task) { t.Game.Board = "rosette-99" },
		"move":    func(t *Task) { t.Game.Moves = []string{"b Z99"} },
	} {
		bad := good
		change(&bad)
		if read, err := Read(bad.Bytes()); err == nil {
			if _, err = read.Do(t.Context(), few, nil); err == nil {
				t.Errorf("a wrong %s is done", name)
			}
		}
	}
}

func TestASearchThatATaskCannotSayIsDoneHere(t *testing.T) {
	for _, p := range []engine.SearchParams{{OwnershipDetails: true}, {AllowMoves: []board.Point{1}}, {OnProgress: func(engine.Analysis) {}}} {
		if _, err := Search(Analyze, few, begun(t), board.White, p); err == nil {
			t.Errorf("%+v is described", p)
		}
	}
}

func TestWrongAnswersAreRefused(t *testing.T) {
	for i, bad := range map[int][]string{
		0: {`{"version":2,"choice":{"point":0}}`, `{}`, `{"version":1}`, `{"version":1,"choice":{"point":99}}`, `{"version":1,"choice":{"point":-2}}`, `{"version":1,"choice":{"point":OCCUPIED}}`, `x`},
		1: {`{"version":1}`, `{"version":1,"komi":1e9}`},
		2: {`{"version":1}`, `{"version":1,"stones":{"dead":[99]}}`, `{"version":1,"stones":{"dead":[OCCUPIED],"unsure":[OCCUPIED]}}`, `{"version":1,"stones":{"dead":[EMPTY]}}`},
		3: {`{"version":1}`, `{"version":1,"estimate":{"Win":0.5,"Ownership":[]}}`, `{"version":1,"estimate":{"Win":2,"Ownership":[OWNERS]}}`, `{"version":1,"estimate":{"Win":1e999,"Ownership":[OWNERS]}}`, `{"version":1,"estimate":{"Error":-1,"Ownership":[OWNERS]}}`},
		4: {`{"version":1}`, `{"version":1,"hint":{"Move":OCCUPIED}}`},
		5: {
			`{"version":1}`, `{"version":1,"analysis":{"Next":2,"Visits":1}}`, `{"version":1,"analysis":{"Next":2,"Visits":1,"Candidates":[{"Move":OCCUPIED}]}}`,
			`{"version":1,"analysis":{"Next":2,"Visits":1,"Candidates":[{"Move":-1,"PV":[0]}]}}`, `{"version":1,"analysis":{"Next":2,"Visits":1,"Policy":[1],"Candidates":[{"Move":-1}]}}`,
			`{"version":1,"analysis":{"Next":1,"Visits":1,"Candidates":[{"Move":-1}]}}`, `{"version":1,"analysis":{"Next":2,"Visits":0,"Candidates":[{"Move":-1}]}}`,
		},
	} {
		r := requests(t)[i]
		stone, err := r.game.Graph().Point("C3")
		if err != nil {
			t.Fatal(err)
		}
		number := func(p board.Point) string { text, _ := json.Marshal(p); return string(text) }
		words := strings.NewReplacer("OCCUPIED", number(stone), "EMPTY", number(stone+1), "OWNERS", strings.Repeat("0,", r.game.Graph().Points()-1)+"0")
		for _, text := range bad {
			if _, err := r.Read([]byte(words.Replace(text))); err == nil {
				t.Errorf("%s: %s is not an answer", r.Kind, text)
			}
		}
	}
}

func TestTheRulesSayWhatAHintDoes(t *testing.T) {
	r := requests(t)[4]
	for text, want := range map[string]engine.Reason{
		`{"version":1,"hint":{"Move":-1,"Reason":{"Does":"win it all","Count":19}}}`: {Does: "pass"},
		`{"version":1,"hint":{"Move":0}}`:                                            {Does: "biggest"},
	} {
		if a, err := r.Read([]byte(text)); err != nil || a.Hint.Reason != want {
			t.Errorf("%s: %+v, %v", text, a.Hint, err)
		}
	}
}

func FuzzAnswers(f *testing.F) {
	all := requests(f)
	for i, r := range all {
		_, text, err := elsewhere(f.Context(), r, configure.Config{Threads: 1}, nil)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(i, text)
	}
	f.Fuzz(func(t *testing.T, kind int, text []byte) {
		r := all[uint(kind)%uint(len(all))]
		a, err := r.Read(text)
		if err != nil {
			return
		}
		again, err := json.Marshal(a)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := r.Read(again); err != nil {
			t.Errorf("an answer that was read is refused: %v", err)
		}
	})
}

func FuzzTasks(f *testing.F) {
	for _, r := range requests(f) {
		f.Add(r.Bytes())
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		read, err := Read(text)
		if err != nil {
			return
		}
		g, err := read.Game.Game()
		if err != nil {
			return
		}
		again, err := Read(read.Bytes())
		if err != nil {
			t.Fatal(err)
		}
		if other, err := again.Game.Game(); err != nil || other.Ply() != g.Ply() || other.Board().Hash() != g.Board().Hash() {
			t.Errorf("a task is another one when it is read again: %v", err)
		}
	})
}
