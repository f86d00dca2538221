package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/goldentest"
	"rosette/internal/waittest"
	"rosette/protocol/katago"
)

// playouts is a single-threaded analyzer with a seed.
type playouts uint64

func (p playouts) Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	return search.Run(ctx, g, next, []engine.Evaluator{playout.New(uint64(p))}, q)
}

// answers returns a service's answers to the input, line by line.
func answers(t testing.TB, s *Service, input string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Serve(context.Background(), strings.NewReader(input), &out); err != nil {
		t.Fatal(err)
	}
	if out.Len() == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// decode parses an answer.
func decode(t testing.TB, text string) (o map[string]any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &o); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return o
}

// masks hide moves, numbers and hashes, which differ between searches.
var masks = []struct{ from, to string }{
	{`"(move|pv)":("[^"]*"|\[[^]]*\])`, `"$1":…`},
	{`"(\w*[hH]ash)":"[0-9A-F]{32}"`, `"$1":#`},
	{`\[[-0-9.e]+(,[-0-9.e]+)+\]`, `[numbers]`},
	{`"(winrate|lcb|utility|utilityLcb|score\w+|prior|\w*[vV]isits|\w*[wW]eight|playSelectionValue)":-?[0-9.e-]+`, `"$1":N`},
	{`(\{[^{}]*"order":0[^{}]*\})(,\{[^{}]*"order":[^{}]*\})+`, `$1,…`},
}

func masked(line string) string {
	for _, m := range masks {
		line = regexp.MustCompile(m.from).ReplaceAllString(line, m.to)
	}
	return line
}

// A transcript has queries, after "> ", each followed by its answers.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var got strings.Builder
			for line := range strings.Lines(string(text)) {
				query, asked := strings.CutPrefix(line, "> ")
				if line == "\n" || strings.HasPrefix(line, "#") || asked {
					got.WriteString(line)
				}
				if asked {
					for _, answer := range answers(t, &Service{Analyzer: playouts(1), Models: []katago.Model{{Name: "playouts"}}}, query) {
						decode(t, answer)
						got.WriteString(masked(answer) + "\n")
					}
				}
			}
			goldentest.Text(t, file, got.String())
		})
	}
}

func TestAnswersDoNotDependOnHowManyPositionsAreSearchedAtATime(t *testing.T) {
	var input strings.Builder
	for i := range 12 {
		fmt.Fprintf(
			&input,
			`{"id":"q%d","moves":[["B","C3"],["W","D4"],["B","E%d"]],"rules":"tromp-taylor","komi":7,"boardXSize":7,"boardYSize":7,`+
				`"analyzeTurns":[0,1,2,3],"maxVisits":60,"includeOwnership":true}`+"\n",
			i, i%5+1,
		)
	}
	one := answers(t, &Service{Analyzer: playouts(7)}, input.String())
	many := answers(t, &Service{Analyzer: playouts(7), Positions: 4}, input.String())
	if len(one) != 48 {
		t.Fatalf("%d answers to 48 positions", len(one))
	}
	slices.Sort(one)
	slices.Sort(many)
	if !slices.Equal(one, many) {
		t.Error("the answers differ")
	}
}

// A gatedAnalyzer reports each call on seen and waits for open.
type gatedAnalyzer struct {
	seen chan string
	open chan bool
}

func newGatedAnalyzer() *gatedAnalyzer {
	return &gatedAnalyzer{seen: make(chan string, 100), open: make(chan bool)}
}

func (k *gatedAnalyzer) Analyze(ctx context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	k.seen <- fmt.Sprint(g.Ply())
	a := engine.Analysis{Next: next, Win: 0.5}
	select {
	case <-k.open:
		a.Visits = 1
	case <-ctx.Done():
	}
	return a
}

// nine returns a query about a game with ten moves on 9×9.
func nine(id, more string) string {
	var moves []string
	for i := range 10 {
		moves = append(moves, fmt.Sprintf(`["%s","%c1"]`, []string{"B", "W"}[i%2], "ABCDEFGHJ"[i%9]))
	}
	moves[9] = `["W","A2"]`
	return fmt.Sprintf(
		`{"id":%q,"moves":[%s],"rules":"chinese","komi":7,"boardXSize":9,"boardYSize":9%s}`+"\n", id, strings.Join(moves, ","), more,
	)
}

// A conversation sends queries to a running service, line by line.
type conversation struct {
	t    *testing.T
	in   *io.PipeWriter
	out  chan string
	done chan error
}

func converse(t *testing.T, s *Service) *conversation {
	in, send := io.Pipe()
	recv, out := io.Pipe()
	c := &conversation{t: t, in: send, out: make(chan string, 1000), done: make(chan error, 1)}
	go func() {
		err := s.Serve(t.Context(), in, out)
		out.Close()
		c.done <- err
	}()
	go func() {
		defer close(c.out)
		for l := range readLines(context.Background(), recv) {
			c.out <- string(l.text)
		}
	}()
	return c
}

func (c *conversation) send(text string) {
	c.t.Helper()
	if _, err := io.WriteString(c.in, text); err != nil {
		c.t.Fatal(err)
	}
}

func (c *conversation) receive() string {
	c.t.Helper()
	select {
	case text := <-c.out:
		return text
	case <-time.After(waittest.Limit):
		c.t.Fatal("no answer")
		return ""
	}
}

func (c *conversation) end() {
	c.t.Helper()
	c.in.Close()
	select {
	case err := <-c.done:
		if err != nil {
			c.t.Error(err)
		}
	case <-time.After(waittest.Limit):
		c.t.Fatal("no end")
	}
}

func TestJobsRunByPriorityAndThenInTheOrderOfTheQueries(t *testing.T) {
	k := newGatedAnalyzer()
	c := converse(t, &Service{Analyzer: k})
	c.send(nine("first", `,"analyzeTurns":[0]`))
	<-k.seen // it is being searched
	c.send(nine("later", `,"analyzeTurns":[1,2,3],"priorities":[-1,5,0]`))
	c.send(nine("last", `,"analyzeTurns":[4,5],"priority":5`))
	c.send(`{"id":"v","action":"query_version"}` + "\n")
	if got := c.receive(); !strings.Contains(got, `"version":"0"`) {
		t.Errorf("the version is %s", got)
	}
	var order []string
	for range 6 {
		k.open <- true
		answer := decode(t, c.receive())
		order = append(order, fmt.Sprint(answer["turnNumber"]))
	}
	if want := "0 2 4 5 3 1"; strings.Join(order, " ") != want {
		t.Errorf("answered in the order %v, want %s", order, want)
	}
	c.end()
}

func TestTerminatedJobsAreAnsweredAtOnceWithoutResults(t *testing.T) {
	k := newGatedAnalyzer()
	c := converse(t, &Service{Analyzer: k})
	c.send(nine("a", `,"analyzeTurns":[0,1,2,3]`))
	<-k.seen
	c.send(nine("b", ``))
	c.send(`{"id":"t1","action":"terminate","terminateId":"a","turnNumbers":[2,3]}` + "\n")
	for _, want := range []string{
		`{"id":"a","isDuringSearch":false,"noResults":true,"turnNumber":2}`,
		`{"id":"a","isDuringSearch":false,"noResults":true,"turnNumber":3}`,
		`{"action":"terminate","id":"t1","terminateId":"a","turnNumbers":[2,3]}`,
	} {
		if got := c.receive(); got != want {
			t.Errorf("heard %s, want %s", got, want)
		}
	}
	c.send(`{"id":"t2","action":"terminate_all"}` + "\n")
	var heard []string
	for range 4 { // turn 0, being searched, may answer before or after
		heard = append(heard, c.receive())
	}
	slices.Sort(heard)
	want := []string{
		`{"action":"terminate_all","id":"t2"}`,
		`{"id":"a","isDuringSearch":false,"noResults":true,"turnNumber":0}`,
		`{"id":"a","isDuringSearch":false,"noResults":true,"turnNumber":1}`,
		`{"id":"b","isDuringSearch":false,"noResults":true,"turnNumber":10}`,
	}
	if !slices.Equal(heard, want) {
		t.Errorf("heard\n%s\nwant\n%s", strings.Join(heard, "\n"), strings.Join(want, "\n"))
	}
	c.end()
}

func TestATerminatedSearchReportsWhatItHasFound(t *testing.T) {
	c := converse(t, &Service{Analyzer: playouts(1)})
	c.send(`{"id":"long","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1000000000,` +
		`"reportDuringSearchEvery":0.01}` + "\n")
	for moves := 0; moves == 0; { // the first reports may have only the root
		report := decode(t, c.receive())
		if report["isDuringSearch"] != true {
			t.Fatalf("heard %v first", report)
		}
		moves = len(report["moveInfos"].([]any))
	}
	start := time.Now()
	c.send(`{"id":"t","action":"terminate","terminateId":"long"}` + "\n")
	for {
		answer := decode(t, c.receive())
		if answer["isDuringSearch"] == false {
			if len(answer["moveInfos"].([]any)) == 0 {
				t.Error("no moves")
			}
			break
		}
	}
	if took := time.Since(start); took > waittest.Limit {
		t.Errorf("ended after %v", took)
	}
	c.end()
}

func TestQuitWithoutWaitingLeavesOpenJobs(t *testing.T) {
	k := newGatedAnalyzer()
	c := converse(t, &Service{Analyzer: k, QuitWithoutWaiting: true})
	c.send(nine("a", `,"analyzeTurns":[0,1,2,3]`))
	<-k.seen
	c.end()
	if got, more := <-c.out; more {
		t.Errorf("heard %s", got)
	}
}

func TestAServiceEndsWithItsContextWhileItWaitsForInput(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	in, keep := io.Pipe()
	defer keep.Close()
	k := newGatedAnalyzer()
	done := make(chan error)
	go func() { done <- (&Service{Analyzer: k}).Serve(ctx, in, io.Discard) }()
	if _, err := io.WriteString(keep, nine("a", "")); err != nil {
		t.Fatal(err)
	}
	<-k.seen
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A failingWriter fails at every write.
type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, errors.New("the line is dead") }

func TestAWriteErrorEndsTheService(t *testing.T) {
	in, keep := io.Pipe()
	defer keep.Close()
	done := make(chan error)
	go func() { done <- (&Service{Analyzer: playouts(1)}).Serve(context.Background(), in, failingWriter{}) }()
	if _, err := io.WriteString(keep, nine("a", `,"maxVisits":3`)); err != nil {
		t.Fatal(err)
	}
	if err := <-done; err == nil || err.Error() != "analysis: writing a response: the line is dead" {
		t.Errorf("Serve says %v", err)
	}
}

// A rawAnalyzer reports a raw evaluation, seen by the player to move.
type rawAnalyzer struct{}

func (rawAnalyzer) Analyze(_ context.Context, _ *game.Game, next board.Color, _ engine.SearchParams) engine.Analysis {
	a := engine.Analysis{Next: next, Visits: 1, Win: 0.5, Raw: &engine.Evaluation{Win: 0.75, Score: 3, ScoreStdev: 8}}
	return a.For(next)
}

func TestTheRawEvaluationIsReportedInTheView(t *testing.T) {
	for view, want := range map[View]string{
		AsBlack: `"rawLead":-3,"rawNoResultProb":0,"rawScoreSelfplay":-3,"rawScoreSelfplayStdev":8,"rawStScoreError":-1,` +
			`"rawStWrError":-0.5,"rawVarTimeLeft":-1,"rawWinrate":0.25,`,
		AsWhite: `"rawLead":3,"rawNoResultProb":0,"rawScoreSelfplay":3,"rawScoreSelfplayStdev":8,"rawStScoreError":-1,` +
			`"rawStWrError":-0.5,"rawVarTimeLeft":-1,"rawWinrate":0.75,`,
		AsSideToMove: `"rawLead":3,"rawNoResultProb":0,"rawScoreSelfplay":3,"rawScoreSelfplayStdev":8,"rawStScoreError":-1,` +
			`"rawStWrError":-0.5,"rawVarTimeLeft":-1,"rawWinrate":0.75,`,
	} {
		got := answers(t, &Service{Analyzer: rawAnalyzer{}, View: view}, `{"id":"a","board":"rosette-1","moves":[["B","A2"]]}`+"\n")
		if len(got) != 1 || !strings.Contains(got[0], want) {
			t.Errorf("%s: %s, want %s", view, got, want)
		}
	}
}

func TestAModelIsNamedByItsFileAndItsHash(t *testing.T) {
	for _, c := range []struct{ hash, want string }{{"", `"internalName":"small.rnet"`}, {"abc", `"internalName":"abc"`}} {
		got := answers(t, &Service{Analyzer: rawAnalyzer{}, Models: []katago.Model{{Name: "small.rnet", Hash: c.hash}}}, `{"id":"m","action":"query_models"}`+"\n")
		if len(got) != 1 || !strings.Contains(got[0], c.want) || !strings.Contains(got[0], `"name":"small.rnet"`) {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}
