package komi

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/matches"
)

// conditions returns the conditions of a search on the board with base 5.
func conditions() engine.KomiConditions {
	rules := game.DefaultRules(board.Rosette(5))
	rules.Komi = 0
	return engine.KomiConditions{Kind: "komi", Board: "rosette-5", Rules: ExactRules(rules), Defaults: "visits=400", Seed: 7}
}

func TestASummarySaysTheFairKomiOfItsGames(t *testing.T) {
	games := world(rand.New(rand.NewPCG(3, 3)), 5.5, 3, grid(0, 12, 1), 120)
	for i := range games {
		games[i].Opening = []string{"A1", "B2", "C3"}[i%3]
		games[i].Spent.Black = engine.Cost{Moves: 1, Wall: 2, CPU: 1, CPUKnown: true}
	}
	origin := engine.KomiOrigin{Version: "1", Date: "2026-03-01", Command: "rosette lab komi"}
	s := Summarize(conditions(), origin, games)
	e, err := EstimateKomi(games, 7)
	if err != nil || s.Komi != e.Komi || s.Slope != e.Slope || s.Unknown != "" || s.Beyond || s.Step != 2 || s.Different != 3 || s.Games != 120 || s.Origin != origin {
		t.Errorf("%+v, %v", s, err)
	}
	if s.Cost.Moves != 120 || s.Cost.Wall != 240 {
		t.Errorf("the cost is %+v", s.Cost)
	}
	if !slices.Equal(s.Whole.Komi, e.MostEven(false)) || !slices.Equal(s.Half.Komi, e.MostEven(true)) || math.Abs(s.Whole.Share-0.5) > 0.2 {
		t.Errorf("most even are %+v and %+v", s.Whole, s.Half)
	}
	played := 0
	for i, r := range s.Rows {
		played += r.Games
		if r.Fitted == nil || i > 0 && (r.Komi <= s.Rows[i-1].Komi || *r.Fitted > *s.Rows[i-1].Fitted) {
			t.Errorf("row %d is %+v", i, r)
		}
	}
	if played != 120 {
		t.Errorf("%d games in the rows", played)
	}
	if again := Summarize(conditions(), origin, games); !reflect.DeepEqual(again, s) {
		t.Errorf("%+v, then %+v", s, again)
	}
	text := Text(s)
	for _, want := range []string{
		"rosette-5, mindsports-chinese, ending ALL_ALIVE: 120 games of the computer with itself, visits=400\n",
		"\na point    is worth ", "\nmost even  whole ", "; so komi between two neighbours of one kind decide (nearly) alike\n",
		"\na move     2.000 s, 1.000 s of processor time\n", "\nopenings   3 different in the first 6 moves; ", "\nseed       7\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("it says\n%s\nwant %s", text, want)
		}
	}
}

func TestASummaryWithoutFairKomiSaysWhy(t *testing.T) {
	s := Summarize(conditions(), engine.KomiOrigin{}, []matches.Game{gameAt(0, 4, 9), gameAt(1, 8, 12)})
	want := `rosette-5, mindsports-chinese, ending ALL_ALIVE: 2 games of the computer with itself, visits=400
fair komi  unknown: Black won every game, so it is above 8; use a higher --to
margins    mean +10.5, median 10.5 in 2 counted games; 1 even, 1 odd
  komi  games  won  drawn  lost  Black  from     to  curve
     4      1    1      0     0  100 %  21 %  100 %      –
     8      1    1      0     0  100 %  21 %  100 %      –
a move     no move
openings   1 different in the first 6 moves; games differ only in their seeds
seed       7
`
	if got := Text(s); got != want || s.Komi.Known() || s.Whole != nil || s.Rows[0].Fitted != nil {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
	one := Text(Summarize(conditions(), engine.KomiOrigin{}, []matches.Game{gameAt(0, 4, 9)}))
	if !strings.Contains(one, ": 1 game of the computer with itself, ") {
		t.Errorf("of one game it says\n%s", one)
	}
	none := Text(Summarize(conditions(), engine.KomiOrigin{}, nil))
	if !strings.Contains(none, "margins    no game was counted\n") || !strings.Contains(none, "fair komi  unknown: ") {
		t.Errorf("without a game it says\n%s", none)
	}
}

func TestASummaryWarnsOfFairKomiBeyondTheGames(t *testing.T) {
	var games []matches.Game
	for komi := range 4 {
		for i := range 60 {
			margin := 20.0
			if i%20 < 2+2*komi {
				margin = -20
			}
			games = append(games, gameAt(len(games), float64(2*komi), margin))
		}
	}
	s := Summarize(conditions(), engine.KomiOrigin{}, games)
	if want := "outside of the komi that were played at: play there too before believing it\n"; !s.Beyond || s.Komi.At <= 6 || !strings.Contains(Text(s), want) {
		t.Errorf("beyond %v, it says\n%s", s.Beyond, Text(s))
	}
}

func TestAnOpenBoundIsWrittenFromTheOther(t *testing.T) {
	for want, i := range map[string]engine.Interval{
		"1.00 to 3.50": {Low: 1, At: 2, High: 3.5},
		"up to 3.50":   {Low: math.Inf(-1), At: 2, High: 3.5},
		"from 1.00":    {Low: 1, At: 2, High: math.Inf(1)},
	} {
		if got := bounds(i); got != want {
			t.Errorf("%+v is %s, want %s", i, got, want)
		}
	}
}

func TestASummaryIsTheSameAfterJSON(t *testing.T) {
	s := Summarize(conditions(), engine.KomiOrigin{}, world(rand.New(rand.NewPCG(3, 3)), 5.5, 3, grid(0, 12, 1), 60))
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var again engine.FairKomi
	if err := json.Unmarshal(text, &again); err != nil || Text(again) != Text(s) {
		t.Errorf("%v, it is read as\n%s\nwant\n%s", err, Text(again), Text(s))
	}
}
