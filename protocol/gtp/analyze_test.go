package gtp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A fixedAnalyzer reports fixedAnalysis once for every position, seen by the player to move, and
// waits until it is stopped. It sends its parameters to params.
type fixedAnalyzer struct{ params chan engine.SearchParams }

var fixedAnalysis = engine.Analysis{
	Visits: 10, Win: 0.625, Score: -1.5, ScoreStdev: 4, Utility: 0.25, Ownership: []float32{1, -1, 0.5, 0},
	OwnershipStdev: []float32{0, 0, 0.5, 1},
	Candidates: []engine.Candidate{
		{
			Move: 1, Visits: 8, Win: 0.75, Score: 2, ScoreStdev: 3, Utility: 0.5, Prior: 0.4, PV: []board.Point{1, 2, board.Pass},
			PVVisits: []int{8, 3, 1}, Ownership: []float32{1, 1, 1, 0}, OwnershipStdev: []float32{0, 0, 0, 1},
		},
		{
			Move: board.Pass, Visits: 2, Win: 0.5, Utility: 0, Prior: 0.2, PV: []board.Point{board.Pass}, PVVisits: []int{2},
			Ownership: []float32{1, 1, 1, 0},
		},
		{Move: 0, Win: 0.5, Prior: 0.1, PV: []board.Point{0}, PVVisits: []int{0}},
	},
}

// fixedAnalysisFor returns fixedAnalysis in Black's view.
func fixedAnalysisFor(next board.Color) engine.Analysis {
	a := fixedAnalysis
	a.Next = next
	return a.For(next)
}

func (s fixedAnalyzer) Analyze(ctx context.Context, _ *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	if s.params != nil {
		s.params <- q
	}
	found := fixedAnalysisFor(next)
	q.OnProgress(found)
	<-ctx.Done()
	return found
}

func (s fixedAnalyzer) Choose(context.Context, *game.Game, board.Color, engine.Time) (board.Point, bool, error) {
	return board.Pass, false, errors.New("use ChooseAnalyzing")
}

func (s fixedAnalyzer) ChooseAnalyzing(
	_ context.Context, _ *game.Game, next board.Color, _ engine.Time, q engine.SearchParams,
) (board.Point, bool, error) {
	q.OnProgress(fixedAnalysisFor(next))
	return 1, false, nil
}

// analysisTranscript returns the complete answer to a command.
func analysisTranscript(t *testing.T, command string) string {
	t.Helper()
	return transcript(t, &Session{Analyzer: fixedAnalyzer{}, Player: fixedAnalyzer{}, Board: board.Square(2, 2)}, command+"\n")
}

func TestAnAnalysisIsWrittenAsLeelaZeroAndKataGoDo(t *testing.T) {
	full := "info move B2 visits 8 edgeVisits 8 utility 0.500000 winrate 0.750000 scoreMean 2.000000 scoreStdev 3.000000 scoreLead " +
		"2.000000 scoreSelfplay 2.000000 prior 0.400000 lcb 0.003495 utilityLcb -0.993011 weight 8.000000 order 0 pv B2 A1 pass"
	pass := " info move pass visits 2 edgeVisits 2 utility 0.000000 winrate 0.500000 scoreMean 0.000000 scoreStdev 0.000000 " +
		"scoreLead 0.000000 scoreSelfplay 0.000000 prior 0.200000 lcb -0.943376 utilityLcb -2.886751 weight 2.000000 order 1 pv pass"
	for command, want := range map[string]string{
		"7 lz-analyze 50 maxmoves 1": "=7\ninfo move B2 visits 8 winrate 7500 prior 4000 lcb 35 order 0 pv " +
			"B2 A1 pass\n\n",
		"lz-analyze w interval 50 minmoves 3": "=\ninfo move B2 visits 8 winrate 7500 prior 4000 lcb 35 order 0 pv " +
			"B2 A1 pass info move pass visits 2 winrate 5000 prior 2000 lcb -9434 order 1 pv pass info move A2 visits 0 winrate 5000 " +
			"prior 1000 lcb -20000 order 2 pv A2\n\n",
		"analyze b 50":                          "=\n" + full + pass + "\n\n",
		"kata-analyze B interval 50 maxmoves 1": "=\n" + full + "\n\n",
		"kata-analyze 50 maxmoves 0":            "=\n\n",
		"kata-analyze maxmoves 1 pvVisits true ownership true": "=\n" + full + " pvVisits 8 3 1 ownership 1.000000 -1.000000 0.500000 " +
			"0.000000\n\n",
		"kata-analyze maxmoves 1 movesOwnership true rootInfo true ownershipStdev true": "=\n" + full + " movesOwnership 1.000000 " +
			"1.000000 1.000000 0.000000" +
			" rootInfo visits 10 utility 0.250000 winrate 0.625000 scoreMean -1.500000 scoreStdev 4.000000 scoreLead -1.500000 " +
			"scoreSelfplay -1.500000 weight 10.000000 ownershipStdev 0.000000 0.000000 0.500000 1.000000\n\n",
		"3 kata-genmove_analyze b 10 maxmoves 1":   "=3\n" + full + "\nplay B2\n\n",
		"kata-analyze w maxmoves 1 ownership true": "=\n" + full + " ownership 1.000000 -1.000000 0.500000 0.000000\n\n",
		"lz-genmove_analyze w maxmoves 1":          "=\ninfo move B2 visits 8 winrate 7500 prior 4000 lcb 35 order 0 pv B2 A1 pass\nplay B2\n\n",
		"stop":                                     "=\n\n",
	} {
		if got := analysisTranscript(t, command); got != want {
			t.Errorf("%s is answered by\n%swant\n%s", command, got, want)
		}
	}
}

func TestWrongAnalysisArgumentsAreRefusedInOneLine(t *testing.T) {
	for _, args := range []string{
		"green", "b -1", "b x", "interval", "minmoves -1", "maxmoves x", "ownership maybe", "avoid b C3", "avoid b a1 0", "avoid x a1 1",
		"avoid b z9 1", "allow b a1 1 avoid b b1 1", "allow b a1 1 allow b b1 1", "avoid b a1 1 allow b b1 1", "fly 3",
	} {
		if got := analysisTranscript(t, "1 kata-analyze "+args); !strings.HasPrefix(got, "?1 ") || strings.Count(got, "\n") != 2 {
			t.Errorf("kata-analyze %s is answered by %q", args, got)
		}
	}
	if got := analysisTranscript(t, "lz-analyze ownership true"); !strings.HasPrefix(got, "? syntax error") {
		t.Errorf("Leela Zero knows no ownership, but it is answered by %q", got)
	}
	for _, command := range []string{"kata-analyze", "kata-genmove_analyze"} {
		if got := transcript(t, &Session{}, command); !strings.HasPrefix(got, "? this ") {
			t.Errorf("without a thinker %s is answered by %q", command, got)
		}
	}
}

func TestAvoidAndAllowLimitTheMovesOfTheSearch(t *testing.T) {
	asked := make(chan engine.SearchParams, 1)
	transcript(
		t, &Session{Analyzer: fixedAnalyzer{asked}, Board: board.Square(2, 2)},
		"kata-analyze 100 avoid b a1,pass 1 avoid b a2 3 allow w b1,b2 2 movesOwnership true",
	)
	q := <-asked
	if q.ReportEvery != time.Second || !q.OwnershipDetails {
		t.Errorf("asked %+v", q)
	}
	for i, want := range []struct {
		p     board.Point
		c     board.Color
		depth int
		avoid bool
	}{
		{2, board.Black, 0, true},
		{2, board.Black, 1, false},
		{board.Pass, board.Black, 0, true},
		{0, board.Black, 2, true},
		{0, board.Black, 3, false},
		{1, board.Black, 0, false},
		{3, board.White, 1, false},
		{1, board.White, 1, false},
		{0, board.White, 1, true},
		{0, board.White, 2, false},
		{board.Pass, board.White, 0, true},
	} {
		if got := q.Avoid(want.p, want.c, want.depth); got != want.avoid {
			t.Errorf("%d: left out %v", i, got)
		}
	}
}

// Any line stops an analysis, even an empty one, and is then answered.
func TestAnAnalysisRunsUntilTheNextLine(t *testing.T) {
	for _, said := range []string{"\n", "stop\n", "name\n", "# a comment\n", "kata-analyze 1\n", "quit\n"} {
		in, send := io.Pipe()
		recv, out := io.Pipe()
		s := &Session{Analyzer: fixedAnalyzer{}, Board: board.Square(2, 2)}
		done := make(chan error, 1)
		go func() {
			done <- s.Serve(t.Context(), in, out)
			out.Close()
		}()
		fmt.Fprint(send, "1 kata-analyze 10\n")
		heard := readLines(t.Context(), recv)
		first, second := <-heard, <-heard
		if first.text != "=1\n" || !strings.HasPrefix(second.text, "info move B2 ") {
			t.Errorf("heard %q and %q", first.text, second.text)
		}
		fmt.Fprint(send, said)
		if third := <-heard; third.text != "\n" {
			t.Errorf("after %q heard %q", said, third.text)
		}
		go send.Close()
		for range heard { // until the end
		}
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// A clockRecorder records the given time and waits for a moment.
type clockRecorder struct {
	fixedAnalyzer
	clocks []engine.Time
}

func (w *clockRecorder) ChooseAnalyzing(
	_ context.Context, g *game.Game, _ board.Color, t engine.Time, q engine.SearchParams,
) (board.Point, bool, error) {
	w.clocks = append(w.clocks, t)
	q.OnProgress(fixedAnalysisFor(board.Black))
	time.Sleep(5 * time.Millisecond)
	return board.Pass, false, nil
}

func TestGenmoveAnalyzeUsesTheClockOfThePlayer(t *testing.T) {
	w := &clockRecorder{}
	transcript(t, &Session{Player: w, Board: board.Square(3, 3)}, strings.Join([]string{
		"kata-genmove_analyze b 10", "time_settings 60 30 5", "kata-genmove_analyze b 10", "lz-genmove_analyze b 10", "genmove_analyze w",
		"time_left b 12 3", "kata-genmove_analyze b 10", "time_settings 0 5 1", "kata-genmove_analyze w interval 10", "",
	}, "\n"))
	const minute = time.Minute
	left := func(i int) time.Duration { return w.clocks[i].Main }
	if len(w.clocks) != 6 || w.clocks[0].Clocked || !w.clocks[1].Clocked {
		t.Fatalf("the clocks are %+v", w.clocks)
	}
	if left(1) != minute || left(2) > minute-5*time.Millisecond || left(3) != minute {
		t.Errorf("Black has a minute, then less, White a minute: %v, %v, %v", left(1), left(2), left(3))
	}
	if b := w.clocks[4]; b.Main != 0 || b.Period != 12*time.Second || b.Stones != 3 {
		t.Errorf("in overtime Black has %+v", b)
	}
	if b := w.clocks[5]; b.Main != 0 || b.Period != 5*time.Second || b.Stones != 1 {
		t.Errorf("with five seconds a move White has %+v", b)
	}
}

// A searchAnalyzer searches with playouts until it is stopped.
type searchAnalyzer struct{}

func (searchAnalyzer) Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	return search.Run(ctx, g, next, []engine.Evaluator{playout.New(1)}, q)
}

// A controller may send many lines at once, before and during a search.
func TestManyCommandsAtOnceAreAnsweredInOrder(t *testing.T) {
	var in strings.Builder
	kinds := []string{
		"kata-analyze 1", "name", "lz-analyze b interval 1", "stop", "kata-analyze b 1 ownership true", "fly", "komi 7.5",
		"play b " + strings.Repeat("z", 2*maxLine),
	}
	const many = 400
	for i := range many {
		fmt.Fprintf(&in, "%d %s\n", i, kinds[i%len(kinds)])
		if i%3 == 0 {
			in.WriteString("\n# a comment\n\x00\x07\n")
		}
	}
	got := transcript(t, &Session{Analyzer: searchAnalyzer{}, Board: board.Square(5, 5)}, in.String())
	signs := regexp.MustCompile(`(?m)^[=?](\d+)`).FindAllStringSubmatch(got, -1)
	for i, sign := range signs {
		if sign[1] != strconv.Itoa(i) {
			t.Fatalf("answer %d is to command %s", i, sign[1])
		}
	}
	if len(signs) != many || strings.Count(got, "\n\n") != many {
		t.Errorf("%d signs and %d ends of answers to %d commands", len(signs), strings.Count(got, "\n\n"), many)
	}
}

func TestAnAnalysisEndsWithItsContext(t *testing.T) {
	in, keep := io.Pipe()
	defer keep.Close()
	ctx, cancel := context.WithTimeout(context.Background(), 50*time.Millisecond)
	defer cancel()
	go fmt.Fprint(keep, "kata-analyze 10\n")
	if err := (&Session{Analyzer: fixedAnalyzer{}}).Serve(ctx, in, io.Discard); err != nil {
		t.Error(err)
	}
}

// Sabaki splits a line at "info". In each part it takes the longest list of points at the end as
// the variation, and pairs of words before "pv" as keys and values. A win rate with a decimal point
// means KataGo's format.
var variation = regexp.MustCompile(`(pass|[A-Za-z]\d+)(\s+(pass|[A-Za-z]\d+))*$`)

func TestSabakiCanParseTheLinesOfARealSearch(t *testing.T) {
	for _, name := range []string{"analyze", "kata-analyze", "lz-analyze"} {
		g := game.New(board.Square(5, 5), game.DefaultRules(board.Square(5, 5)))
		s := &Session{game: g}
		r := &analysisRequest{maxMoves: unlimited, leelaZero: name == "lz-analyze", show: map[string]bool{"ownership": name == "kata-analyze"}}
		text := s.analysisLine(r, search.Run(t.Context(), g, board.Black, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: 300}))
		text, owner, owned := strings.Cut(text, " ownership ")
		if owned != (name == "kata-analyze") || owned && len(strings.Fields(owner)) != 25 {
			t.Errorf("%s: ownership %q", name, owner)
		}
		parts := regexp.MustCompile(`\s*info\s+`).Split(text, -1)[1:]
		if len(parts) < 5 {
			t.Fatalf("%s: %d moves", name, len(parts))
		}
		for _, part := range parts {
			at := variation.FindStringIndex(part)
			if at == nil {
				t.Fatalf("%s: no variation in %q", name, part)
			}
			words := strings.Fields(part[:at[0]])
			found := map[string]string{}
			for i := 0; i+1 < len(words); i += 2 {
				found[words[i]] = words[i+1]
			}
			if words[len(words)-1] != "pv" || len(words)%2 != 1 || found["move"] != strings.Fields(part[at[0]:])[0] {
				t.Errorf("%s: %q", name, part)
			}
			if strings.Contains(found["winrate"], ".") == r.leelaZero || found["visits"] == "" || (found["scoreLead"] == "") != r.leelaZero {
				t.Errorf("%s: %v", name, found)
			}
		}
	}
}
