package neural

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"
)

// A question is what the trainer's learn.evaluate is asked about a board, and an
// answer what it says; see engine/train/learn/evaluate.py.
type question struct {
	Points    int        `json:"points"`
	Taps      [][]int32  `json:"taps"`
	Hexagons  [][]int32  `json:"hexagons"`
	Positions []position `json:"positions"`
}

type position struct {
	Features [][]float32 `json:"features"`
	Globals  []float32   `json:"globals"`
}

type answer struct {
	Positions []struct {
		Logits, Outcome, Ownership []float64
		Score                      struct{ Mean, Deviation float64 }
	}
}

// ask says how a position is put to the trainer.
func (q *question) ask(f *Features) {
	d := f.Ground()
	count, table := d.Taps()
	*q = question{Points: len(f.Legal), Hexagons: [][]int32{}, Positions: q.Positions}
	for p := range f.Legal {
		q.Taps = append(q.Taps, table[p*count:(p+1)*count])
	}
	for i := 0; i < len(d.hexagons); i += 6 {
		q.Hexagons = append(q.Hexagons, d.hexagons[i:i+6])
	}
	at := position{Globals: append([]float32(nil), f.Globals[:]...)}
	for p := range f.Legal {
		at.Features = append(at.Features, append([]float32(nil), f.Points[p*planes:(p+1)*planes]...))
	}
	q.Positions = append(q.Positions, at)
}

// pythons are those to try: the system's has Debian's PyTorch even where PATH
// leads to another one.
var pythons = []string{"python3", "/usr/bin/python3"}

// trainer returns a command that runs a program of the trainer's, with one thread.
func trainer(t *testing.T, module string, arguments ...string) *exec.Cmd {
	t.Helper()
	i := slices.IndexFunc(pythons, func(name string) bool { return exec.Command(name, "-c", "import torch").Run() == nil })
	if i < 0 {
		t.Fatal("no python3 with PyTorch; install it, on Debian: apt-get install python3-torch python3-numpy")
	}
	cmd := exec.Command(pythons[i], append([]string{"-m", module}, arguments...)...)
	cmd.Dir = "../train"
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	return cmd
}

// learned asks the trainer's own network about several boards.
func learned(t *testing.T, net *Network, all []question) (answers []answer) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "some.rnet")
	if err := os.WriteFile(path, file(t, net), 0o600); err != nil {
		t.Fatal(err)
	}
	var in bytes.Buffer
	for _, q := range all {
		if err := json.NewEncoder(&in).Encode(q); err != nil {
			t.Fatal(err)
		}
	}
	cmd := trainer(t, "learn.evaluate", path)
	var complaint bytes.Buffer
	cmd.Stdin, cmd.Stderr = &in, &complaint
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("learn.evaluate: %v: %s", err, complaint.String())
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		answers = append(answers, answer{})
		if err := d.Decode(&answers[len(answers)-1]); err != nil {
			t.Fatal(err)
		}
	}
	return answers
}

// spoken is an opinion with its logits as the trainer has it: one list.
func spoken(m *Mind, o *Output) []float64 {
	var all []float64
	for _, part := range [][]float32{{o.Margin, o.MarginStdev, o.Win, o.Draw, o.Loss}, o.Ownership, m.logits} {
		for _, x := range part {
			all = append(all, float64(x))
		}
	}
	return all
}

func TestGoSaysWhatPyTorchSays(t *testing.T) {
	const within = 1e-3
	r := dice(t)
	for _, names := range [][]string{boards[:7], boards[7:12]} {
		net := randomNetwork(t, named(t, names[0]).Lattice(), 4+r.IntN(3), 16+16*r.IntN(3), r.Uint64())
		var asked []question
		var said [][][]float64
		for i, name := range names {
			var q question
			m := NewMind(net)
			said = append(said, nil)
			for range 3 {
				g, next := anyGame(t, name, r)
				var f Features
				var o Output
				f.Read(g, next)
				q.ask(&f)
				m.Judge(&f, g.Graph().Symmetries()[0], &o)
				said[i] = append(said[i], spoken(m, &o))
			}
			asked = append(asked, q)
		}
		answers := learned(t, net, asked)
		if len(answers) != len(asked) {
			t.Fatalf("%d answers to %d questions", len(answers), len(asked))
		}
		for i, a := range answers {
			a.compare(t, names[i], said[i], within)
		}
	}
}

// compare holds what PyTorch says of a board's positions against what Go says.
func (a answer) compare(t *testing.T, name string, said [][]float64, within float64) {
	t.Helper()
	if len(a.Positions) != len(said) {
		t.Fatalf("%s: %d positions answered, %d asked about", name, len(a.Positions), len(said))
	}
	for i, want := range a.Positions {
		all := append([]float64{want.Score.Mean, want.Score.Deviation}, want.Outcome...)
		all = append(append(all, want.Ownership...), want.Logits...)
		if len(all) != len(said[i]) {
			t.Fatalf("%s: PyTorch says %d numbers, Go %d", name, len(all), len(said[i]))
		}
		for j, x := range said[i] {
			if math.Abs(x-all[j]) > within*(1+math.Abs(all[j])) {
				t.Fatalf("%s: number %d is %v, PyTorch says %v", name, j, x, all[j])
			}
		}
	}
}
