package train

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
)

// tiny returns self-play by playouts on the smallest board.
func tiny(t *testing.T) SelfPlay {
	t.Helper()
	graph := named(t, "rosette-1")
	return SelfPlay{
		VisitSchedule: VisitSchedule{Full: 4, Fast: 2, FullShare: 0.5, RootMoves: 4},
		Sampling:      Sampling{Boards: only(graph), Rules: Rulesets(game.DefaultRules(graph))},
		Evaluators:    EvaluatorsOf(nil), Seed: 5, Games: 2, Threads: 1,
	}
}

// files reads the files in a run directory that match a pattern.
func files(t *testing.T, dir, pattern string) map[string][]byte {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]byte{}
	for _, name := range names {
		if all[filepath.Base(name)], err = os.ReadFile(name); err != nil {
			t.Fatal(err)
		}
	}
	return all
}

func TestAQueuePlaysTheBatchesThatAreMissing(t *testing.T) {
	dir := t.TempDir()
	var played []int
	q := &BatchQueue{Dir: dir, SelfPlay: tiny(t), Batches: 4, OnBatch: func(r BatchReport) error {
		played = append(played, r.Batch)
		return nil
	}}
	produce := func(want ...int) {
		t.Helper()
		played = nil
		if complete, err := q.Produce(t.Context()); !complete || err != nil {
			t.Fatalf("complete is %v: %v", complete, err)
		}
		if slices.Sort(played); !slices.Equal(played, want) {
			t.Errorf("played are %v, want %v", played, want)
		}
	}
	produce(1, 2, 3, 4)
	before := files(t, dir, "shards/*")
	if err := os.Remove(filepath.Join(dir, "shards", "000003-rosette-1.rshard")); err != nil {
		t.Fatal(err)
	}
	q.Parallel = 8 // four concurrent batches
	produce(3)
	after := files(t, dir, "shards/*")
	for name, text := range before {
		if !bytes.Equal(text, after[name]) {
			t.Errorf("%s is another batch", name)
		}
	}
	if records := files(t, dir, "games/*"); len(records) != 4 || !bytes.HasPrefix(records["000004-rosette-1.sgf"], []byte("(;")) {
		t.Errorf("%d records", len(records))
	}
	log, err := readLog[BatchReport](filepath.Join(dir, selfPlayLog), func(string) {})
	if err != nil || len(log) != 5 || log[4].Batch != 3 || log[4].Games != 2 || log[4].Network != Playouts {
		t.Errorf("the log is %+v: %v", log, err)
	}
}

func TestABatchThatIsInterruptedBeforeItsShardIsCountedOnce(t *testing.T) {
	q := &BatchQueue{Dir: t.TempDir(), SelfPlay: tiny(t), Batches: 2}
	batch, err := q.SelfPlay.Batch(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(makeDirs(q.Dir, recordDir), os.WriteFile(filepath.Join(q.Dir, shardDir), nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	if err := q.keep(batch, time.Second); err == nil {
		t.Fatal("there is a shard")
	}
	before, err := readBatches(q.Dir, func(string) {})
	if err != nil || len(before) != 1 || before[0].Samples != len(batch.Samples) {
		t.Errorf("the log is %+v: %v", before, err)
	}
	if err := os.Remove(filepath.Join(q.Dir, shardDir)); err != nil {
		t.Fatal(err)
	}
	if complete, err := q.Produce(t.Context()); !complete || err != nil {
		t.Fatal(complete, err)
	}
	all, err := readBatches(q.Dir, func(string) {})
	if err != nil || len(all) != 2 || all[0].Batch != 1 || all[1].Batch != 2 || all[0].Seconds == 1 {
		t.Errorf("the log is %+v: %v", all, err)
	}
}

func TestAQueueThatIsStoppedIsNotComplete(t *testing.T) {
	for _, parallel := range []int{0, 4} {
		asked := 0
		q := &BatchQueue{Dir: t.TempDir(), SelfPlay: tiny(t), Batches: 9, Parallel: parallel, Stop: func() bool { asked++; return asked > 2 }}
		complete, err := q.Produce(t.Context())
		if n := len(files(t, q.Dir, "shards/*")); complete || err != nil || n != 2 {
			t.Errorf("%d games at the same time: complete is %v with %d batches: %v", parallel, complete, n, err)
		}
	}
}

func TestAQueueSaysHowFarItIs(t *testing.T) {
	for p, want := range map[BatchProgress]string{
		{Batch: 3, Batches: 9, Done: 4, Games: 8, Total: 20, Elapsed: time.Hour}:                "batch 3 of 9: 4 of 8 games, 20 games/h",
		{Batch: 3, Batches: 9, Done: 4, Games: 8, Total: 20, Elapsed: time.Hour, Several: true}: "20 games, 20 games/h, batch 3 of 9",
		{Batch: 1, Batches: 9, Done: 1, Games: 8, Total: 1}:                                     "batch 1 of 9: 1 of 8 games, 0 games/h",
	} {
		if got := p.Line(); got != want {
			t.Errorf("the line is %q, want %q", got, want)
		}
	}
	var last BatchProgress
	q := &BatchQueue{Dir: t.TempDir(), SelfPlay: tiny(t), Batches: 2, OnGame: func(p BatchProgress) { last = p }}
	if _, err := q.Produce(t.Context()); err != nil || last.Batch != 2 || last.Done != 2 || last.Total != 4 {
		t.Errorf("at last it was %+v: %v", last, err)
	}
}

func TestAnInterruptedQueueKeepsWholeBatches(t *testing.T) {
	for _, c := range []struct {
		cause error
		want  string
	}{
		{nil, "interrupted in batch 2; earlier batches are stored, and the same command resumes"},
		{errors.New("the server is gone"), "the server is gone; unfinished batches from 2 on are discarded, complete ones are stored, and the same command resumes"},
	} {
		ctx, stop := context.WithCancelCause(t.Context())
		q := &BatchQueue{Dir: t.TempDir(), SelfPlay: tiny(t), Batches: 3, OnGame: func(p BatchProgress) {
			if p.Batch == 2 {
				stop(c.cause)
			}
		}}
		_, err := q.Produce(ctx)
		if n := len(files(t, q.Dir, "shards/*")); err == nil || err.Error() != c.want || n != 1 {
			t.Errorf("%d batches: %v, want %s", n, err, c.want)
		}
	}
}

func TestAQueueEndsWithTheFirstError(t *testing.T) {
	q := &BatchQueue{Dir: t.TempDir(), SelfPlay: tiny(t), Batches: 50, Parallel: 6, OnBatch: func(BatchReport) error { return errors.New("no room") }}
	if complete, err := q.Produce(t.Context()); complete || err == nil || err.Error() != "no room" {
		t.Errorf("complete is %v: %v", complete, err)
	}
	file := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	q.Dir = file
	if _, err := q.Produce(t.Context()); !errors.As(err, new(*DirError)) {
		t.Errorf("a file as a directory: %v", err)
	}
}

func TestABatchIsSummedUp(t *testing.T) {
	r := BatchReport{Batch: 1, Board: "rosette-1", Games: 3, Samples: 7, Moves: 9, Seconds: 1.25, Black: 0.5, Margin: -2, WouldResign: 2, Recovered: 1}
	want := "batch 1: 3 games on rosette-1, 7 rows, 9 moves a game, 1.2 s; Black 50 %, margin -2.0; would have resigned in 2, wrongly in 1"
	if got := r.Line(); got != want {
		t.Errorf("the line is %q, want %q", got, want)
	}
	play := tiny(t)
	batch, err := play.Batch(t.Context(), 6)
	if err != nil {
		t.Fatal(err)
	}
	batch.Games[0].WouldResign = true
	batch.Games[0].Recovered = true
	batch.Games[1].WouldResign = true
	r = reportOf(batch, 2*time.Second, time.Unix(5, 500))
	if r.Batch != 7 || r.Games != 2 || r.Samples != len(batch.Samples) || r.Seconds != 2 || r.WouldResign != 2 || r.Recovered != 1 ||
		!r.When.Equal(time.Unix(5, 0)) || r.Moves != float64(batch.Games[0].Game.Ply()+batch.Games[1].Game.Ply())/2 {
		t.Errorf("the report is %+v", r)
	}
	if !strings.HasPrefix(gamesPerHour(90, 30*time.Minute), "180 ") {
		t.Error(gamesPerHour(90, 30*time.Minute))
	}
}

func TestARunKeepsItsConditions(t *testing.T) {
	dir, c := filepath.Join(t.TempDir(), "run"), Conditions{Boards: "rosette-2", Seed: 3, Games: 4}
	for range 2 {
		if err := c.Keep(dir); err != nil {
			t.Fatal(err)
		}
	}
	for want, change := range map[string]func(*Conditions){
		"--boards rosette-2;": func(c *Conditions) { c.Boards = "rosette-3" },
		"--seed 3;":           func(c *Conditions) { c.Seed = 4 },
		"--games 4;":          func(c *Conditions) { c.Games = 5 },
	} {
		other := c
		change(&other)
		if err := other.Keep(dir); !errors.As(err, new(*DirError)) || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v", other, err)
		}
	}
	if err := os.WriteFile(filepath.Join(dir, conditionsFile), []byte("no JSON"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := c.Keep(dir); !errors.As(err, new(*DirError)) {
		t.Errorf("a file that is not JSON: %v", err)
	}
}
