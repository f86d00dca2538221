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

var onnxruntime = flag.String("onnxruntime", "", "a folder whose node_modules has onnxruntime-node, to be compared with")

// A peer is onnxruntime with a network on a board.
type peer struct {
	ask  io.WriteCloser
	told *bufio.Scanner
	cmd  *exec.Cmd
}

func newPeer(t *testing.T, model string, points, threads int) *peer {
	t.Helper()
	p := &peer{cmd: exec.Command("node", "testdata/peer.mjs", *onnxruntime, model, strconv.Itoa(points), strconv.Itoa(threads))}
	p.cmd.Stderr = os.Stderr
	var err error
	if p.ask, err = p.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.told = bufio.NewScanner(out)
	if err := p.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = p.ask.Close(), p.cmd.Wait() })
	return p
}

// rate is how many evaluations a second it makes, so many at once.
func (p *peer) rate(t *testing.T, batch, runs int) float64 {
	t.Helper()
	fmt.Fprintln(p.ask, batch, runs)
	if !p.told.Scan() {
		t.Fatal("onnxruntime does not answer")
	}
	seconds, err := strconv.ParseFloat(p.told.Text(), 64)
	if err != nil {
		t.Fatal(err)
	}
	return float64(batch*runs) / seconds
}

// exported writes a network on a board as ONNX.
func exported(t *testing.T, net *Network, g *game.Game) string {
	t.Helper()
	dir := t.TempDir()
	var f Features
	f.Read(g, board.Black)
	var q question
	q.ask(&f)
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
	if said, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("learn.onnx: %v: %s", err, said)
	}
	return path("net.onnx")
}

// How many turns are taken, and how many evaluations a turn has.
const (
	peerTurns = 15
	peerRuns  = 60
)

// Evaluations a second beside onnxruntime on the same weights, in turns, so that
// what other programs take from the processor they take from both. Ours reads the
// features of a game besides; theirs is the better of one position at once and of
// eight.
func TestBesideONNXRuntime(t *testing.T) {
	if *onnxruntime == "" {
		t.Log("a measurement: npm install --ignore-scripts onnxruntime-node in a folder, and -onnxruntime FOLDER")
		return
	}
	for _, size := range []struct{ blocks, channels int }{{4, 48}, {6, 64}} {
		for _, name := range []string{"rosette-5", "rosette-7"} {
			graph := named(t, name)
			net := randomNetwork(t, graph.Lattice(), size.blocks, size.channels, 1)
			g := game.New(graph, game.DefaultRules(graph))
			next := halfway(g, rand.New(rand.NewPCG(1, 1)))
			model := exported(t, net, g)
			for _, threads := range []int{1, 2} {
				other := newPeer(t, model, graph.Points(), threads)
				var theirs, whole, narrow []float64
				for range peerTurns {
					theirs = append(theirs, max(other.rate(t, 1, peerRuns), other.rate(t, 8, peerRuns/8)))
					whole = append(whole, steadily(net, g, next, threads, true))
					narrow = append(narrow, steadily(net, g, next, threads, false))
				}
				t.Logf("b%dc%d %s, %d threads: onnxruntime %.0f, 32 bits %.0f (%s), 8 bits %.0f (%s)", size.blocks, size.channels, name, threads,
					middle(theirs), middle(whole), ratios(whole, theirs), middle(narrow), ratios(narrow, theirs))
			}
		}
	}
}

// steadily measures evaluations on several goroutines.
func steadily(net *Network, g *game.Game, next board.Color, threads int, whole bool) float64 {
	done := make(chan struct{})
	return float64(threads*peerRuns) * 1e9 * rate(1, 1, func() {
		for i := range threads {
			go func() {
				e, own := New(net, uint64(i)), g.Clone()
				e.Whole = whole
				var into engine.Evaluation
				for range peerRuns {
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

func middle(all []float64) float64 {
	sorted := slices.Sorted(slices.Values(all))
	return sorted[len(sorted)/2]
}

// ratios says how often as many ours are, turn by turn: the middle, and the
// quarters beside it.
func ratios(ours, theirs []float64) string {
	var all []float64
	for i := range ours {
		all = append(all, ours[i]/theirs[i])
	}
	slices.Sort(all)
	return fmt.Sprintf("%.2f times, %.2f to %.2f", all[len(all)/2], all[len(all)/4], all[3*len(all)/4])
}
