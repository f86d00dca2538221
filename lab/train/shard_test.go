package train

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
)

// readShard is a Python program that prints sums over a shard as the trainer reads it.
const readShard = `
import json, pathlib, sys
from learn import shard
s = shard.read(pathlib.Path(sys.argv[1]))
r = s.rows
print(json.dumps({
    "rows": len(r), "features": int(r["features"].astype(int).sum()), "policy": int(r["policy"].astype(int).sum()),
    "outcome": r["outcome"].astype(int).tolist(), "margin": r["margin"].astype(int).tolist(),
    "ownership": int(r["ownership"].astype(int).sum()), "immortal": int(r["immortal"].astype(int).sum()),
    "weight": float(r["weight"].sum()), "taps": len(s.graph["taps"]), "symmetries": len(s.graph["symmetries"]),
}))`

// A shardSum is the output of readShard.
type shardSum struct {
	Rows, Features, Policy, Ownership, Immortal, Taps, Symmetries int
	Outcome, Margin                                               []int
	Weight                                                        float64
}

func TestTheTrainerReadsWhatAShardHolds(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), waittest.Limit)
	defer cancel()
	for _, name := range []string{"rosette-2", "square-5"} {
		graph := named(t, name)
		y := small(t)
		y.Boards = only(graph)
		y.Rules = Rulesets(game.DefaultRules(graph))
		y.Evaluators = EvaluatorsOf(nil)
		b := batch(t, y, 1)
		text, err := b.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(t.TempDir(), "some.rshard")
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := python(ctx, t, "-c", readShard, file).Output()
		if err != nil {
			t.Fatal(err)
		}
		var got shardSum
		if err := json.Unmarshal(out, &got); err != nil {
			t.Fatal(err)
		}
		want := summed(graph, b.Samples)
		if fmt.Sprintf("%.3f", got.Weight) != fmt.Sprintf("%.3f", want.Weight) {
			t.Errorf("%s: the weights sum to %v, want %v", name, got.Weight, want.Weight)
		}
		got.Weight, want.Weight = 0, 0
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s: read %v\nwritten %v", name, got, want)
		}
	}
}

// summed returns the expected output of readShard.
func summed(graph *board.Graph, rows []Sample) (s shardSum) {
	s.Rows = len(rows)
	s.Taps = graph.Points()
	s.Symmetries = len(graph.Symmetries())
	for _, r := range rows {
		for _, x := range r.Features[:graph.Points()*32] {
			s.Features += int(x)
		}
		for i := range r.Policy {
			s.Policy += int(float64(r.Policy[i])*65535 + 0.5)
		}
		for p := range r.Ownership {
			s.Ownership += int(r.Ownership[p])
			s.Immortal += int(r.Immortal[p])
		}
		s.Outcome, s.Margin = append(s.Outcome, int(r.Outcome)), append(s.Margin, int(r.Margin))
		s.Weight += float64(r.Weight)
	}
	return s
}
