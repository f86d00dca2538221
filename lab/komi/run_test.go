package komi

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/matches"
)

// smallPlan returns a plan for ten games on the smallest honeycomb, with playouts.
func smallPlan(t *testing.T, dir string) Plan {
	t.Helper()
	graph, config := board.Rosette(1), configure.Config{Playouts: true, Visits: 8}
	player, err := matches.SpecReader{Defaults: config}.Read("own = resign=no")
	if err != nil {
		t.Fatal(err)
	}
	return Plan{
		Graph: graph, Rules: game.DefaultRules(graph), Player: player, Defaults: config,
		Games: 10, From: -6, To: 6, Step: 4, Dir: dir, Seed: 5, FixedSeed: true,
	}
}

// open opens a plan.
func open(t *testing.T, p Plan) *Run {
	t.Helper()
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	r, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finish plays the rest of a plan.
func finish(t *testing.T, p Plan) *Run {
	t.Helper()
	r := open(t, p)
	err := r.Play(t.Context(), func(matches.Game) {}, func(text string) { t.Errorf("it logs %s", text) })
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return r
}

// sameRun compares the parts of games that a directory stores and that do not differ between runs.
func sameRun(a, b []matches.Game) bool {
	kept := func(games []matches.Game) []matches.Game {
		games = slices.Clone(games)
		for i := range games {
			games[i].SGF, games[i].Spent = "", matches.GameCost{}
		}
		return games
	}
	return same(kept(a), kept(b))
}

func TestAPlanThatCannotBePlayedSaysWhatWouldBeRight(t *testing.T) {
	for want, change := range map[string]func(*Plan){
		"from 0.3; use a whole or half number":           func(p *Plan) { p.From = 0.3 },
		"from NaN; use a whole or half number":           func(p *Plan) { p.From = math.NaN() },
		"to +Inf; use a whole or half number":            func(p *Plan) { p.To = math.Inf(1) },
		"step 0.25; use 0.5 or a whole number of points": func(p *Plan) { p.Step = 0.25 },
		"step 0; use 0.5 or a whole number of points":    func(p *Plan) { p.Step = 0 },
		"step 1.5; use 0.5 or a whole number of points":  func(p *Plan) { p.Step = 1.5 },
		"step NaN; use 0.5 or a whole number of points":  func(p *Plan) { p.Step = math.NaN() },
		"step +Inf; use 0.5 or a whole number of points": func(p *Plan) { p.Step = math.Inf(1) },
		"from 6 to 6; use two komi at least 4 apart":     func(p *Plan) { p.From = 6 },
		"from -6 to -7; use two komi at least 4 apart":   func(p *Plan) { p.To = -7 },
		"from -300 to 300 are more than 200 komi; use a larger step than 1": func(p *Plan) {
			p.From = -300
			p.To = 300
			p.Step = 1
		},
		"from: komi -3000: use a whole or half number from ": func(p *Plan) {
			p.From = -3000
			p.To = 3000
			p.Step = 100
		},
		"to: komi 3000: use a whole or half number from ": func(p *Plan) { p.To, p.Step = 3000, 100 },
	} {
		for range 5 { // the message must not depend on map order
			p := smallPlan(t, "")
			change(&p)
			if err := p.Check(); err == nil || !strings.HasPrefix(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	p := smallPlan(t, "")
	p.From, p.To = -5.5, 94
	p.Step = 0.5
	if err := p.Check(); err != nil {
		t.Errorf("200 komi: %v", err)
	}
}

func TestAGridHoldsBothEndsIfTheStepReachesThem(t *testing.T) {
	for _, c := range []struct {
		from, to, step float64
		want           []float64
	}{
		{-1, 1, 0.5, []float64{-1, -0.5, 0, 0.5, 1}},
		{0.5, 6, 2, []float64{0.5, 2.5, 4.5}},
		{3, 4, 1, []float64{3, 4}},
	} {
		if got := Grid(c.from, c.to, c.step); !slices.Equal(got, c.want) {
			t.Errorf("from %v to %v by %v: %v, want %v", c.from, c.to, c.step, got, c.want)
		}
	}
}

func TestARunThatIsInterruptedFindsWhatOneThatIsNotFinds(t *testing.T) {
	whole := finish(t, smallPlan(t, ""))
	if len(whole.Played) != 10 || whole.Played[1].Trial.Komi != -2 || whole.Plan.MaxMoves != 18 {
		t.Fatalf("%d games, the second is %+v", len(whole.Played), whole.Played[1])
	}
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	r := open(t, p)
	ctx, stop := context.WithCancel(t.Context())
	err := r.Play(ctx, func(matches.Game) {
		if len(r.Played) == 4 {
			stop()
		}
	}, func(string) {})
	if want := "interrupted after 4 games; the same command resumes"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	p.Parallel = 3
	rest := finish(t, p)
	if !sameRun(rest.Played, whole.Played) {
		t.Errorf("it plays\n%+v\nand without interruption\n%+v", rest.Played, whole.Played)
	}
	// The times of the moves differ.
	a, b := rest.Summary("c", "v", time.Now()), whole.Summary("c", "v", time.Now())
	a.Cost, b.Cost = engine.Cost{}, engine.Cost{}
	if Text(a) != Text(b) {
		t.Errorf("it finds\n%s\nand without interruption\n%s", Text(a), Text(b))
	}
}

func TestAnInterruptionWithoutADirectorySaysThatNothingIsKept(t *testing.T) {
	r := open(t, smallPlan(t, ""))
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if err := r.Play(ctx, nil, nil); err == nil || !strings.HasPrefix(err.Error(), "interrupted after 0 games, not stored; ") {
		t.Errorf("%v", err)
	}
	if err := errors.Join(r.WriteFile("x", nil), r.Close()); err != nil {
		t.Error(err)
	}
}

func TestARunUnderOtherConditionsIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := open(t, smallPlan(t, dir)).Close(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Plan){
		"board":    func(p *Plan) { p.Graph, p.MaxMoves = board.Rosette(2), 18 },
		"defaults": func(p *Plan) { p.Defaults.Visits++ },
		"komi":     func(p *Plan) { p.Step = 2 },
		"maxMoves": func(p *Plan) { p.MaxMoves = 19 },
		"rules":    func(p *Plan) { p.Rules.Suicide = !p.Rules.Suicide },
		"seed":     func(p *Plan) { p.Seed++ },
	} {
		p := smallPlan(t, dir)
		change(&p)
		_, err := p.Open()
		if want := dir + " holds another komi: its " + name + " differs; name a new folder"; !errors.As(err, new(*matches.UnusableDirError)) || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	p := smallPlan(t, dir)
	p.Memory = "64M"
	if _, err := p.Open(); !errors.As(err, new(*matches.UnusableDirError)) {
		t.Errorf("another size of the search tree: %v", err)
	}
	p = smallPlan(t, dir)
	p.Games, p.Rules.Komi = 4, 3.5 // more games, and a komi outside the search
	p.Seed, p.FixedSeed = 6, false
	if r := finish(t, p); r.Plan.Seed != 5 || len(r.Played) != 4 {
		t.Errorf("%d games of seed %d", len(r.Played), r.Plan.Seed)
	}
}

func TestAFileThatCannotBeWrittenStopsTheRun(t *testing.T) {
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	r := open(t, p)
	if err := os.RemoveAll(filepath.Join(p.Dir, "games")); err != nil {
		t.Fatal(err)
	}
	if err := r.Play(t.Context(), nil, nil); !errors.Is(err, os.ErrNotExist) || len(r.Played) > 0 {
		t.Errorf("%d games, %v", len(r.Played), err)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestTheCommandRepeatsTheGamesInAnyShell(t *testing.T) {
	p := smallPlan(t, "")
	r := open(t, p)
	flags := []Flag{{"rules", `{"preset":"tromp-taylor"}`}, {"network", "it's mine.rnet"}, {"level", ""}, {"visits", 8}}
	want := `rosette lab komi --board rosette-1 --rules '{"preset":"tromp-taylor"}' --network 'it'\''s mine.rnet' --level '' --visits 8` +
		` --games 10 --from -6 --to 6 --step 4 --seed 5 --json`
	if got := r.Command(flags); got != want {
		t.Errorf("it is\n%s\nwant\n%s", got, want)
	}
	p.MaxMoves = 9
	if got := open(t, p).Command(nil); got != "rosette lab komi --board rosette-1 --games 10 --from -6 --to 6 --step 4 --max-moves 9 --seed 5 --json" {
		t.Errorf("with a bound of moves it is %s", got)
	}
}

func TestASummarySaysWhoPlayedAndWhen(t *testing.T) {
	p := smallPlan(t, "")
	day := time.Date(2026, 3, 1, 1, 0, 0, 0, time.FixedZone("east", 2*3600))
	for _, c := range []struct {
		config configure.Config
		want   engine.KomiPlayer
	}{
		{configure.Config{Playouts: true, Visits: 8}, engine.KomiPlayer{Visits: 8, Threads: 1}},
		{configure.Config{Playouts: true, Level: "3", Threads: 2}, engine.KomiPlayer{Level: "3", Seconds: 1, Threads: 2}},
		{configure.Config{Playouts: true, Visits: 8, Time: 2 * time.Second}, engine.KomiPlayer{Visits: 8, Seconds: 2, Threads: 1}},
	} {
		p.Defaults = c.config
		s := open(t, p).Summary("the command", "1.2", day)
		if want := (engine.KomiOrigin{Version: "1.2", Date: "2026-02-28", Player: c.want, Command: "the command"}); s.Origin != want {
			t.Errorf("it comes from %+v, want %+v", s.Origin, want)
		}
		if s.Conditions.Komi != "-6 to 6 by 4" || s.Conditions.Rules.Ending != game.EndingAllAlive || s.Conditions.Rules.Komi != 0 || s.Unknown == "" {
			t.Errorf("%+v", s)
		}
	}
	p.Graph, p.Defaults = board.Rosette(3), configure.Config{Visits: 2}
	network := configure.Config{}.NetworkFor(p.Graph, p.Rules)
	s := open(t, p).Summary("", "", day)
	if n := s.Origin.Player.Network; n == nil || n.Hash != network.Hash || !strings.HasPrefix(n.Name, "b") || !strings.HasSuffix(s.Conditions.Defaults, " network="+n.Hash) {
		t.Errorf("the network is %+v, played by %s", n, s.Conditions.Defaults)
	}
	p.Defaults.Level = "3"
	if n := open(t, p).Summary("", "", day).Origin.Player.Network; n != nil {
		t.Errorf("at a level of playouts the network is %+v", n)
	}
}

func TestARunDrawsWhatItHasPlayed(t *testing.T) {
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	r := open(t, p)
	if _, err := r.Plot(); err == nil || r.Line() != "fair komi unknown yet" {
		t.Errorf("before the first game: %v, %s", err, r.Line())
	}
	for number, komi := range []float64{-6, -2, 2, 6} {
		r.Played = append(r.Played, gameAt(number, komi, -6), gameAt(number+10, komi, 2), gameAt(number+20, komi, 8))
	}
	picture, err := r.Plot()
	if err != nil || !strings.Contains(string(picture), "rosette-1, mindsports-chinese, level= visits=8 time=0s threads=1, 12 games") {
		t.Errorf("%v, %s", err, picture)
	}
	if kept, err := os.ReadFile(filepath.Join(p.Dir, PlotFile)); err != nil || string(kept) != string(picture) {
		t.Errorf("the directory holds %s, %v", kept, err)
	}
	if want := "fair komi about "; !strings.HasPrefix(r.Line(), want) {
		t.Errorf("it says %s, want %s", r.Line(), want)
	}
	if err := r.Close(); err != nil {
		t.Error(err)
	}
}

func TestAGameThatIsDecidedEndsWithoutAMargin(t *testing.T) {
	p := smallPlan(t, "")
	p.Graph = board.Rosette(2)
	p.MaxMoves = 100
	p.From = -23
	p.To = 23
	p.Step = 46 // either side wins at once
	p.Rules = game.DefaultRules(p.Graph)
	whole := finish(t, p)
	p.Adjudicate = 0.8
	short := finish(t, p)
	moves := func(r *Run) (all, margins int) {
		for _, g := range r.Played {
			all += g.Moves
			if g.Trial.Margin != nil {
				margins++
			}
		}
		return all, margins
	}
	long, counted := moves(whole)
	less, uncounted := moves(short)
	if less >= long || counted != len(whole.Played) || uncounted == len(short.Played) {
		t.Errorf("%d moves and %d margins, with --adjudicate %d and %d", long, counted, less, uncounted)
	}
	text := short.Command(nil)
	if !strings.Contains(text, " --adjudicate 0.8 ") || strings.Contains(whole.Command(nil), "adjudicate") {
		t.Errorf("the command is %s", text)
	}
	if s := Text(short.Summary(text, "", time.Time{})); !strings.Contains(s, "\nadjudged   games end when both players give one side 0.8 for 8 turns") {
		t.Errorf("the summary is %s", s)
	}
}
