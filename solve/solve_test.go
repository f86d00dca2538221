package solve

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
)

var long = flag.Bool("long", false, "solve the larger boards too, which takes minutes")

func rulesNamed(t testing.TB, text string) game.Rules {
	t.Helper()
	r, err := game.ParseRules(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func graphNamed(t testing.TB, name string) *board.Graph {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// solver returns a solver for the empty board.
func solver(t testing.TB, name, rules string, table *Table) *Solver {
	t.Helper()
	s, err := New(board.New(graphNamed(t, name)), board.Black, rulesNamed(t, rules), Options{Table: table})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

const (
	positional  = `{"preset":"mindsports-chinese","tax":"NONE","ko":"POSITIONAL"}`
	situational = `{"preset":"mindsports-chinese","tax":"NONE"}`
)

// published are area values from van der Werf and Winands, Solving Go for rectangular boards
// (2009), under superko or an equivalent rule; Drange's mini-Go table (1998) agrees.
var published = []struct {
	board  string
	margin int
	met    bool // proven under every repetition rule
	long   bool
}{
	{"square-1", 0, true, false},
	{"square-2x1", 0, true, false},
	{"square-3x1", 3, true, false},
	{"square-4x1", 4, true, false},
	{"square-5x1", 0, false, false},
	{"square-6x1", 1, false, false},
	{"square-7x1", 2, false, true},
	{"square-2", 1, false, false},
	{"square-2x3", 0, false, false},
	{"square-2x4", 8, true, false},
	{"square-2x5", 10, true, false},
	{"square-2x6", 12, true, true},
	{"square-3", 9, true, false},
	{"square-3x4", 4, false, false},
	{"square-3x5", 15, true, true},
	{"square-4", 2, false, true},
}

func TestSmallSquareBoardsHaveThePublishedValues(t *testing.T) {
	for _, test := range published {
		if test.long && !*long {
			continue
		}
		table := NewTable(1 << 24)
		if test.long {
			table = NewTable(1 << 30)
		}
		s := solver(t, test.board, positional, table)
		got, err := s.Solve(context.Background())
		if err != nil || !got.Exact() || got.Low != test.margin || got.RuleSpecific == test.met {
			t.Errorf("%s: %v, ruled %t, %v; want %+d", test.board, got, got.RuleSpecific, err, test.margin)
		}
		p := s.Progress()
		t.Logf("%s: %v, every rule %t, %d nodes, %v", test.board, got, !got.RuleSpecific, p.Nodes, p.Elapsed)
	}
}

func TestTheSizeOfTheTableChangesNoValue(t *testing.T) {
	for _, name := range []string{"square-2x3", "square-3", "square-2x4"} {
		small, large := solver(t, name, situational, NewTable(1<<16)), solver(t, name, situational, NewTable(1<<24))
		a, err := small.Solve(context.Background())
		b, also := large.Solve(context.Background())
		if err := errors.Join(err, also); err != nil || a.Low != b.Low || a.High != b.High {
			t.Errorf("%s: %v with a small table, %v with a large one, %v", name, a, b, err)
		}
	}
}

func TestSymmetricFirstMovesAreOneOpening(t *testing.T) {
	for name, want := range map[string]string{
		"square-3":   "[A3 C3 A1 C1] [B3 A2 C2 B1] [B2] [pass]",
		"square-4x2": "[A2 D2 A1 D1] [B2 C2 B1 C1] [pass]",
		"square-5x1": "[A1 E1] [B1 D1] [C1] [pass]",
		"rosette-1":  "[B1 B2 B3 A1 A2 A3] [pass]",
	} {
		list, err := solver(t, name, situational, nil).listOpenings()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, o := range list {
			got = append(got, fmt.Sprint(graphNamed(t, name).Names(o.Moves)))
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s has the openings %v, want %s", name, got, want)
		}
	}
}

func TestAnOpeningIsBestOrWorse(t *testing.T) {
	for name, want := range map[string][]OpeningStatus{
		"square-3x1": {WorseOpening, BestOpening, WorseOpening},             // ends, middle, pass
		"square-2x3": {WorseOpening, WorseOpening, BestOpening},             // corners, middle, pass
		"square-4x2": {WorseOpening, BestOpening, WorseOpening},             // corners, middle, pass
		"square-5x1": {WorseOpening, BestOpening, BestOpening, BestOpening}, // ends, second, middle, pass
	} {
		s := solver(t, name, situational, nil)
		ctx, stop := context.WithTimeout(t.Context(), waittest.Limit)
		defer stop()
		value, err := s.Solve(ctx)
		if err != nil {
			t.Fatal(err)
		}
		list, err := s.Openings(ctx, value, false)
		if err != nil {
			t.Fatal(err)
		}
		var got []OpeningStatus
		for _, o := range list {
			got = append(got, o.Status)
		}
		line, err := s.Line(ctx, value)
		if err != nil || !slices.Equal(got, want) || len(line) == 0 {
			t.Fatalf("%s: openings are %v, want %v; best play is %v, %v", name, got, want, line, err)
		}
		for _, o := range list {
			if slices.Contains(o.Moves, line[0]) && o.Status != BestOpening {
				t.Errorf("%s: best play begins with %v, which is %s", name, o.Moves, o.Status)
			}
		}
	}
}

func TestSymmetricPositionsHaveOneValue(t *testing.T) {
	r := newRNG(t)
	g := graphNamed(t, "square-3")
	rules := rulesNamed(t, situational)
	for range 10 {
		b, first := randomPosition(g, r, rules)
		var want Bounds
		for i, turn := range g.Symmetries() {
			stones := make([]board.Color, g.Points())
			for p := range stones {
				stones[turn[p]] = b.At(board.Point(p))
			}
			turned, err := board.Setup(g, stones)
			if err != nil {
				t.Fatal(err)
			}
			s, err := New(turned, first, rules, Options{Table: NewTable(1 << 20)})
			if err != nil {
				t.Fatal(err)
			}
			got, _, err := s.boundsUnder(context.Background(), anyRule, 1<<12, Bounds{Low: -g.Points(), High: g.Points()}, nil)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				want = got
			} else if got.Low > want.High || got.High < want.Low {
				t.Errorf("%s: %v, turned by %d %v", stonesOf(b), want, i, got)
			}
		}
	}
}

func TestAnInterruptedSolverContinuesFromItsTableFile(t *testing.T) {
	g, rules := graphNamed(t, "square-2x5"), rulesNamed(t, situational)
	table := NewTable(1 << 22)
	ctx, stop := context.WithCancel(context.Background())
	s, err := New(board.New(g), board.Black, rules, Options{Table: table, Report: func(Progress) { stop() }})
	if err != nil {
		t.Fatal(err)
	}
	early, err := s.anyRuleBounds(ctx)
	if err != nil || early.Exact() {
		t.Fatalf("%v, %v: want to be interrupted", early, err)
	}
	var file bytes.Buffer
	if err := table.Write(&file, g, rules); err != nil {
		t.Fatal(err)
	}
	again := NewTable(1 << 21)
	if err := again.Read(bytes.NewReader(file.Bytes()), g, rules); err != nil {
		t.Fatal(err)
	}
	got, err := solver(t, "square-2x5", situational, again).anyRuleBounds(context.Background())
	if err != nil || got.Low != 10 || got.High != 10 {
		t.Errorf("%v, %v; want +10 as without interruption", got, err)
	}
	if err := NewTable(1<<20).Read(bytes.NewReader(file.Bytes()), graphNamed(t, "square-3"), rules); !errors.Is(err, ErrOtherTable) {
		t.Errorf("a table of another board: %v", err)
	}
}

func TestADamagedTableKeepsItsProvenBounds(t *testing.T) {
	g, rules := graphNamed(t, "square-2x4"), rulesNamed(t, situational)
	table := NewTable(1 << 20)
	value, err := solver(t, "square-2x4", situational, table).anyRuleBounds(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := table.Write(&file, g, rules); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	spoilt := bytes.Clone(whole)
	spoilt[len(spoilt)/2] ^= 1
	for what, data := range map[string][]byte{"cut": whole[:len(whole)*2/3], "spoilt": spoilt} {
		again := NewTable(1 << 20)
		err := again.Read(bytes.NewReader(data), g, rules)
		damage := new(DamagedError)
		if !errors.As(err, &damage) || damage.Truncated != (what == "cut") || damage.Entries == 0 || !strings.Contains(err.Error(), "kept") {
			t.Errorf("%s: %v", what, err)
		}
		s := solver(t, "square-2x4", situational, again)
		if got, err := s.anyRuleBounds(context.Background()); err != nil || got != value || s.p.nodes != 0 {
			t.Errorf("%s: %v after %d nodes, %v; want %v at once", what, got, s.p.nodes, err, value)
		}
	}
}

func TestADamagedTableNeverProvesAnythingWrong(t *testing.T) {
	const name = "square-2x3"
	g, rules := graphNamed(t, name), rulesNamed(t, positional)
	table := NewTable(1)
	ctx := context.Background()
	want, err := solver(t, name, positional, table).Solve(ctx)
	if err != nil || !want.Exact() {
		t.Fatal(want, err)
	}
	var file bytes.Buffer
	if err := table.Write(&file, g, rules); err != nil {
		t.Fatal(err)
	}
	whole := file.Bytes()
	for at := range whole {
		if at > 200 && at%17 != 0 { // each byte in the head, and every 17th in the entries
			continue
		}
		garbled := bytes.Clone(whole)
		garbled[at] ^= 1 << (at % 8)
		for what, data := range map[string][]byte{"cut": whole[:at], "garbled": garbled} {
			again := NewTable(1)
			err := again.Read(bytes.NewReader(data), g, rules)
			if !errors.Is(err, ErrOtherTable) && !errors.As(err, new(*DamagedError)) {
				t.Fatalf("%s at byte %d: %v", what, at, err)
			}
			if at%1700 != 0 {
				continue
			}
			if got, err := solver(t, name, positional, again).Solve(ctx); err != nil || got.Low != want.Low || got.High != want.High {
				t.Fatalf("%s at byte %d: %v, %v; want %v", what, at, got, err, want)
			}
		}
	}
}

func TestUnsupportedBoardsAndRulesAreRefused(t *testing.T) {
	for _, test := range []struct{ board, rules, want string }{
		{"rosette-4", "mindsports-chinese", "up to 64"},
		{"square-3", "japanese", "area"},
		{"square-3", `{"preset":"mindsports-chinese","hasButton":true}`, "pass"},
		{"square-3", `{"preset":"mindsports-chinese","tax":"ALL"}`, "tax"},
		{"square-3", `{"preset":"mindsports-chinese","supply":150}`, "supply"},
	} {
		_, err := New(board.New(graphNamed(t, test.board)), board.Black, rulesNamed(t, test.rules), Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s, %s: %v", test.board, test.rules, err)
		}
	}
}

func TestASymmetricPositionIsNoRepetition(t *testing.T) {
	// Black has to remove both stones by suicide. White then plays where a capture
	// would repeat the first position, not where it would repeat its mirror image.
	b, err := board.Setup(graphNamed(t, "square-2x1"), []board.Color{board.Black, board.Empty})
	if err != nil {
		t.Fatal(err)
	}
	s, err := New(b, board.Black, rulesNamed(t, `{"preset":"mindsports-chinese","tax":"NONE","ko":"POSITIONAL","suicide":true}`), Options{})
	if err != nil {
		t.Fatal(err)
	}
	bounds, err := s.anyRuleBounds(context.Background())
	if err != nil || bounds.Low > -2 || bounds.High < -2 {
		t.Errorf("bounds %v, %v; the value is -2", bounds, err)
	}
	if got, err := s.ownRuleBounds(context.Background(), Bounds{Low: -2, High: 2}); err != nil || got.Low != -2 || !got.Exact() {
		t.Errorf("%v, %v; want -2", got, err)
	}
}

// anyRuleBounds proves bounds that hold under every repetition rule, until they meet, more effort
// does not help, or ctx ends.
func (s *Solver) anyRuleBounds(ctx context.Context, line ...board.Point) (Bounds, error) {
	for effort := uint64(initialEffort); ; effort *= 2 {
		b, open, err := s.boundsUnder(ctx, anyRule, effort, Bounds{Low: -s.p.points, High: s.p.points}, line)
		if err != nil || !open || ctx.Err() != nil {
			return b, err
		}
	}
}

// ownRuleBounds improves bounds that hold under every rule by the solver's own repetition rule,
// except under simple ko, where a long repetition leaves a game without a result.
func (s *Solver) ownRuleBounds(ctx context.Context, within Bounds, line ...board.Point) (Bounds, error) {
	if s.p.rules.Repetition == game.KoSimple {
		return within, nil
	}
	known := s.strategyStealing(line)
	within.Low, within.High = max(within.Low, known.Low), min(within.High, known.High)
	for effort, open := uint64(initialEffort), true; open && ctx.Err() == nil; effort *= 2 {
		var err error
		if within, open, err = s.boundsUnder(ctx, opponentRule, effort, within, line); err != nil {
			return within, err
		}
	}
	return s.solveExactRule(ctx, within, line)
}
