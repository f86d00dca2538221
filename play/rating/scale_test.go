package rating_test

import (
	"fmt"
	"strconv"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
	"rosette/play/rating"
)

func TestRanksAreAHundredPointsWide(t *testing.T) {
	for points, want := range map[float64]string{
		-900: "30k", 500: "30k", 599.9: "30k", 600: "29k", 1500: "20k", 2499: "11k", 3400: "1k", 3499.9: "1k", 3500: "1d", 4300: "9d", 9000: "9d",
	} {
		if got := rating.Rank(points); got != want || !game.IsRank(got) {
			t.Errorf("%v points are %s, want %s", points, got, want)
		}
	}
	if d := rating.RankDifference(1850, 1500); d.Ranks != 3.5 || d.Weaker != "20k" || d.Stronger != "17k" {
		t.Errorf("%+v", d)
	}
}

func TestAHandicapMakesUpForTheDifference(t *testing.T) {
	for _, test := range []struct {
		board, rules string
		difference   float64
		stones       int
		free         bool
		headStart    float64
	}{
		{"square-19", "chinese", 0, 0, false, 0},
		{"square-19", "chinese", 100, 1, false, 50},
		{"square-19", "chinese", 450, 4, false, 350},
		{"square-19", "chinese", 3000, 9, false, 850},
		{"square-9", "chinese", 400, 0, false, 0}, // a stone is worth 4.5 ranks there
		{"square-9", "chinese", 1000, 2, false, 668.5},
		{"rosette-7", "mindsports-chinese", 500, 4, false, 430},
		{"rosette-7", "flower", 500, 4, true, 553},
		{"square-19", "flower", 300, 3, false, 300},
	} {
		g, err := board.Named(test.board)
		if err != nil {
			t.Fatal(err)
		}
		rules, err := game.Preset(test.rules)
		if err != nil {
			t.Fatal(err)
		}
		stones, free := rating.Handicap(rules, g, 1500, 1500+test.difference)
		if stones != test.stones || free != test.free {
			t.Errorf("%+v: %d stones, Black free %v", test, stones, free)
		}
		near(t, test.board+" "+test.rules, rating.HeadStart(rules, g, stones, board.Empty, free), test.headStart, 0.5)
	}
}

func TestTheStonesOfWhiteAndTheFirstMoveOfBlackCountAgainstEachOther(t *testing.T) {
	g, err := board.Named("rosette-5") // 150 points: a stone is worth 240.67 there
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.Preset("flower")
	if err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		weaker    board.Color
		stones    int
		free      bool
		headStart float64
	}{
		{board.Black, 2, false, 481.3},
		{board.Black, 2, true, 601.7},
		{board.White, 2, false, -481.3},
		{board.White, 2, true, -361},
		{board.White, 0, true, 120.3},
	} {
		near(t, fmt.Sprintf("%+v", test), rating.HeadStart(rules, g, test.stones, test.weaker, test.free), test.headStart, 0.1)
	}
}

func TestABoardAndASpeedHaveAPool(t *testing.T) {
	for _, test := range []struct {
		board string
		speed clock.Speed
		want  string // "" for none
	}{
		{"rosette-3", clock.Live, "rosette-live"},
		{"rosette-12", clock.Blitz, "rosette-blitz"},
		{"rosette-2", clock.Live, ""},
		{"square-9", clock.Correspondence, "go-9-correspondence"},
		{"square-13", clock.Live, "go-13-live"},
		{"square-19", clock.Blitz, "go-19-blitz"},
		{"square-19", clock.NoSpeed, ""},
		{"square-5", clock.Live, ""},
		{"square-9x13", clock.Live, ""},
		{"rosette-", clock.Live, ""},
	} {
		pool, ok := rating.PoolOf(test.board, test.speed)
		if ok != (test.want != "") || ok && pool.String() != test.want {
			t.Errorf("%s %q: %s, %v", test.board, test.speed, pool, ok)
		}
	}
	if all := rating.Pools(); len(all) != 12 {
		t.Errorf("pools %v", all)
	}
	for _, p := range rating.Pools() {
		if got, ok := rating.ParsePool(p.String()); !ok || got != p {
			t.Errorf("%s is read as %v, %v", p, got, ok)
		}
	}
	if p, ok := rating.ParsePool("chess-blitz"); ok {
		t.Errorf("%v", p)
	}
}

func TestTheLevelsAreRatedAsTheyWereMeasured(t *testing.T) {
	for _, level := range engine.Levels {
		p, ok := rating.Level(rating.Rosette, level.Name)
		measured := !level.Dated && level.Name != engine.FullStrength
		if ok != measured || ok && (p.Points != float64(500+level.Elo) || !p.Fixed || p.Provisional()) {
			t.Errorf("level %s, Elo %d: %+v, %v", level.Name, level.Elo, p, ok)
		}
	}
	for _, f := range []rating.Family{rating.Go9, rating.Go13, rating.Go19} {
		open := f == rating.Go19
		below := 0.0
		for n := 1; n <= 22; n++ {
			p, ok := rating.Level(f, strconv.Itoa(n))
			if !ok || p.Points <= below || p.Fixed == open || open && !p.Provisional() {
				t.Errorf("%v: level %d is %+v, the one below has %v points", f, n, p, below)
			}
			if below = p.Points; n == 1 && below != 500 {
				t.Errorf("%v: level 1 has %v points", f, below)
			}
		}
		if below < 2600 || below > 3500 {
			t.Errorf("%v: level 22 has %v points; GNU Go, at 2600, is weaker", f, below)
		}
	}
	for _, name := range []string{"", "0", "01", "23", "full", "-1", "1e1"} {
		if p, ok := rating.Level(rating.Rosette, name); ok {
			t.Errorf("level %q is rated %+v", name, p)
		}
	}
}
