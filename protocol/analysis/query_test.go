package analysis

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// A fixedAnalyzer returns the same analysis for every position, seen by the player to move, and
// records each call's parameters.
type fixedAnalyzer struct {
	asked []engine.SearchParams
	rules []game.Rules
	next  []board.Color
}

func (o *fixedAnalyzer) Analyze(_ context.Context, g *game.Game, next board.Color, q engine.SearchParams) engine.Analysis {
	o.asked = append(o.asked, q)
	o.rules = append(o.rules, g.Rules())
	o.next = append(o.next, next)
	n := g.Graph().Points()
	own := make([]float32, n)
	own[0] = 0.5
	a := engine.Analysis{
		Next: next, Visits: 10, Win: 0.75, Score: 4, ScoreStdev: 3, Utility: 0.25, Ownership: own, Policy: make([]float32, n+1),
		Candidates: []engine.Candidate{
			{
				Move: 2, Visits: 9, Win: 0.8, Score: 5, ScoreStdev: 2, Utility: 0.5, Prior: 0.25, PV: []board.Point{2, board.Pass},
				PVVisits: []int{9, 4},
			},
			{Move: 3, Win: 0.5, PV: []board.Point{3}, PVVisits: []int{0}},
		},
		Raw: &engine.Evaluation{Win: 0.7, Score: 3, ScoreStdev: 8},
	}
	return a.For(next)
}

// numberIn returns a number in an answer.
func numberIn(t *testing.T, text, in, key string) float64 {
	t.Helper()
	o := decode(t, text)
	if in == "moveInfos" {
		all := o[in].([]any)
		if len(all) != 1 {
			t.Fatalf("%d moves, want the one that was visited", len(all))
		}
		return all[0].(map[string]any)[key].(float64)
	}
	return o[in].(map[string]any)[key].(float64)
}

// The player to move is ahead: Black in turn 0, White in turn 1.
func TestNumbersAreReportedInTheViewThatIsAskedFor(t *testing.T) {
	mover := [7]float64{0.75, 4, 0.8, 5, 0.5, 0.7, 3}
	opponent := [7]float64{0.25, -4, 0.2, -5, -0.5, 0.3, -3}
	for _, c := range []struct {
		view string
		turn int
		want [7]float64
	}{
		{``, 0, mover},
		{``, 1, opponent},
		{`BLACK`, 0, mover},
		{`BLACK`, 1, opponent},
		{`WHITE`, 0, opponent},
		{`WHITE`, 1, mover},
		{`SIDETOMOVE`, 0, mover},
		{`SIDETOMOVE`, 1, mover},
	} {
		settings := ""
		if c.view != "" {
			settings = `,"overrideSettings":{"reportAnalysisWinratesAs":"` + c.view + `"}`
		}
		query := nine("v", fmt.Sprintf(`,"analyzeTurns":[%d],"includeOwnership":true`, c.turn)+settings)
		text := answers(t, &Service{Analyzer: &fixedAnalyzer{}}, query)[0]
		got := [7]float64{
			numberIn(t, text, "rootInfo", "winrate"), numberIn(t, text, "rootInfo", "scoreLead"),
			numberIn(t, text, "moveInfos", "winrate"), numberIn(t, text, "moveInfos", "scoreLead"),
			decode(t, text)["ownership"].([]any)[0].(float64),
			numberIn(t, text, "rootInfo", "rawWinrate"), numberIn(t, text, "rootInfo", "rawLead"),
		}
		for i := range got {
			if math.Abs(got[i]-c.want[i]) > 1e-6 {
				t.Errorf("view %q, turn %d: %v, want %v", c.view, c.turn, got, c.want)
				break
			}
		}
		lcb, win := numberIn(t, text, "moveInfos", "lcb"), numberIn(t, text, "moveInfos", "winrate")
		if below := lcb < win; below != (c.want == mover) {
			t.Errorf("view %q, turn %d: the bound %v of the chance %v is no worse for the player to move", c.view, c.turn, lcb, win)
		}
	}
}

func TestLCBStdevsIsSetByTheServiceOrTheQuery(t *testing.T) {
	gap := func(s *Service, settings string) float64 {
		t.Helper()
		s.Analyzer = &fixedAnalyzer{}
		text := answers(t, s, nine("d", `,"overrideSettings":{`+settings+`}`))[0]
		return numberIn(t, text, "moveInfos", "winrate") - numberIn(t, text, "moveInfos", "lcb")
	}
	five := gap(&Service{}, ``)
	for _, test := range []struct {
		service  *Service
		settings string
		want     float64
	}{
		{&Service{}, `"lcbStdevs":2.5`, five / 2},
		{&Service{LCBStdevs: 10}, ``, five * 2},
		{&Service{LCBStdevs: 10}, `"lcbStdevs":"1"`, five / 5},
	} {
		if got := gap(test.service, test.settings); math.Abs(got-test.want) > 1e-5 {
			t.Errorf("%v, %s: %v below, want %v", test.service.LCBStdevs, test.settings, got, test.want)
		}
	}
}

func TestTheSearchParametersFollowFromTheQuery(t *testing.T) {
	o := &fixedAnalyzer{}
	answers(t, &Service{Analyzer: o, Visits: 77}, strings.Join([]string{
		nine("a", ``),
		nine("b", `,"maxVisits":5,"includeMovesOwnership":true`),
		nine("c", `,"overrideSettings":{"maxTime":0.5,"maxVisits":9}`),
		nine("d", `,"reportDuringSearchEvery":2,"firstReportDuringSearchAfter":0.5`),
		nine("e", `,"firstReportDuringSearchAfter":0.5`),
		nine("f", `,"avoidMoves":[{"player":"W","moves":["C3","pass"],"untilDepth":2}]`),
		nine("g", `,"allowMoves":[{"player":"B","moves":["C3"],"untilDepth":1}]`),
	}, ""))
	q := o.asked
	if q[0].Visits != 77 || q[1].Visits != 5 || !q[1].OwnershipDetails || q[0].OwnershipDetails || q[2].Visits != 9 ||
		q[2].Time != seconds(0.5) {
		t.Errorf("asked %+v", q[:3])
	}
	if q[3].ReportEvery != seconds(2) || q[3].FirstReportAfter != seconds(0.5) || q[4].ReportEvery != never ||
		q[4].FirstReportAfter != seconds(0.5) || q[0].ReportEvery != 0 {
		t.Errorf("asked %+v", q[3:5])
	}
	c3, err := board.Square(9, 9).Point("c3")
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []struct {
		p     board.Point
		c     board.Color
		depth int
		avoid bool
		allow bool // under g
	}{
		{c3, board.White, 1, true, false},
		{c3, board.White, 2, false, false},
		{c3, board.Black, 0, false, false},
		{board.Pass, board.White, 0, true, false},
		{board.Pass, board.Black, 0, false, true},
		{board.Pass, board.Black, 1, false, false},
		{0, board.Black, 0, false, true},
	} {
		if got := q[5].Avoid(want.p, want.c, want.depth); got != want.avoid {
			t.Errorf("%d: avoidMoves leaves it out: %v", i, got)
		}
		if got := q[6].Avoid(want.p, want.c, want.depth); got != want.allow {
			t.Errorf("%d: allowMoves leaves it out: %v", i, got)
		}
	}
}

func TestTheInitialPlayerAndTheRulesAreKataGos(t *testing.T) {
	for more, want := range map[string]struct {
		next     board.Color
		komi     float64
		handicap game.Bonus
	}{
		`"moves":[],"rules":"chinese"`:                                                                  {board.Black, 7.5, game.BonusN},
		`"moves":[],"rules":"japanese"`:                                                                 {board.Black, 6.5, game.BonusNone},
		`"moves":[],"rules":"aga-button"`:                                                               {board.Black, 7, game.BonusNMinusOne},
		`"moves":[],"rules":{"scoring":"TERRITORY"}`:                                                    {board.Black, 6.5, game.BonusNone},
		`"moves":[],"rules":"koSIMPLEscoreAREAtaxNONEsui0whbNfpok1"`:                                    {board.Black, 7.5, game.BonusN},
		`"moves":[],"rules":"scoreTERRITORY"`:                                                           {board.Black, 6.5, game.BonusNone},
		`"moves":[],"rules":"koSIMPLEkomi2","whiteHandicapBonus":"N"`:                                   {board.Black, 2, game.BonusN},
		`"moves":[],"rules":"koSIMPLEkomi2","komi":1`:                                                   {board.Black, 1, game.BonusNone},
		`"moves":[],"rules":{"komi":3}`:                                                                 {board.Black, 3, game.BonusNone},
		`"moves":[],"rules":"chinese","komi":0,"whiteHandicapBonus":"0"`:                                {board.Black, 0, game.BonusNone},
		`"moves":[],"rules":"tromp-taylor","whiteHandicapBonus":"N-1"`:                                  {board.Black, 7.5, game.BonusNMinusOne},
		`"moves":[],"rules":"tromp-taylor","initialStones":[["B","C3"],["B","D4"]]`:                     {board.White, 7.5, game.BonusNone},
		`"moves":[],"rules":"tromp-taylor","initialStones":[["B","C3"],["B","D4"]],"initialPlayer":"b"`: {board.Black, 7.5, game.BonusNone},
		`"moves":[],"rules":"tromp-taylor","initialStones":[["B","C3"],["W","D4"]]`:                     {board.Black, 7.5, game.BonusNone},
		`"moves":[["W","C3"]],"analyzeTurns":[0],"rules":"tromp-taylor","initialStones":[["B","D4"]]`:   {board.White, 7.5, game.BonusNone},
		`"moves":[["B","C3"],["B","D4"]],"rules":"tromp-taylor"`:                                        {board.White, 7.5, game.BonusNone},
	} {
		o := &fixedAnalyzer{}
		text := answers(t, &Service{Analyzer: o}, `{"id":"x","boardXSize":9,"boardYSize":9,`+more+"}\n")
		if len(o.next) != 1 {
			t.Errorf("%s: %s", more, text)
			continue
		}
		if o.next[0] != want.next || o.rules[0].Komi != want.komi || o.rules[0].Bonus != want.handicap {
			t.Errorf("%s: %v to move, komi %v, bonus %v", more, o.next[0], o.rules[0].Komi, o.rules[0].Bonus)
		}
	}
}

// ko holds moves after which White may not retake at C3.
const ko = `["B","B3"],["W","D2"],["B","C2"],["W","D4"],["B","C4"],["W","E3"],["B","A1"],["W","C3"],["B","D3"]`

// A record may contain a move that the rules' superko forbids.
func TestAMoveThatOnlyRepetitionForbidsIsPlayed(t *testing.T) {
	o := &fixedAnalyzer{}
	out := answers(
		t, &Service{Analyzer: o},
		`{"id":"x","boardXSize":5,"boardYSize":5,"rules":"tromp-taylor","moves":[`+ko+`,["W","C3"],["B","A5"]]}`,
	)
	if len(o.asked) != 1 {
		t.Fatalf("answered by %s", out)
	}
}

// An analysis must not treat a pass as an agreement to end the game.
func TestAPassDoesNotCountWherePlayersAgreeOnDeadStones(t *testing.T) {
	for rules, want := range map[string]int{"chinese": 0, "tromp-taylor": 1} {
		q, err := (&server{Service: &Service{}}).parse("x", object{
			"boardXSize": json.RawMessage("5"), "boardYSize": json.RawMessage("5"), "rules": json.RawMessage(`"` + rules + `"`),
			"moves": json.RawMessage(`[["B","C3"],["W","pass"]]`),
		})
		if err != nil {
			t.Fatal(err)
		}
		if g, next := q.gameAt(2); g.Passes() != want || next != board.Black || g.Board().Vacant() != 24 {
			t.Errorf("%s: %d passes, %v to move, want %d, black", rules, g.Passes(), next, want)
		}
	}
}

func TestMirrorImagesShareSymHashUnlessTheKoDiffers(t *testing.T) {
	hash := func(moves, key string) string {
		t.Helper()
		text := answers(
			t, &Service{Analyzer: &fixedAnalyzer{}}, `{"id":"x","boardXSize":5,"boardYSize":5,"rules":"chinese","moves":[`+moves+`]}`,
		)[0]
		return decode(t, text)["rootInfo"].(map[string]any)[key].(string)
	}
	one, other := `["B","A2"],["W","B3"]`, `["B","B1"],["W","C2"]`
	if hash(one, "symHash") != hash(other, "symHash") || hash(one, "thisHash") == hash(other, "thisHash") {
		t.Error("A2 B3 and B1 C2 are mirror images of each other")
	}
	if hash(one, "symHash") == hash(`["W","B3"],["B","A2"]`, "symHash") {
		t.Error("who is to move makes no difference")
	}
	if hash(ko, "thisHash") == hash(ko+`,["W","pass"],["B","pass"]`, "thisHash") {
		t.Error("a ko makes no difference")
	}
}

func TestALineThatIsTooLongIsRefusedAndTheNextIsRead(t *testing.T) {
	out := answers(t, &Service{Analyzer: &fixedAnalyzer{}}, `{"id":"`+strings.Repeat("x", 10<<20)+"\"}\n"+`{"id":"v",`+
		`"action":"query_version"}`)
	if len(out) != 2 || out[0] != `{"error":"line too long; a query has at most 1048576 bytes"}` || decode(t, out[1])["id"] != "v" {
		t.Errorf("%d answers: %.200s", len(out), out)
	}
}

func TestAFullQueueRefusesAllTurnsOfAQuery(t *testing.T) {
	q := newQueue()
	turns := make([]int, 1000)
	for range maxOpen / 1000 {
		if err := q.add(&query{turns: turns}); err != nil {
			t.Fatal(err)
		}
	}
	if err := q.add(&query{turns: turns}); err == nil {
		t.Error("more than the bound are waiting")
	}
	if err := newQueue().add(&query{turns: turns, bytes: maxOpenBytes + 1}); err == nil {
		t.Error("more text than the bound is waiting")
	}
}

func TestTheServiceHasABoardAndRulesForQueriesWithoutThem(t *testing.T) {
	rules, err := game.ParseRules("flower")
	if err != nil {
		t.Fatal(err)
	}
	o := &fixedAnalyzer{}
	out := answers(t, &Service{Analyzer: o, Board: board.Rosette(3), Rules: &rules}, `{"id":"x","moves":[["B","A4"]]}`)
	if len(o.rules) != 1 || o.rules[0].Preset != "flower" {
		t.Errorf("answered by %s", out)
	}
}

func FuzzService(f *testing.F) {
	f.Add(nine("a", `,"analyzeTurns":[0,3],"priorities":[1,2],"includePolicy":true`))
	f.Add(`{"id":"b","board":"rosette-2","moves":[["B","a4"]],"initialStones":[["W","b2"]],"avoidMoves":[{"player":"B",` +
		`"moves":["C3"],"untilDepth":1}]}`)
	f.Add(`{"id":"c","action":"terminate","terminateId":"a","turnNumbers":[1]}` + "\n" +
		`{"id":"d","action":"query_version"}` + "\nnull\n[]\n{}\n\x00\n")
	f.Add(`{"id":"e","boardXSize":3,"boardYSize":2,"moves":[["b","(0,1)"],["w","pass"]],"rules":{"ko":"SIMPLE"},"komi":0.5,` +
		`"whiteHandicapBonus":0,"overrideSettings":{"maxTime":1,"x":null},"x":1}`)
	f.Fuzz(func(t *testing.T, input string) {
		for text := range strings.SplitSeq(input, "\n") {
			var out bytes.Buffer
			if err := (&Service{Analyzer: &fixedAnalyzer{}}).Serve(context.Background(), strings.NewReader(text), &out); err != nil {
				t.Fatal(err)
			}
			if asked := strings.TrimSpace(text) != ""; asked != (out.Len() > 0) {
				t.Fatalf("%q is answered by %q", text, out.String())
			}
			for answer := range strings.Lines(out.String()) {
				if !json.Valid([]byte(answer)) {
					t.Fatalf("%q is not JSON, in the answer to %q", answer, text)
				}
			}
		}
	})
}
