package main

import (
	"bytes"
	"encoding/json"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/andybalholm/brotli"
	"github.com/evanw/esbuild/pkg/api"

	"rosette/game/board"
)

// ui is the folder with the TypeScript source, relative to this package.
const ui = ".."

func TestTheCommittedBundleIsWhatTheSourceMakes(t *testing.T) {
	if err := install(ui); err != nil {
		t.Fatal(err)
	}
	made, err := everything(ui)
	if err != nil {
		t.Fatal(err)
	}
	committed, err := os.ReadDir(filepath.Join(ui, "dist"))
	if err != nil {
		t.Fatal(err)
	}
	for name := range maps.Clone(made) {
		if isPacked(name) {
			made[name+packedSuffix] = nil
		}
	}
	if len(committed) != len(made)+1 { // with the program
		t.Errorf("dist has %d files, the source makes %d; run make generate", len(committed), len(made))
	}
	for name, want := range made {
		got, err := os.ReadFile(filepath.Join(ui, "dist", name))
		if plain, ok := strings.CutSuffix(name, packedSuffix); ok && err == nil {
			want = made[plain]
			got, err = io.ReadAll(brotli.NewReader(bytes.NewReader(got)))
		}
		if err != nil || !bytes.Equal(got, want) {
			t.Errorf("dist/%s is not what the source makes (%v); run make generate", name, err)
		}
	}
}

func TestTheSourceHasNoTypeErrors(t *testing.T) {
	if err := install(ui); err != nil {
		t.Fatal(err)
	}
	check := exec.Command(filepath.Join("node_modules", ".bin", "tsc"), "--noEmit")
	check.Dir = ui
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("tsc --noEmit: %v\n%s", err, out)
	}
}

// The browser's geometry is tested on the server's boards.
func TestTheGeometryHoldsOnRealBoards(t *testing.T) {
	dir := withBoards(t, "geometry", "rosette-1", "rosette-2", "rosette-5", "rosette-7", "square-1", "square-2", "square-9", "square-9x13")
	nodeTest(t, "test/geometry.test.mjs", "GEOMETRY="+dir)
}

// The coach is tested on its game's board.
func TestTheCoachSaysWhatMattersOnItsBoard(t *testing.T) {
	dir := withBoards(t, "geometry advice", "rosette-3")
	nodeTest(t, "test/advice.test.mjs", "ADVICE="+dir)
}

// A review agrees with the count that ended its game.
func TestAReviewEndsWithTheCount(t *testing.T) {
	nodeTest(t, "test/counted.test.mjs", "COUNTED="+withBoards(t, "counted"))
}

// A tried move is compared with the better move and with the one that was played.
func TestATryIsJudged(t *testing.T) {
	nodeTest(t, "test/judgement.test.mjs", "JUDGEMENT="+withBoards(t, "judgement"))
}

// withBoards returns a folder with boards and with source modules, each bundled separately.
func withBoards(t *testing.T, modules string, names ...string) (dir string) {
	t.Helper()
	if err := install(ui); err != nil {
		t.Fatal(err)
	}
	dir = t.TempDir()
	paths := map[string]string{
		"geometry": "src/board/geometry.ts", "advice": "src/coach/advice.ts", "counted": "src/review/counted.ts",
		"judgement": "src/match/judgement.ts",
	}
	for _, module := range strings.Fields(modules) {
		files, err := bundle(ui, []api.EntryPoint{{InputPath: paths[module], OutputPath: module}})
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, module+".mjs"), files[module+".js"])
	}
	data, err := json.Marshal(grounds(t, names))
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "boards.json"), data)
	return dir
}

// grounds returns boards as in pages.
func grounds(t *testing.T, names []string) (boards []any) {
	t.Helper()
	for _, name := range names {
		g, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		var points []string
		var xy [][2]float64
		for p := range board.Point(g.Points()) {
			points = append(points, g.PointName(p))
			xy = append(xy, [2]float64{g.At(p).X, g.At(p).Y})
		}
		lines := g.Lines()
		if lines == nil {
			lines = [][2]board.Point{}
		}
		rosettes := g.Rosettes()
		if rosettes == nil {
			rosettes = [][]board.Point{}
		}
		boards = append(boards, map[string]any{"name": name, "names": points, "xy": xy, "lines": lines, "rosettes": rosettes})
	}
	return boards
}

// The source modules are tested one by one, each bundled separately.
func TestTheSourceKeepsItsRules(t *testing.T) {
	if err := install(ui); err != nil {
		t.Fatal(err)
	}
	var modules []api.EntryPoint
	root := filepath.Join(ui, "src")
	err := filepath.WalkDir(root, func(path string, _ fs.DirEntry, err error) error {
		name, _ := strings.CutPrefix(path, root+string(filepath.Separator))
		if ext := filepath.Ext(name); err == nil && (ext == ".ts" || ext == ".tsx") {
			module := filepath.ToSlash(strings.TrimSuffix(name, ext))
			modules = append(modules, api.EntryPoint{InputPath: "src/" + filepath.ToSlash(name), OutputPath: module})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, module := range modules {
		files, err := bundle(ui, []api.EntryPoint{module})
		if err != nil {
			t.Fatal(err)
		}
		for _, data := range files {
			path := filepath.Join(dir, filepath.FromSlash(module.OutputPath)+".js")
			if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, path, data)
		}
	}
	write(t, filepath.Join(dir, "package.json"), []byte(`{"type":"module"}`))
	nodeTest(t, "test/source.test.mjs", "MODULES="+dir)
}

// nodeTest runs a test file that needs no browser.
func nodeTest(t *testing.T, file string, env ...string) {
	t.Helper()
	node := exec.Command("node", "--test", file)
	node.Dir = ui
	node.Env = append(os.Environ(), env...)
	if out, err := node.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func write(t *testing.T, path string, data []byte) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

const maxProgram = 1_500_000 // bytes

func TestTheCommittedProgramIsMadeFromItsSources(t *testing.T) {
	sources, err := sourcesSum(ui)
	if err != nil {
		t.Fatal(err)
	}
	written, err := readSum(ui)
	if err != nil {
		t.Fatalf("%s: %v; run make generate", sumName, err)
	}
	if written.Go != runtime.Version() { // the program is as good, only not the same bytes
		t.Logf("dist/%s was compiled by %s and this is %s; make generate compiles it again", programName, written.Go,
			runtime.Version())
	}
	if written.Sources != sources {
		t.Errorf("dist/%s is older than its sources; run make generate", programName)
	}
	program, err := os.ReadFile(filepath.Join(ui, "dist", programName))
	if err != nil || hashOf(program) != written.Program {
		t.Errorf("dist/%s is not the program that %s describes (%v); run make generate", programName, sumName, err)
	}
	if len(program) > maxProgram {
		t.Errorf("dist/%s has %d bytes; it may have %d", programName, len(program), maxProgram)
	}
}
