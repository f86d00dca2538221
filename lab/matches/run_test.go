package matches

import (
	"context"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// byPlayouts reads players that use playouts.
var byPlayouts = SpecReader{Defaults: configure.Config{Playouts: true}}

func specs(t *testing.T, texts ...string) []*Spec {
	t.Helper()
	all, err := byPlayouts.ReadAll(texts)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// plan returns a match with six games on the smallest honeycomb.
func plan(dir string) (Plan, error) {
	graph := board.Rosette(1)
	players, err := byPlayouts.ReadAll([]string{"visits=8", "visits=4"})
	return Plan{
		Kind: "match", Graph: graph, Rules: game.DefaultRules(graph), Players: players,
		Defaults: byPlayouts.Defaults, Pairs: 3, OpeningMoves: 2, AnswerTimeout: time.Minute,
		Dir: dir, Seed: 5, FixedSeed: true,
	}, err
}

func smallPlan(t *testing.T, dir string) Plan {
	t.Helper()
	p, err := plan(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// open opens a plan and closes its run after the test.
func open(t *testing.T, p Plan) *Run {
	t.Helper()
	r, err := p.Open()
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// finish plays the rest of a plan and returns all its games.
func finish(t *testing.T, p Plan) []Game {
	t.Helper()
	r := open(t, p)
	err := r.Play(t.Context(), func(Game) {}, func(text string) { t.Log(text) })
	if err := errors.Join(err, r.Close()); err != nil {
		t.Fatal(err)
	}
	return written(r.Games)
}

// small returns the games of smallPlan, played once for all tests.
var small = sync.OnceValues(func() ([]Game, error) {
	p, err := plan("")
	if err != nil {
		return nil, err
	}
	r, err := p.Open()
	if err != nil {
		return nil, err
	}
	err = r.Play(context.Background(), func(Game) {}, func(string) {})
	return written(r.Games), errors.Join(err, r.Close())
})

// smallGames returns the games of smallPlan.
func smallGames(t *testing.T) []Game {
	t.Helper()
	games, err := small()
	if err != nil {
		t.Fatal(err)
	}
	return games
}

// written removes the fields that a run directory does not store.
func written(games []Game) []Game {
	games = plain(games)
	for i := range games {
		games[i].SGF = ""
		games[i].Spent.Black.CPU, games[i].Spent.White.CPU = 0, 0
	}
	return games
}

func TestARunThatIsInterruptedPlaysTheSameGamesAsOneThatIsNot(t *testing.T) {
	want := smallGames(t)
	if len(want) != 6 || want[0].Opening == "" || want[0].Black != "visits-8" {
		t.Fatalf("%d games, the first is %+v", len(want), want[0])
	}
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	for _, after := range []int{2, 3} {
		r := open(t, p)
		ctx, stop := context.WithCancel(t.Context())
		err := r.Play(ctx, func(Game) {
			if len(r.Games) == after {
				stop()
			}
		}, func(string) {})
		if want := Interrupted(after, true); err == nil || err.Error() != want.Error() || r.Total() != 6 {
			t.Errorf("of %d games %d are played, %v, want %v", r.Total(), len(r.Games), err, want)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
	p.Parallel = 3
	if got := finish(t, p); !slices.Equal(got, want) {
		t.Errorf("it plays\n%+v\nand without interruption\n%+v", got, want)
	}
	if again := finish(t, p); !slices.Equal(again, want) {
		t.Error("a finished run changes its games")
	}
}

func TestMorePairsContinueARun(t *testing.T) {
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	p.Pairs = 1
	short := finish(t, p)
	p.Pairs = 2
	if long := finish(t, p); len(long) != 4 || !slices.Equal(long[:2], short) {
		t.Errorf("two pairs are %+v, one is %+v", long, short)
	}
}

func TestAnInterruptionWithoutADirectorySaysThatNothingIsKept(t *testing.T) {
	r := open(t, smallPlan(t, ""))
	ctx, stop := context.WithCancel(t.Context())
	err := r.Play(ctx, func(Game) { stop() }, func(string) {})
	if want := "interrupted after 1 game, not stored; use --out to resume with the same command"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := errors.Join(r.WriteFile(SummaryFile, nil), r.Close()); err != nil {
		t.Error(err)
	}
}

func TestARunUnderOtherConditionsIsRefused(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "run")
	if err := open(t, smallPlan(t, dir)).Close(); err != nil {
		t.Fatal(err)
	}
	for name, change := range map[string]func(*Plan){
		"adjudicate":  func(p *Plan) { p.Adjudicate = 0.99 },
		"board":       func(p *Plan) { p.Graph = board.Rosette(2); p.MaxMoves = 18 },
		"defaults":    func(p *Plan) { p.Defaults.Visits = 3 },
		"kind":        func(p *Plan) { p.Kind = "ladder" },
		"maxMoves":    func(p *Plan) { p.MaxMoves = 17 },
		"moveTimeout": func(p *Plan) { p.AnswerTimeout = time.Second },
		"openings":    func(p *Plan) { p.OpeningMoves = 3 },
		"players":     func(p *Plan) { slices.Reverse(p.Players) },
		"reach":       func(p *Plan) { p.Reach = 1 },
		"rules":       func(p *Plan) { p.Rules.Komi++ },
		"seed":        func(p *Plan) { p.Seed++ },
		"sprt":        func(p *Plan) { p.SPRT = &SPRT{0, 50, 0.05, 0.05} },
	} {
		p := smallPlan(t, dir)
		change(&p)
		_, err := p.Open()
		var unusable *UnusableDirError
		if want := dir + " holds another " + p.Kind + ": its " + name + " differs; name a new folder"; !errors.As(err, &unusable) || err.Error() != want {
			t.Errorf("%s: %v, want %s", name, err, want)
		}
	}
	p := smallPlan(t, filepath.Join(t.TempDir(), "reaching"))
	p.Reach = 1 // and then none
	if err := open(t, p).Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := smallPlan(t, p.Dir).Open(); err == nil || !strings.Contains(err.Error(), "its reach differs") {
		t.Errorf("without the reach that it had: %v", err)
	}
	for name, change := range map[string]func(*Plan){
		"even openings":       func(p *Plan) { p.Balanced = 0.1 },
		"openings of a file":  func(p *Plan) { p.Book = []byte("(;GM[1]SZ[3])") },
		"memory for the tree": func(p *Plan) { p.Memory = "1G" },
	} {
		p := smallPlan(t, dir)
		if change(&p); p.Book != nil {
			p.Graph = board.Square(3, 3)
		}
		if _, err := p.Open(); !errors.As(err, new(*UnusableDirError)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTheSeedOfADirectoryContinuesUnlessOneIsAskedFor(t *testing.T) {
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	p.Pairs = 1
	want := finish(t, p)
	p.Seed, p.FixedSeed = 77, false
	r := open(t, p)
	if r.Conditions.Seed != 5 || r.Graph() != p.Graph {
		t.Errorf("the run continues on %s with %+v", r.Graph().Name(), r.Conditions)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	p.Pairs = 3
	if got := finish(t, p); !slices.Equal(got[:2], want) || !slices.Equal(got, smallGames(t)) {
		t.Error("the games are not those of the first seed")
	}
}

func TestARunPlaysTheOpeningsOfAFile(t *testing.T) {
	p := smallPlan(t, "")
	p.Graph, p.Pairs = board.Square(3, 3), 2
	p.Rules = game.DefaultRules(p.Graph)
	p.Book = []byte("(;GM[1]SZ[3];B[bb];W[ca])(;GM[1]SZ[3];B[ab])")
	for i, g := range finish(t, p) {
		if want := []string{"B2 C3", "B2 C3", "A2", "A2"}[i]; g.Opening != want {
			t.Errorf("game %d begins with %s, want %s", i+1, g.Opening, want)
		}
	}
}

func TestOpeningsThatCannotBeReadLeaveTheDirectoryAlone(t *testing.T) {
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	p.Book = []byte("(;GM[1]SZ[3];B[bb])")
	_, err := p.Open()
	var book *BookError
	if !errors.As(err, &book) || !errors.Is(err, book.Err) || err.Error() != "game 1: the game is on square-3, the match on rosette-1" {
		t.Errorf("%v", err)
	}
	if _, err := os.Stat(p.Dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the directory: %v", err)
	}
}

func TestBalancedOpeningsGiveNeitherSideTheGame(t *testing.T) {
	p := smallPlan(t, "")
	p.Graph = board.Rosette(2)
	worst := func(p Plan) (most float64) {
		openings, win := open(t, p).tournament.Openings, winBySearch(p.Seed)
		for i := range 3 {
			g := game.New(p.Graph, p.Rules)
			for _, m := range at(t, openings, i) {
				g.Make(m.Point, m.Color)
			}
			most = max(most, math.Abs(win(t.Context(), g, board.Black)-0.5))
		}
		return most
	}
	all := worst(p)
	p.Balanced = 0.2
	even := worst(p)
	if t.Logf("all %v even %v", all, even); even > p.Balanced || all <= p.Balanced {
		t.Errorf("Black's chance is up to %v from a half, of all openings up to %v", even, all)
	}
}

func TestAdjudicationIsRefusedWhereAGTPEnginePlays(t *testing.T) {
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	p.Players, p.Adjudicate = specs(t, "visits=4", "gnu = gnugo --mode gtp"), 0.99
	_, err := p.Open()
	if !errors.Is(err, AdjudicateGTPError{"gnu"}) || !strings.HasSuffix(err.Error(), "omit it for gnu") {
		t.Errorf("%v", err)
	}
	p.Players = specs(t, "visits=4", "visits=8")
	if err := open(t, p).Close(); err != nil {
		t.Error(err)
	}
}

func TestLocalPlayersSayWhoWinsForAdjudication(t *testing.T) {
	p := smallPlan(t, "")
	p.Graph = board.Rosette(2)
	p.Pairs = 1
	p.OpeningMoves = 0
	p.Adjudicate = 0.51
	p.Rules.Komi = -30
	for _, g := range finish(t, p) {
		if g.End != ByAdjudication || g.Result != "B+R" || g.Moves != adjudicationTurns {
			t.Errorf("%+v", g)
		}
	}
}

func TestLocalPlayersAgreeOnDeadStones(t *testing.T) {
	p := smallPlan(t, "")
	p.Graph, p.Pairs = board.Square(3, 3), 1
	p.Rules = game.DefaultRules(p.Graph)
	p.Rules.Ending = game.EndingAgreement
	r := open(t, p)
	err := r.Play(t.Context(), func(g Game) {
		if g.End != ByScore {
			t.Errorf("%+v", g)
		}
	}, func(text string) { t.Errorf("the log says %s", text) })
	if err != nil || len(r.Games) != 2 {
		t.Errorf("%d games, %v", len(r.Games), err)
	}
}

// Like a full disk.
func TestAGameThatCannotBeKeptStopsTheRunUntilItCan(t *testing.T) {
	p := smallPlan(t, filepath.Join(t.TempDir(), "run"))
	r := open(t, p)
	records := filepath.Join(p.Dir, recordsDir)
	err := r.Play(t.Context(), func(Game) {
		if len(r.Games) == 2 {
			if err := os.Rename(records, records+"-away"); err != nil {
				t.Error(err)
			}
		}
	}, func(string) {})
	if err == nil || !strings.HasPrefix(err.Error(), "cannot store game 3: open "+records) ||
		!strings.HasSuffix(err.Error(), "; earlier games are stored, and the same command resumes") || len(r.Games) != 2 {
		t.Errorf("%d games, %v", len(r.Games), err)
	}
	if err := errors.Join(r.Close(), os.Rename(records+"-away", records)); err != nil {
		t.Fatal(err)
	}
	if got := finish(t, p); !slices.Equal(got, smallGames(t)) {
		t.Error("the games differ from those of a run without the error")
	}
}

func TestWhatGoesWrongIsWrittenToTheDirectoryOrToTheCaller(t *testing.T) {
	t.Setenv(badly, "crash")
	for _, dir := range []string{"", filepath.Join(t.TempDir(), "run")} {
		p := smallPlan(t, dir)
		p.Graph, p.Pairs = board.Square(3, 3), 1
		p.Rules = game.DefaultRules(p.Graph)
		p.Players = specs(t, "own = visits=4", "bad = "+os.Args[0])
		r := open(t, p)
		log := ""
		if err := r.Play(t.Context(), func(Game) {}, func(text string) { log += text + "\n" }); err != nil {
			t.Fatal(err)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
		if dir != "" {
			text, err := os.ReadFile(filepath.Join(dir, logFile))
			if err != nil || log != "" {
				t.Fatalf("%v, and the caller hears %s", err, log)
			}
			log = string(text)
		}
		if want := "game 2, W+F: bad: it exited at the command genmove"; !strings.Contains(log, want) || !strings.Contains(log, `bad ! "out of order"`) {
			t.Errorf("directory %q: the log says\n%s\nwant %s", dir, log, want)
		}
	}
}

func TestTheConditionsNameTheNetworks(t *testing.T) {
	network := randomNetwork(t, 1)
	graph, rules := board.Rosette(2), game.DefaultRules(board.Rosette(2))
	players, err := readerOf(network).ReadAll([]string{"own = network=a.rnet visits=9", "b = visits=9"})
	if err != nil {
		t.Fatal(err)
	}
	p := Plan{Kind: "match", Graph: graph, Rules: rules, Players: players, Defaults: configure.Config{Network: network, Level: "20"}, Memory: "64M"}
	r := open(t, p)
	if want := []string{"own: own = network=a.rnet visits=9 (" + network.Hash + ")", "b: b = visits=9"}; !slices.Equal(r.Conditions.Players, want) {
		t.Errorf("the players are %q, want %q", r.Conditions.Players, want)
	}
	if want := "level=20 visits=0 time=0s threads=0 memory=64M network=" + network.Hash; r.Conditions.Defaults != want {
		t.Errorf("the defaults are %s, want %s", r.Conditions.Defaults, want)
	}
	if got := DescribeDefaults(configure.Config{Playouts: true, Visits: 5, Time: time.Second}, 2, "", graph, rules); got != "level= visits=5 time=1s threads=2" {
		t.Errorf("the defaults are %s", got)
	}
}

// randomNetwork returns a small untrained network for honeycombs.
func randomNetwork(t *testing.T, seed uint64) *neural.Network {
	t.Helper()
	n, err := neural.Random(board.Honeycomb, 1, 16, seed)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// readerOf returns a reader that uses n for every network.
func readerOf(n *neural.Network) SpecReader {
	return SpecReader{ReadNetwork: func(string) (*neural.Network, error) { return n, nil }}
}
