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

// A request is an input line for the trainer's learn.evaluate, with positions on one board; a
// response is an output line. See lab/train/learn/evaluate.py.
type request struct {
	Points    int        `json:"points"`
	Taps      [][]int32  `json:"taps"`
	Hexagons  [][]int32  `json:"hexagons"`
	Positions []position `json:"positions"`
}

type position struct {
	Features [][]float32 `json:"features"`
	Globals  []float32   `json:"globals"`
}

type response struct {
	Positions []struct {
		Logits, Outcome, Ownership []float64
		Score                      struct{ Mean, Deviation float64 }
	}
}

// add adds a position to the request.
func (q *request) add(f *Features) {
	d, _ := NewBoardTables(f.graph) // Read has accepted it
	count, table := d.Taps()
	*q = request{Points: len(f.Legal), Hexagons: [][]int32{}, Positions: q.Positions}
	for p := range f.Legal {
		q.Taps = append(q.Taps, table[p*count:(p+1)*count])
	}
	for i := 0; i < len(d.hexagons); i += 6 {
		q.Hexagons = append(q.Hexagons, d.hexagons[i:i+6])
	}
	at := position{Globals: append([]float32(nil), f.Globals[:]...)}
	for p := range f.Legal {
		at.Features = append(at.Features, append([]float32(nil), f.Points[p*numPlanes:(p+1)*numPlanes]...))
	}
	q.Positions = append(q.Positions, at)
}

// pythons are tried in turn: the system's Python has Debian's PyTorch even if PATH leads to
// another.
var pythons = []string{"python3", "/usr/bin/python3"}

// trainer returns a command that runs a trainer module in one thread.
func trainer(t *testing.T, module string, arguments ...string) *exec.Cmd {
	t.Helper()
	i := slices.IndexFunc(pythons, func(name string) bool { return exec.Command(name, "-c", "import torch").Run() == nil })
	if i < 0 {
		t.Fatal("no python3 with PyTorch; install it, on Debian: apt-get install python3-torch python3-numpy")
	}
	cmd := exec.Command(pythons[i], append([]string{"-m", module}, arguments...)...)
	cmd.Dir = "../../lab/train"
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	return cmd
}

// evaluatePyTorch runs learn.evaluate on requests.
func evaluatePyTorch(t *testing.T, net *Network, all []request) (responses []response) {
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
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = &in, &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("learn.evaluate: %v: %s", err, stderr.String())
	}
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		responses = append(responses, response{})
		if err := d.Decode(&responses[len(responses)-1]); err != nil {
			t.Fatal(err)
		}
	}
	return responses
}

// flatten returns an output as one list with logits, in compare's order.
func flatten(m *Workspace, o *Output) []float64 {
	var all []float64
	for _, part := range [][]float32{{o.Margin, o.MarginStdev, o.Win, o.Draw, o.Loss}, o.Ownership, m.logits} {
		for _, x := range part {
			all = append(all, float64(x))
		}
	}
	return all
}

func TestInferenceAgreesWithPyTorch(t *testing.T) {
	const within = 1e-3
	r := seeded(t)
	for _, names := range [][]string{boards[:7], boards[7:12]} {
		net := randomNetwork(t, named(t, names[0]).Lattice(), 4+r.IntN(3), 16+16*r.IntN(3), r.Uint64())
		var requests []request
		var outputs [][][]float64
		for i, name := range names {
			var q request
			m := NewWorkspace(net)
			outputs = append(outputs, nil)
			for range 3 {
				g, next := randomGame(t, name, r)
				var f Features
				var o Output
				f.Compute(g, next)
				q.add(&f)
				m.Evaluate(&f, g.Graph().Symmetries()[0], &o)
				outputs[i] = append(outputs[i], flatten(m, &o))
			}
			requests = append(requests, q)
		}
		responses := evaluatePyTorch(t, net, requests)
		if len(responses) != len(requests) {
			t.Fatalf("%d responses to %d requests", len(responses), len(requests))
		}
		for i, a := range responses {
			a.compare(t, names[i], outputs[i], within)
		}
	}
}

// compare checks Go's outputs for positions on one board against PyTorch's.
func (a response) compare(t *testing.T, name string, outputs [][]float64, within float64) {
	t.Helper()
	if len(a.Positions) != len(outputs) {
		t.Fatalf("%s: %d positions in the response, %d in the request", name, len(a.Positions), len(outputs))
	}
	for i, want := range a.Positions {
		all := append([]float64{want.Score.Mean, want.Score.Deviation}, want.Outcome...)
		all = append(append(all, want.Ownership...), want.Logits...)
		if len(all) != len(outputs[i]) {
			t.Fatalf("%s: %d numbers from PyTorch, %d from Go", name, len(all), len(outputs[i]))
		}
		for j, x := range outputs[i] {
			if math.Abs(x-all[j]) > within*(1+math.Abs(all[j])) {
				t.Fatalf("%s: number %d is %v, PyTorch computes %v", name, j, x, all[j])
			}
		}
	}
}
