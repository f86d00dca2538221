package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rosette/server/work/remote"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/evaluation"
	"rosette/engine/neural"
	"rosette/engine/review"
	"rosette/game"
	"rosette/game/sgf"
	"rosette/lab/bench"
	"rosette/lab/calibration"
	"rosette/lab/matches"
	"rosette/lab/records"
	"rosette/lab/reviews"
	"rosette/lab/storm"
	"rosette/lab/storm/flood"
	"rosette/lab/testsuite"
	"rosette/lab/train"
	"rosette/protocol/bridge"
	"rosette/server/store"
	"rosette/solve"
	"rosette/solve/puzzle"
)

// sharedObjects is the section in docs/json.md about objects that several commands print.
const sharedObjects = "Shared objects"

// printedAsJSON are values that commands print as JSON, by section in docs/json.md.
var printedAsJSON = map[string][]any{
	sharedObjects:      {matches.Conditions{}, matches.Standing{}, sgf.Reading{}},
	"analyze":          {review.Assessment{}},
	"lab bench":        {bench.Playouts{}, bench.Network{}, bench.Records{}},
	"bridge":           {bridge.Report{}},
	"database doctor":  {store.Report{}},
	"lab exam records": {records.Outcome{}},
	"lab archive list": {train.ArchiveCount{}},
	"lab exam reviews": {reviews.Move{}},
	"lab exam sit":     {testsuite.Report{}},
	"database list":    {store.ArchivedGame{}},
	"lab komi":         {engine.FairKomi{}},
	"lab calibrate":    {calibration.Report{}},
	"lab even":         {calibration.Comparison{}},
	"ladder":           {matches.LadderSummary{}},
	"match":            {matches.MatchSummary{}},
	"lab network eval": {evaluation.Evaluation{}},
	"lab network info": {neural.Description{}},
	"lab perft":        {bench.Perft{}},
	"puzzle list":      {puzzle.Entry{}},
	"puzzle make":      {puzzle.Found{}},
	"score":            {sgf.ScoreReport{}},
	"lab selfplay":     {train.BatchReport{}},
	"sgf check":        {fileProblems{}},
	"lab solve":        {solve.Solution{}},
	"lab storm": {
		storm.Row{},
		storm.HoldReport{},
		storm.IdleReport{},
		storm.KillReport{},
		storm.FaultReport{},
		flood.Report{},
		storm.NodesReport{},
		storm.SoakSample{},
		storm.SoakReport{},
	},
	"lab train": {train.CycleReport{}},
	"lab trial": {train.MatchResult{}},
	"work":      {remote.Status{}},
}

// elsewhere are documents with a section of the same name, to which a command's section refers.
var elsewhere = map[string]string{"score": "analysis.md"}

// quick are fast command lines, by command.
var quick = map[string]string{
	"analyze":          "good.sgf --visits 20 --seed 1",
	"lab bench":        "--board rosette-2 --span 5ms --threads 1",
	"database doctor":  "--data stored",
	"database list":    "--data stored",
	"lab komi":         "--board rosette-1 --visits 4 --games 6 --from 0 --to 4 --seed 1",
	"ladder":           "--board rosette-1 --pairs 1 --seed 1 visits=4 visits=8",
	"match":            "--board rosette-1 --pairs 1 --seed 1 visits=4 visits=8",
	"lab network eval": "--sgf good.sgf",
	"lab network info": "",
	"lab perft":        "--board rosette-1 --depth 2",
	"puzzle list":      "--grade 9",
	"puzzle make":      "--board rosette-3 --count 1 --seed 7",
	"score":            "good.sgf",
	"lab selfplay":     "--run played --board rosette-1 --batches 1 --games 2 --full 4 --fast 4",
	"sgf check":        "good.sgf bad.sgf",
	"lab solve":        "--board rosette-1",
	"lab trial":        "playouts playouts --board rosette-1 --pairs 1 --trial-visits 4 --seed 1",
}

// counted are objects whose keys are not fields: score items, counted faults, and a network file's
// metadata.
var counted = []string{"black", "white", "faults", "origin"}

// addKeys adds the JSON keys of a type.
func addKeys(keys map[string]bool, of reflect.Type) {
	marshaler := reflect.TypeFor[json.Marshaler]()
	for slices.Contains([]reflect.Kind{reflect.Pointer, reflect.Slice, reflect.Array}, of.Kind()) {
		of = of.Elem()
	}
	if of.Kind() != reflect.Struct || of.Implements(marshaler) && of != reflect.TypeFor[engine.Interval]() && of != reflect.TypeFor[game.Rules]() {
		return
	}
	if of.Implements(marshaler) {
		text, _ := json.Marshal(reflect.Zero(of).Interface())
		fields := map[string]any{}
		if json.Unmarshal(text, &fields) == nil {
			for key := range fields {
				keys[key] = true
			}
		}
		return
	}
	for _, f := range reflect.VisibleFields(of) {
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			keys[name] = true
			addKeys(keys, f.Type)
		}
	}
}

// addPrinted adds the keys of a printed value.
func addPrinted(keys map[string]bool, value any) {
	switch v := value.(type) {
	case []any:
		for _, one := range v {
			addPrinted(keys, one)
		}
	case map[string]any:
		for key, one := range v {
			if keys[key] = true; !slices.Contains(counted, key) {
				addPrinted(keys, one)
			}
		}
	}
}

// sections returns the second-level sections of a document by title.
func sections(t *testing.T, file string) map[string]string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for _, part := range strings.Split(string(text), "\n## ")[1:] {
		name, body, _ := strings.Cut(part, "\n")
		all[name] = body
	}
	return all
}

// checkDescribed fails if the documents in a folder do not describe keys that a command prints.
func checkDescribed(t *testing.T, docs, command string, keys map[string]bool) {
	t.Helper()
	all := sections(t, filepath.Join(docs, "json.md"))
	text := all[command] + all[sharedObjects]
	if file, ok := elsewhere[command]; ok {
		for title, body := range sections(t, filepath.Join(docs, file)) {
			if strings.EqualFold(title, command) && strings.Contains(text, "("+file+"#"+command+")") {
				text += body
			}
		}
	}
	for key := range keys {
		if !strings.Contains(text, "`"+key+"`") {
			t.Errorf("%s prints %q, which docs/json.md does not describe", command, key)
		}
	}
}

func TestEveryCommandThatPrintsJSONIsDescribed(t *testing.T) {
	want := []string{sharedObjects}
	var walk func(*cobra.Command)
	walk = func(cmd *cobra.Command) {
		if cmd.Flags().Lookup("json") != nil {
			want = append(want, strings.TrimPrefix(cmd.CommandPath(), "rosette "))
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(rootCommand())
	slices.Sort(want)
	if got := slices.Sorted(maps.Keys(sections(t, "../../docs/json.md"))); !slices.Equal(got, want) {
		t.Errorf("the sections of docs/json.md are %q, want %q", got, want)
	}
	if got := slices.Sorted(maps.Keys(printedAsJSON)); !slices.Equal(got, want) {
		t.Errorf("the test has what %q print, want %q", got, want)
	}
}

func TestEveryFieldThatCommandsPrintIsDescribed(t *testing.T) {
	for name, values := range printedAsJSON {
		keys := map[string]bool{}
		for _, v := range values {
			addKeys(keys, reflect.TypeOf(v))
		}
		checkDescribed(t, "../../docs", name, keys)
	}
}

func TestEveryFieldThatIsPrintedIsDescribed(t *testing.T) {
	docs, err := filepath.Abs("../../docs")
	stored, wrong := os.ReadFile("../../server/store/testdata/v1.db")
	if err = errors.Join(err, wrong); err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"good.sgf":          "(;GM[1975]FF[4]SZ[11:6]XB[3]RU[mindsports-chinese]RE[B+1.5];B[ed];W[gd];B[fc];W[];B[])",
		"bad.sgf":           "(;GM[1975]FF[4]SZ[11:6]XB[3];B[zz];W[dc]Q[]",
		"stored/rosette.db": string(stored),
	} {
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, []byte(text), 0o600)); err != nil {
			t.Fatal(err)
		}
	}
	for command, rest := range quick {
		var out, errs bytes.Buffer
		status := run(t.Context(), append(strings.Fields(command+" "+rest), "--json"), strings.NewReader(""), &out, &errs)
		if command != "sgf check" && status != 0 {
			t.Errorf("rosette %s ends with %d: %s", command, status, &errs)
		}
		keys := map[string]bool{}
		for lines := json.NewDecoder(&out); ; {
			var v any
			if err := lines.Decode(&v); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(command, err)
			}
			addPrinted(keys, v)
		}
		if len(keys) == 0 {
			t.Errorf("rosette %s prints nothing", command)
		}
		checkDescribed(t, docs, command, keys)
	}
}
