package neural

import (
	"bufio"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

var onnxruntime = flag.String("onnxruntime", "", "folder whose node_modules contains onnxruntime-node, to compare with")

// A runtime is a process that runs onnxruntime on one network and board.
type runtime struct {
	stdin  io.WriteCloser
	stdout *bufio.Scanner
	cmd    *exec.Cmd
}

func newRuntime(t *testing.T, model string, points, threads int) *runtime {
	t.Helper()
	p := &runtime{cmd: exec.Command("node", "testdata/onnxruntime.mjs", *onnxruntime, model, strconv.Itoa(points), strconv.Itoa(threads))}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.stdin, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.stdout = bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = p.stdin.Close(), p.cmd.Wait() })
	return p
}

// rate measures evaluations a second, in batches.
func (p *runtime) rate(t *testing.T, batch, runs int) float64 {
	t.Helper()
	fmt.Fprintln(p.stdin, batch, runs)
	if !p.stdout.Scan() {
		t.Fatal("onnxruntime does not answer")
	}
	seconds, err := strconv.ParseFloat(p.stdout.Text(), 64)
	if err != nil {
		t.Fatal(err)
	}
	return float64(batch*runs) / seconds
}

// exportONNX exports a network for a board.
func exportONNX(t *testing.T, net *Network, g *game.Game) string {
	t.Helper()
	dir := t.TempDir()
	var f Features
	f.Compute(g, board.Black)
	var q request
	q.add(&f)
	graph, err := json.Marshal(q)
	if err != nil {
		t.Fatal(err)
	}
	path := func(name string) string { return filepath.Join(dir, name) }
	for name, text := range map[string][]byte{"net.rnet": file(t, net), "graph.json": graph} {
		if err := os.WriteFile(path(name), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cmd := trainer(t, "learn.onnx", path("net.rnet"), "--points-of", path("graph.json"), "-o", path("net.onnx"))
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("learn.onnx: %v: %s", err, out)
	}
	return path("net.onnx")
}

// The number of measurements, and the number of evaluations in each.
const (
	measurements = 15
	runsEach     = 60
)

// TestSpeedComparedWithONNXRuntime compares evaluations a second with onnxruntime on the same
// weights. It alternates between both, so that other load slows both alike. Only ours includes
// computing the features; theirs is the better result for batches of one and eight. It runs only
// with -onnxruntime.
func TestSpeedComparedWithONNXRuntime(t *testing.T) {
	if *onnxruntime == "" {
		t.Log("nothing measured; npm install --ignore-scripts onnxruntime-node in a folder, then use -onnxruntime FOLDER")
		return
	}
	for _, size := range []struct{ blocks, channels int }{{4, 48}, {6, 64}} {
		for _, name := range []string{"rosette-5", "rosette-7"} {
			graph := named(t, name)
			net := randomNetwork(t, graph.Lattice(), size.blocks, size.channels, 1)
			g := game.New(graph, game.DefaultRules(graph))
			next := halfFull(g, rand.New(rand.NewPCG(1, 1)))
			model := exportONNX(t, net, g)
			for _, threads := range []int{1, 2} {
				other := newRuntime(t, model, graph.Points(), threads)
				var theirs, in32, in8 []float64
				for range measurements {
					theirs = append(theirs, max(other.rate(t, 1, runsEach), other.rate(t, 8, runsEach/8)))
					in32 = append(in32, evaluationRate(net, g, next, threads, true))
					in8 = append(in8, evaluationRate(net, g, next, threads, false))
				}
				t.Logf("b%dc%d %s, %d threads: onnxruntime %.0f, 32 bits %.0f (%s), 8 bits %.0f (%s)", size.blocks, size.channels, name, threads,
					median(theirs), median(in32), ratios(in32, theirs), median(in8), ratios(in8, theirs))
			}
		}
	}
}

// evaluationRate measures evaluations a second on several goroutines.
func evaluationRate(net *Network, g *game.Game, next board.Color, threads int, inFloat32 bool) float64 {
	done := make(chan struct{})
	return float64(threads*runsEach) * 1e9 * rate(1, 1, func() {
		for i := range threads {
			go func() {
				e, own := New(net, uint64(i)), g.Clone()
				e.Float32 = inFloat32
				var into engine.Evaluation
				for range runsEach {
					e.Evaluate(own, next, &into)
				}
				done <- struct{}{}
			}()
		}
		for range threads {
			<-done
		}
	})
}

func median(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// ratios formats the median and quartiles of ours/theirs over the measurements.
func ratios(ours, theirs []float64) string {
	var all []float64
	for i := range ours {
		all = append(all, ours[i]/theirs[i])
	}
	slices.Sort(all)
	return fmt.Sprintf("%.2f times, %.2f to %.2f", all[len(all)/2], all[len(all)/4], all[3*len(all)/4])
}
