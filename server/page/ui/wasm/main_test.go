//go:build !js

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
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

func TestTheProgramForBrowsersPlaysAsTheNativeOne(t *testing.T) {
	ask := browserProgram(t)
	r := rand.New(rand.NewPCG(43, 1))
	native := editor.New(r.Uint64)
	presets := game.Presets()
	done := 0
	var state editor.State
	send := func(in editor.Request) {
		request, err := json.Marshal(in)
		if err != nil {
			t.Fatal(err)
		}
		want, got := native.Do(request), ask(request)
		if a, b := newID.ReplaceAll(want, nil), newID.ReplaceAll(got, nil); !bytes.Equal(a, b) {
			t.Fatalf("%s:\n%.2000s\nwant\n%.2000s", request, b, a)
		}
		var out editor.Response
		if err := json.Unmarshal(want, &out); err != nil {
			t.Fatal(err)
		}
		state = *out.State
	}
	for i := 0; done < *plies; i++ {
		board := []string{"rosette-2", "square-5", "rosette-3"}[i%3]
		send(editor.Request{Command: editor.NewStudy, New: &editor.NewBoard{Board: board, Rules: presets[i%len(presets)]}})
		for range 60 {
			point := r.IntN(len(state.Position.Stones))
			send(editor.Request{Command: editor.Play, Point: &point})
			done++
		}
	}
}
