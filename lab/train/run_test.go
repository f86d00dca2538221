package train

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/matches"
)

// writeTemp writes a text to a new file and returns its name.
func writeTemp(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// writeNetwork writes a random network with the smallest size.
func writeNetwork(name string, seed uint64) error {
	net, err := neural.Random(board.Honeycomb, 1, 16, seed)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	if err := net.Write(&text); err != nil {
		return err
	}
	return errors.Join(os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, text.Bytes(), 0o666))
}

// A fake replaces the trainer and the matches of a run.
type fake struct {
	t        *testing.T
	dir      string
	start    string   // initial network, if any
	calls    []string // calls in order
	ungated  bool
	measure  int       // 0 rates each promoted network
	steps    []int     // total steps after each learning
	gone     []float64 // elapsed shares of the time before each learning
	gating   []matches.Standing
	rating   matches.Standing
	fail     string // call that fails
	reported []CycleReport
	notes    []string
}

var errFake = errors.New("fails here")

func (f *fake) call(name string) error {
	f.calls = append(f.calls, name)
	if name == f.fail {
		return errFake
	}
	return nil
}

// open opens a run with one-batch cycles on the smallest board.
func (f *fake) open(cycles int) *Run {
	f.t.Helper()
	play := tiny(f.t)
	graph := play.Boards[0].Value
	r, err := Plan{
		Dir: f.dir, Duration: time.Hour, Cycles: cycles, Cores: 2, SelfPlay: play, FirstBatches: 2, CycleBatches: 1,
		Start: f.start, Size: "b1c16", Passes: trainerBatch, Rate: 0.5, Cool: 0.5, Window: 100, Gate: !f.ungated, Measure: max(1, f.measure), Graph: graph, Rules: game.DefaultRules(graph), Pairs: 1, Visits: 2,
		OnCycle:  func(r CycleReport) error { f.reported = append(f.reported, r); return f.call("report") },
		OnStatus: func(string) {},
		OnNote:   func(line string) { f.notes = append(f.notes, line) },
	}.Open()
	if err != nil {
		f.t.Fatal(err)
	}
	r.learn = func(_ context.Context, cycle, steps int, gone float64) error {
		f.steps, f.gone = append(f.steps, steps), append(f.gone, math.Round(100*gone)/100)
		if err := f.call(fmt.Sprintf("learn %d", cycle)); err != nil {
			return err
		}
		return writeNetwork(filepath.Join(f.dir, networkDir, networkName(cycle)), uint64(cycle))
	}
	r.play = func(_ context.Context, m *Match, _, _ Evaluators, onGame func(matches.Standing)) (matches.Standing, error) {
		if m.SPRT == nil {
			onGame(f.rating)
			return f.rating, f.call(fmt.Sprintf("rate %d", m.Seed-ratingSeed))
		}
		s := f.gating[min(len(f.gating), int(m.Seed))-1]
		onGame(s)
		return s, f.call(fmt.Sprintf("gate %d", m.Seed))
	}
	return r
}

// Standings of matches between networks.
var (
	win     = matches.Standing{Games: 2, Wins: 2, Pairs: matches.Pairs{4: 1}, Verdict: matches.Undecided}
	loss    = matches.Standing{Games: 2, Losses: 2, Pairs: matches.Pairs{0: 1}, Verdict: matches.Weaker}
	even    = matches.Standing{Games: 2, Wins: 1, Losses: 1, Pairs: matches.Pairs{2: 1}, Verdict: matches.Undecided}
	nearWin = matches.Standing{Games: 4, Wins: 3, Losses: 1, Pairs: matches.Pairs{2: 1, 4: 1}, Verdict: matches.Undecided}
)

func TestARunHasItsGamesPlayedElsewhere(t *testing.T) {
	f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{loss}}
	r := f.open(1)
	a := &sharing{awayPlayer: awayPlayer{}}
	r.Distributor = a
	if err := r.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	if a.games < 3*r.SelfPlay.Games || len(a.shares) < 3 || !slices.Contains(a.shares, r.Cores-1) {
		t.Errorf("%d games were played elsewhere; the shares were %v", a.games, a.shares)
	}
}

// A sharing records the calls to Share.
type sharing struct {
	awayPlayer
	mu     sync.Mutex
	games  int
	shares []int
}

func (s *sharing) Share(here int) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shares = append(s.shares, here)
	return s.awayPlayer.Share(here)
}

func (s *sharing) Do(
	ctx context.Context, order []byte, read func([]byte) (func(), error), here func(context.Context) error,
) error {
	s.mu.Lock()
	s.games++
	s.mu.Unlock()
	return s.awayPlayer.Do(ctx, order, read, here)
}

func TestTheGoalOfACycle(t *testing.T) {
	p := &Plan{FirstBatches: 16, CycleBatches: 8}
	for _, c := range []struct{ from, want State }{
		{State{}, State{Cycle: 1, Batches: 24}},
		{State{Cycle: 1, Batches: 24, Steps: 150}, State{Cycle: 2, Batches: 32, Steps: 150}},
		{State{Cycle: 3, Batches: 4, Steps: 9, Best: "a", Reference: "b"}, State{Cycle: 4, Batches: 24, Steps: 9, Best: "a", Reference: "b"}},
	} {
		if got := c.from.goal(p); got != c.want {
			t.Errorf("from %+v to %+v, want %+v", c.from, got, c.want)
		}
	}
}

func TestARunPromotesWhatWins(t *testing.T) {
	f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{loss, win, even, win}, rating: nearWin}
	r := f.open(4)
	if err := r.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := "learn 1,gate 1,report,learn 2,gate 2,rate 2,report,learn 3,gate 3,report,learn 4,gate 4,rate 4,report"
	if got := strings.Join(f.calls, ","); got != want {
		t.Errorf("called are %s, want %s", got, want)
	}
	state, err := readState(f.dir)
	if state.Seconds <= 0 || state.Seconds > 3600 {
		t.Errorf("%v seconds", state.Seconds)
	}
	if steps := f.learnedOnce(); !slices.Equal(f.steps, steps) || state.Steps != steps[3] || !slices.Equal(f.gone, []float64{0, 0.25, 0.5, 0.75}) {
		t.Errorf("learned until the steps %v, want %v, begun when %v of the time was over", f.steps, steps, f.gone)
	}
	state.Seconds, state.Steps = 0, 0
	if wanted := (State{Cycle: 4, Batches: 6, Measured: 4, Best: "000003.rnet"}); err != nil || state != wanted {
		t.Errorf("the state is %+v, want %+v: %v", state, wanted, err)
	}
	if against := []string{f.reported[0].Against, f.reported[1].Against, f.reported[2].Against, f.reported[3].Against}; !slices.Equal(against,
		[]string{Playouts, Playouts, "000001.rnet", "000001.rnet"}) {
		t.Errorf("the gating matches are against %v", against)
	}
	if last := f.reported[3]; last.Rating == nil || last.Rating.Against != Playouts || !last.Rating.Elo.Bounded() || last.Games < 12 || last.Samples == 0 {
		t.Errorf("the last report is %+v", last)
	}
	best := files(t, f.dir, bestFile)[bestFile]
	if !bytes.Equal(best, files(t, f.dir, "networks/*")["000003.rnet"]) {
		t.Error("the best network is not copied")
	}
}

func TestANetworkMuchStrongerBecomesTheReference(t *testing.T) {
	f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{win}, rating: win}
	if err := f.open(1).Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.rating = nearWin
	r := f.open(2)
	if err := r.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r.state.Reference != "000000.rnet" || r.state.Best != "000001.rnet" || f.reported[1].Rating.Against != "000000.rnet" {
		t.Errorf("the state is %+v, the last report %+v", r.state, f.reported[1].Rating)
	}
}

// Each part of a cycle fails once. The next command repeats that part, but no completed part before
// it.
func TestARunContinuesAfterEachStep(t *testing.T) {
	for _, c := range []struct{ fail, block, first, second string }{
		{"learn 1", "", "learn 1", "learn 1,gate 1,rate 1,report"},
		{"gate 1", "", "learn 1,gate 1", "learn 1,gate 1,rate 1,report"},
		{"rate 1", "", "learn 1,gate 1,rate 1", "learn 1,gate 1,rate 1,report"},
		{"", bestFile, "learn 1,gate 1,rate 1", "learn 1,gate 1,rate 1,report"},
		{"", cycleLog, "learn 1,gate 1,rate 1", "learn 1,gate 1,rate 1,report"},
		{"report", "", "learn 1,gate 1,rate 1,report", ""},
	} {
		f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{win}, rating: win, fail: c.fail}
		r := f.open(1)
		if c.block == bestFile { // a directory with the file's name
			if err := os.Mkdir(filepath.Join(f.dir, c.block), 0o777); err != nil {
				t.Fatal(err)
			}
		} else if c.block != "" {
			if err := os.WriteFile(filepath.Join(f.dir, c.block), []byte("no JSON\n"), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if err := r.Train(t.Context()); err == nil || c.fail != "" && !errors.Is(err, errFake) {
			t.Fatalf("%s%s: no error but %v", c.fail, c.block, err)
		}
		if got := strings.Join(f.calls, ","); got != c.first {
			t.Errorf("%s%s fails: called are %s, want %s", c.fail, c.block, got, c.first)
		}
		shards := files(t, f.dir, "shards/*")
		f.fail, f.calls = "", nil
		if err := os.RemoveAll(filepath.Join(f.dir, cmp.Or(c.block, "nothing"))); err != nil {
			t.Fatal(err)
		}
		r = f.open(1)
		if err := r.Train(t.Context()); err != nil {
			t.Fatalf("%s%s, again: %v", c.fail, c.block, err)
		}
		if got := strings.Join(f.calls, ","); got != c.second {
			t.Errorf("after %s%s: called are %s, want %s", c.fail, c.block, got, c.second)
		}
		for name, text := range files(t, f.dir, "shards/*") {
			if before, ok := shards[name]; ok && !bytes.Equal(before, text) {
				t.Errorf("after %s%s: %s was played again", c.fail, c.block, name)
			}
		}
		if r.state.Cycle != 1 || r.state.Best != "000000.rnet" || r.state.Reference != "000000.rnet" || r.best == nil {
			t.Errorf("after %s%s: the state is %+v", c.fail, c.block, r.state)
		}
		if reports, err := readLog[CycleReport](filepath.Join(f.dir, cycleLog), func(string) {}); err != nil || len(lastOfEachCycle(reports)) != 1 {
			t.Errorf("after %s%s: %d reports, %v", c.fail, c.block, len(reports), err)
		}
	}
}

func TestARunEndsWithItsTimeOrItsContext(t *testing.T) {
	f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{loss}}
	r := f.open(0)
	r.Duration = 0
	if err := r.Train(t.Context()); err != nil || len(f.calls) > 0 || len(files(t, f.dir, "shards/*")) > 0 {
		t.Errorf("without time: %v, %v", f.calls, err)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	r = f.open(0)
	r.OnCycle = func(r CycleReport) error {
		if r.Cycle == 2 {
			stop()
		}
		return nil
	}
	if err := r.Train(ctx); !errors.Is(err, errInterrupted) || r.state.Cycle != 2 {
		t.Errorf("interrupted after %d cycles: %v", r.state.Cycle, err)
	}
}

func TestTheReportOfARun(t *testing.T) {
	f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{loss, win}, rating: win}
	r := f.open(1)
	if summary, err := r.Report(); err != nil || summary != nil || len(files(t, f.dir, "*.html")) > 0 {
		t.Errorf("before the first cycle: %q, %v", summary, err)
	}
	if err := r.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	summary, err := r.Report()
	if err != nil || len(summary) != 2 || !strings.HasPrefix(summary[0], "cycles: 1, in ") || summary[1] != "no network has beaten playouts at 2 visits per move yet" {
		t.Errorf("after a cycle: %q, %v", summary, err)
	}
	log := `{"step":5,"loss":3.25,"losses":{"policy":2,"outcome":0.5}}
{"step":10,"loss":3,"losses":{"policy":1.5,"outcome":0.25}}
{"step":1`
	if err := os.WriteFile(filepath.Join(f.dir, learnLog), []byte(log), 0o600); err != nil {
		t.Fatal(err)
	}
	r = f.open(2)
	if err := r.Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	if summary, err = r.Report(); err != nil || len(summary) != 3 || len(f.notes) != 1 {
		t.Fatalf("after two: %q, %q, %v", summary, f.notes, err)
	}
	if want := "loss 3.250 at step 5, 3.000 at step 10; policy 2.000, then 1.500; outcome 0.500, then 0.250"; summary[1] != want {
		t.Errorf("the losses are %q, want %q", summary[1], want)
	}
	best := summary[2]
	if !strings.HasPrefix(best, "the best network, 000001.rnet, is at +") || !strings.HasSuffix(best, ": "+filepath.Join(f.dir, bestFile)) {
		t.Errorf("the best is %q", best)
	}
	page := string(files(t, f.dir, trainingPage)[trainingPage])
	for _, want := range []string{"<svg", "000001.rnet", "2, 0, 0 against playouts", "Losses"} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s", want)
		}
	}
}

func TestADirectoryOfARunThatCannotBeUsedIsRefused(t *testing.T) {
	f := &fake{t: t, dir: t.TempDir(), gating: []matches.Standing{win}, rating: win}
	plan := f.open(1).Plan
	plan.Dir = writeTemp(t, "")
	if _, err := plan.Open(); !errors.As(err, new(*DirError)) {
		t.Errorf("a file: %v", err)
	}
	for text, want := range map[string]string{
		"no JSON":              "use another folder, or delete the file to restart at cycle 1",
		`{"best":"none.rnet"}`: "none.rnet",
	} {
		if err := os.WriteFile(filepath.Join(f.dir, stateFile), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		plan.Dir = f.dir
		if _, err := plan.Open(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if err := os.Remove(filepath.Join(f.dir, stateFile)); err != nil {
		t.Fatal(err)
	}
	if err := f.open(1).Train(t.Context()); err != nil {
		t.Fatal(err)
	}
	r := f.open(2)
	r.SelfPlay.Boards = only(named(t, "square-5"))
	if err := r.Train(t.Context()); err == nil || !strings.HasPrefix(err.Error(), "000000.rnet does not support square-5") {
		t.Errorf("boards of another lattice: %v", err)
	}
}

// The shipped network beats playouts by far and becomes the reference. Against itself it is even,
// and the reference stays.
func TestARatingMatchIsPlayedAgainstTheReference(t *testing.T) {
	graph := board.Rosette(3)
	rules := game.DefaultRules(graph)
	net := neural.Shipped(graph, rules)
	text, err := os.ReadFile("../../engine/neural/weights/honeycomb.rnet")
	if err != nil {
		t.Fatal(err)
	}
	r := &Run{Plan: Plan{Dir: t.TempDir(), Graph: graph, Rules: rules, Pairs: 6, Visits: 16, Cores: 2, OnStatus: func(string) {}}, play: playMatch}
	if err := os.Mkdir(filepath.Join(r.Dir, networkDir), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(r.Dir, networkDir, "a.rnet"), text, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		reference, against string
		replaces           bool
	}{{"", Playouts, true}, {"a.rnet", "a.rnet", false}} {
		r.state.Reference = c.reference
		m, err := r.rate(t.Context(), 1, "b.rnet", net)
		if err != nil || m.Against != c.against || m.Standing.Games != 12 || replacesReference(m.Standing) != c.replaces {
			t.Errorf("against %s: %+v, %v", c.against, m, err)
		}
	}
}
