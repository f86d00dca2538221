package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rosette/engine/configure"
	"rosette/engine/task"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/sgf"
	"rosette/internal/waittest"
	"rosette/lab/endings"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/match"
	"rosette/server/http/wire"
	"rosette/server/jobs"
)

// doorPositions are line numbers in the file of proven final positions: a position that depends on
// the first move and a seki on a honeycomb, a ko and a seki on squares, and a position whose proof
// is an authority.
var doorPositions = []int{2, 89, 122, 162, 203}

// A final is a final position as a game in which all its stones are played, with the judgement and
// a record file.
type final struct {
	game   *game.Game
	want   facts
	record string
}

// facts are the results for a position at one door: dead and unsure stones, Black's points minus
// White's with the unsure stones alive, the range of margins, and the pending regions as JSON. A
// missing key means that the door does not return it.
type facts map[string]string

// factsOf returns all facts for a judgement.
func factsOf(t testing.TB, g *game.Game, dead, unsure []board.Point, pending []life.PendingRegion) facts {
	t.Helper()
	found := life.Proposal{Dead: dead, Unsure: unsure}
	for i := range pending {
		region, err := pending[i].Parse(g.Graph())
		if err != nil {
			t.Fatal(err)
		}
		found.Pending = append(found.Pending, region)
	}
	possible := g.ProposalRange(found)
	return facts{
		"dead": names(g, dead), "unsure": names(g, unsure), "pending": pendingText(t, pending),
		"margin": fmt.Sprint(possible.Score.Margin()), "range": fmt.Sprint(possible.Least, possible.Greatest),
	}
}

// pendingText returns pending regions as JSON.
func pendingText(t testing.TB, pending []life.PendingRegion) string {
	t.Helper()
	text, err := json.Marshal(pending)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// names returns the points' names, sorted.
func names(g *game.Game, points []board.Point) string {
	all := g.Graph().Names(points)
	slices.Sort(all)
	return strings.Join(all, " ")
}

// finals returns some proven final positions on both lattices.
func finals(t *testing.T) (all []*final) {
	t.Helper()
	file, err := os.Open("../../docs/bench/endings.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	positions, err := endings.Read(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range doorPositions {
		f := &final{game: stonesPlayed(t, &positions[line-1])}
		found, err := configure.Config{}.Judge().Propose(t.Context(), f.game)
		if err != nil {
			t.Fatal(err)
		}
		f.want = factsOf(t, f.game, found.Dead, found.Unsure, life.NamedPending(f.game.Graph(), found.Pending))
		f.record = recordOf(t, f.game)
		all = append(all, f)
	}
	return all
}

// stonesPlayed returns a position as a game in which both players play their stones and pass.
func stonesPlayed(t *testing.T, p *endings.Position) *game.Game {
	t.Helper()
	at, err := p.Game()
	if err != nil {
		t.Fatal(err)
	}
	g, left := game.New(at.Graph(), at.Rules()), board.ByColor[[]string]{board.Black: p.Black, board.White: p.White}
	for next := board.Black; g.Passes() < 2; next = next.Opponent() {
		move := board.Pass
		if len(left[next]) > 0 {
			if move, err = g.Graph().Point(left[next][0]); err != nil {
				t.Fatal(err)
			}
			left[next] = left[next][1:]
		}
		if err := g.Play(move, next); err != nil {
			t.Fatal(err)
		}
	}
	if g.Board().Hash() != at.Board().Hash() {
		t.Fatal("another position is played")
	}
	return g
}

// recordOf writes the game as a file and returns its name.
func recordOf(t *testing.T, g *game.Game) string {
	t.Helper()
	root, err := sgf.FromGame(g)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "final.sgf")
	var text bytes.Buffer
	if err := sgf.Write(&text, &sgf.Collection{Trees: []*sgf.Node{root}}); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// outputOf runs the program and returns its standard output.
func outputOf(t *testing.T, in string, args ...string) string {
	t.Helper()
	var out, errs bytes.Buffer
	if status := run(t.Context(), args, strings.NewReader(in), &out, &errs); status != 0 {
		t.Fatalf("%v ends with %d: %s", args, status, &errs)
	}
	return out.String()
}

// A door judges a position by one way into the program. Some doors take no seed.
type door func(t *testing.T, f *final, seed uint64) facts

// askScore runs rosette score. It ignores the seed, since --seed is for experiments there.
func askScore(t *testing.T, f *final, _ uint64) facts {
	t.Helper()
	var reports []sgf.ScoreReport
	if err := json.Unmarshal([]byte(outputOf(t, "", "score", "--json", f.record)), &reports); err != nil {
		t.Fatal(err)
	}
	r, stones := reports[0], map[string][]string{}
	for _, c := range r.Chains {
		stones[c.Status] = append(stones[c.Status], c.Stones...)
	}
	sorted := func(status life.Status) string {
		slices.Sort(stones[string(status)])
		return strings.Join(stones[string(status)], " ")
	}
	return facts{
		"dead": sorted(life.Dead), "unsure": sorted(life.Unsure), "pending": pendingText(t, r.Pending),
		"margin": fmt.Sprint(r.Black["total"] - r.White["total"]), "range": fmt.Sprint(*r.Least, *r.Greatest),
	}
}

// askGTP runs rosette gtp.
func askGTP(t *testing.T, f *final, seed uint64) facts {
	t.Helper()
	in := "loadsgf " + f.record + "\nfinal_status_list dead\nfinal_score\nquit\n"
	answers := strings.Split(outputOf(t, in, "gtp", "--seed", fmt.Sprint(seed)), "\n\n")
	dead := strings.Fields(strings.TrimPrefix(answers[1], "="))
	slices.Sort(dead)
	return facts{"dead": strings.Join(dead, " "), "margin": marginOf(t, strings.TrimPrefix(answers[2], "= "))}
}

// marginOf returns Black's points minus White's from an SGF result.
func marginOf(t *testing.T, text string) string {
	t.Helper()
	r, err := game.ParseResult(text)
	if err != nil {
		t.Fatal(err)
	}
	if r.Winner == board.White {
		r.Margin = -r.Margin
	}
	return fmt.Sprint(r.Margin)
}

// askMover calls the computer player that also proposes dead stones to people.
func askMover(t *testing.T, f *final, seed uint64) facts {
	t.Helper()
	found, err := jobs.Player{Engine: configure.Config{Threads: 1 + int(seed%2)}}.Judge(t.Context(), f.game)
	if err != nil {
		t.Fatal(err)
	}
	return factsOf(t, f.game, found.Dead, found.Unsure, found.Pending)
}

// askWorker sends a request as to a worker.
func askWorker(t *testing.T, f *final, seed uint64) facts {
	t.Helper()
	request, err := task.New(task.Judge, configure.Config{Seed: seed}, f.game, board.Empty)
	if err != nil {
		t.Fatal(err)
	}
	text, err := request.Do(t.Context(), configure.Config{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	a, err := request.Read(text)
	if err != nil {
		t.Fatal(err)
	}
	return factsOf(t, f.game, a.Stones.Dead, a.Stones.Unsure, a.Stones.Pending)
}

// open plays the game on a server, and returns its id once dead stones are proposed.
func (w *world) open(t *testing.T, f *final) (id string) {
	t.Helper()
	id = account.NewKey()
	settings := play.Settings{
		Board: f.game.Graph().Name(), Rules: f.game.Rules(), Black: w.seats["player"], White: w.seats["opponent"],
	}
	if err := w.srv.Matches.Open(t.Context(), id, settings); err != nil {
		t.Fatal(err)
	}
	for i := range f.game.Ply() {
		move := f.game.Move(i)
		cmd := play.Command{Kind: play.Play, By: move.Color, Point: f.game.Graph().PointName(move.Point)}
		if move.Point == board.Pass {
			cmd.Kind, cmd.Point = play.Pass, ""
		}
		w.command(t, id, cmd)
	}
	waittest.Until(t, "dead stones are proposed", func() (proposed bool) {
		if err := w.srv.Matches.Read(t.Context(), id, func(m *play.Match) { proposed = m.Proposed() }); err != nil {
			t.Fatal(err)
		}
		return proposed
	})
	return id
}

// matchData matches the match data in a game's page.
var matchData = regexp.MustCompile(`(?s)<script type="application/json" id="match">(.*?)</script>`)

// askPage reads the game's page during the agreement.
func (w *world) askPage(t *testing.T, f *final, id string) facts {
	t.Helper()
	data := matchData.FindStringSubmatch(w.answer("player", "GET /games/"+id).Body.String())
	if data == nil {
		t.Fatal("the page has no match")
	}
	var g match.Game
	var frame view.Frame
	if err := json.Unmarshal([]byte(data[1]), &g); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(g.Frame, &frame); err != nil {
		t.Fatal(err)
	}
	s, graph := frame.State, f.game.Graph()
	return shown(t, s.Score, graph.Names(s.Dead), graph.Names(s.Agreement.Unsure), s.Agreement.Pending)
}

// askAPI reads the game's stream for programs during the agreement.
func (w *world) askAPI(t *testing.T, id string) facts {
	t.Helper()
	s := w.streamed(t, id)
	data, err := json.Marshal(s.Pending)
	if err != nil {
		t.Fatal(err)
	}
	var pending []life.PendingRegion // has the same JSON
	if err := json.Unmarshal(data, &pending); err != nil {
		t.Fatal(err)
	}
	return shown(t, s.Score, s.Dead, s.Unsure, pending)
}

// askResult returns the game's result after both players have agreed.
func (w *world) askResult(t *testing.T, id string) facts {
	t.Helper()
	for _, c := range board.Colors {
		w.command(t, id, play.Command{Kind: play.Agree, By: c})
	}
	s := w.streamed(t, id)
	slices.Sort(s.Dead)
	return facts{"dead": strings.Join(s.Dead, " "), "margin": marginOf(t, s.Result.Text)}
}

// A firstLine ends a stream after its first line.
type firstLine struct {
	*httptest.ResponseRecorder
	end context.CancelFunc
}

// Write implements [io.Writer].
func (l *firstLine) Write(data []byte) (int, error) {
	if bytes.ContainsRune(data, '\n') {
		defer l.end()
	}
	return l.ResponseRecorder.Write(data)
}

// streamed returns the game's state from the stream for programs.
func (w *world) streamed(t *testing.T, id string) wire.GameState {
	t.Helper()
	r := httptest.NewRequest("GET", "http://localhost/api/games/"+id+"/stream", nil)
	r.AddCookie(w.keys["player"])
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	out := &firstLine{httptest.NewRecorder(), cancel}
	w.handler.ServeHTTP(out, r.WithContext(ctx))
	text, _, _ := strings.Cut(out.Body.String(), "\n")
	var full wire.GameFull
	if err := json.Unmarshal([]byte(text), &full); err != nil {
		t.Fatalf("%v: %q", err, text)
	}
	return full.State
}

// shown returns the facts that a server shows during the agreement.
func shown(t *testing.T, s *wire.Score, dead, unsure []string, pending []life.PendingRegion) facts {
	t.Helper()
	slices.Sort(dead)
	slices.Sort(unsure)
	least, greatest := s.Black-s.White, s.Black-s.White
	if s.Range != nil {
		least, greatest = s.Range.Least, s.Range.Greatest
	}
	return facts{
		"dead": strings.Join(dead, " "), "unsure": strings.Join(unsure, " "), "pending": pendingText(t, pending),
		"margin": fmt.Sprint(s.Black - s.White), "range": fmt.Sprint(least, greatest),
	}
}

// check compares a door's facts with the judgement.
func (f *final) check(t interface{ Errorf(string, ...any) }, name string, got facts) {
	for fact, text := range got {
		if text != f.want[fact] {
			t.Errorf("%s, %s: %s is %q, want %q", f.game.Graph().Name(), name, fact, text, f.want[fact])
		}
	}
}

// doorDraws is the number of randomly drawn doors per run, because a judgement is slow.
const doorDraws = 4

func TestOnePositionHasOneAnswerThroughEveryDoor(t *testing.T) {
	all, w := finals(t), newWorld(t)
	for _, f := range all {
		id := w.open(t, f)
		f.check(t, "page", w.askPage(t, f, id))
		f.check(t, "API", w.askAPI(t, id))
		f.check(t, "result", w.askResult(t, id))
	}
	f := all[1] // a seki on a honeycomb
	f.check(t, "score", askScore(t, f, 0))
	f.check(t, "GTP", askGTP(t, f, 0))
	doors, draws := map[string]door{"score": askScore, "GTP": askGTP, "bot": askMover, "worker": askWorker}, 0
	rapid.Check(t, func(r *rapid.T) {
		f := rapid.SampledFrom(all).Draw(r, "position")
		name := rapid.SampledFrom(slices.Sorted(maps.Keys(doors))).Draw(r, "door")
		seed := rapid.Uint64().Draw(r, "seed")
		if draws++; draws <= doorDraws {
			f.check(r, name, doors[name](t, f, seed))
		}
	})
}
