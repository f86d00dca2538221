//go:build !js

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"

	"rosette/game"
	"rosette/game/board"
	"rosette/server/page/ui"
	"rosette/study/editor"
)

var plies = flag.Int("plies", 1500, "random plies to compare")

// driver runs the program as a browser does: each line of the input is a request.
const driver = `
const { readFileSync } = require('fs')
require(process.argv[1])
const go = new Go()
WebAssembly.instantiate(readFileSync(process.argv[2]), go.importObject).then(({ instance }) => {
  go.run(instance)
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => process.stdout.write(rosetteEditor(line) + '\n'))
})`

// browserProgram starts the committed program in Node. ask sends it a request.
func browserProgram(t *testing.T) (ask func(request []byte) []byte) {
	t.Helper()
	packed, err := ui.Dist.ReadFile("dist/editor.wasm.br")
	if err != nil {
		t.Fatal(err)
	}
	program, err := io.ReadAll(brotli.NewReader(bytes.NewReader(packed)))
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "editor.wasm")
	if err := os.WriteFile(file, program, 0o600); err != nil {
		t.Fatal(err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	script := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js")
	node := exec.Command("node", "-e", driver, script, file)
	node.Stderr = os.Stderr
	in, err := node.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := node.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := node.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = in.Close()
		_ = node.Wait() // ends with its input
	})
	lines := bufio.NewReaderSize(out, 1<<20)
	return func(request []byte) []byte {
		if _, err := in.Write(append(request, '\n')); err != nil {
			t.Fatal(err)
		}
		line, err := lines.ReadBytes('\n')
		if err != nil {
			t.Fatal(err)
		}
		return bytes.TrimSuffix(line, []byte("\n"))
	}
}

// newID matches IDs of new nodes, which are random.
var newID = regexp.MustCompile(`"n[0-9a-z]{5,}"`)

// A pair is the program for browsers and the native one.
type pair struct {
	t       *testing.T
	browser func(request []byte) []byte
	native  *editor.Editor
}

func newPair(t *testing.T) pair {
	r := rand.New(rand.NewPCG(43, 1))
	return pair{t, browserProgram(t), editor.New(r.Uint64)}
}

// send sends both a request and compares the responses.
func (p pair) send(in editor.Request) (out editor.Response) {
	p.t.Helper()
	request, err := json.Marshal(in)
	if err != nil {
		p.t.Fatal(err)
	}
	want, got := p.native.Do(request), p.browser(request)
	if a, b := newID.ReplaceAll(want, nil), newID.ReplaceAll(got, nil); !bytes.Equal(a, b) {
		p.t.Fatalf("%.200s:\n%.2000s\nwant\n%.2000s", request, b, a)
	}
	if err := json.Unmarshal(want, &out); err != nil {
		p.t.Fatal(err)
	}
	return out
}

// boards are the boards that random games use; each is played under every ruleset.
var boards = []string{"rosette-2", "square-5", "rosette-3", "square-4x6", "rosette-4", "square-9", "rosette-5"}

// Random games, where every other move is any legal one and the rest any point, which may be illegal,
// are the same under every ruleset and on every kind of board: the positions, illegal points and
// reasons. For 100,000 plies (some minutes):
//
//	go test ./server/page/ui/wasm -run PlaysAsTheNative -plies 100000 -timeout 1h
func TestTheProgramForBrowsersPlaysAsTheNativeOne(t *testing.T) {
	p := newPair(t)
	r := rand.New(rand.NewPCG(43, 2))
	presets := game.Presets()
	for i, done := 0, 0; done < *plies; i++ {
		at := editor.NewBoard{Board: boards[i%len(boards)], Rules: presets[i/len(boards)%len(presets)]}
		graph, err := board.Named(at.Board)
		if err != nil {
			t.Fatal(err)
		}
		state := p.send(editor.Request{Command: editor.NewStudy, New: &at}).State
		for range min(*plies/20, 60) {
			var legal []int
			for point, stone := range state.Position.Stones {
				if stone == '.' && state.Position.Illegal[graph.PointName(board.Point(point))] == "" {
					legal = append(legal, point)
				}
			}
			point := r.IntN(len(state.Position.Stones))
			if done%2 == 0 && len(legal) > 0 {
				point = legal[r.IntN(len(legal))]
			}
			state = p.send(editor.Request{Command: editor.Play, Point: &point}).State
			done++
		}
	}
}

// The limits are ten times what docs/results.md has, for a busy machine and others' processors.
func TestTheProgramForBrowsersIsFast(t *testing.T) {
	out, err := exec.Command("node", "../editorspeed.mjs").CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var nodes int
	var open, step float64
	if _, err := fmt.Sscanf(string(out), "nodes %d, open %f ms, step %f ms", &nodes, &open, &step); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if nodes < 10_000 || open > 5000 || step > 40 {
		t.Errorf("%s", out)
	}
}
