package configure

import (
	"encoding/json"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
)

// The measurement in docs/results.md uses -calibrate rosette-4,rosette-5,square-9.
var (
	calibrateBoards = flag.String("calibrate", "", "boards, with commas between, on which estimates are held against what games come to")
	calibrateGames  = flag.Int("calibrate-games", 30, "games of each board, from each of which two positions are estimated")
	calibrateVisits = flag.Int("calibrate-visits", 32, "visits a move of the games that are played out")
	calibrateOut    = flag.String("calibrate-out", "", "file for the measurements, lines of JSON")
)

// These constants define the reference values for a position.
const (
	deepVisits = 6000
	deepSeed   = 1000
	truthGames = 4
	truthLevel = "22" // limited by -calibrate-visits
)

// A measurement holds the estimates for a position and the reference values.
type measurement struct {
	Board  string      `json:"board"`
	Level  string      `json:"level"` // level of both players
	Game   int         `json:"game"`
	Ply    int         `json:"ply"`
	Stages []estimated `json:"stages"`
	Deep   float64     `json:"deep"`  // Black's lead by a deep estimate with other symmetries
	Games  []float64   `json:"games"` // results of games played out
}

// An estimated is an estimate before its error is computed.
type estimated struct {
	Visits int     `json:"visits"`
	Score  float64 `json:"score"`
	Apart  float64 `json:"apart"` // distance between searches and playouts
	Stdev  float64 `json:"stdev"` // standard deviation of the final score
}

// TestEstimatesAreMeasured writes measurements of estimates in games between players at several
// levels. Without -calibrate it uses one small game.
func TestEstimatesAreMeasured(t *testing.T) {
	boards := *calibrateBoards
	games := *calibrateGames
	file := *calibrateOut
	if boards == "" {
		boards = "rosette-2"
		games = 1
		file = filepath.Join(t.TempDir(), "estimate.jsonl")
	}
	out, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	for name := range strings.SplitSeq(boards, ",") {
		for n := range games {
			for _, m := range measureGame(t, name, n) {
				line, err := json.Marshal(m)
				if err == nil {
					_, err = out.Write(append(line, '\n'))
				}
				if err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
	for _, m := range measuredIn(t, file) {
		if points := float64(graphNamed(t, m.Board).Points()); len(m.Stages) != 3 || len(m.Games) != truthGames || math.Abs(m.Deep) > 2*points {
			t.Errorf("%+v is not a measurement", m)
		}
	}
}

// measureGame measures one position in each half of a game.
func measureGame(t *testing.T, name string, n int) (found []measurement) {
	levels := []string{"3", "5", "7", "9", "11"}
	level := levels[n%len(levels)]
	g := toTheEnd(t, game.New(graphNamed(t, name), game.DefaultRules(graphNamed(t, name))), board.Black, Config{Level: level, Seed: uint64(n)})
	chance, stones := rand.New(rand.NewPCG(uint64(n), 1)), g.Ply()-g.Passes()
	for half := range 2 {
		ply := half*stones/2 + chance.IntN(stones/2)
		at := game.New(g.Graph(), g.Rules())
		for i := range ply {
			if err := at.Play(g.Move(i).Point, g.Move(i).Color); err != nil {
				t.Fatal(err)
			}
		}
		m := measure(t, at, g.Move(ply).Color)
		m.Board = name
		m.Level = level
		m.Game = n
		m.Ply = ply
		found = append(found, m)
	}
	return found
}

func graphNamed(t *testing.T, name string) *board.Graph {
	t.Helper()
	graph, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return graph
}

// measure measures a position with next to move.
func measure(t *testing.T, g *game.Game, next board.Color) (m measurement) {
	t.Helper()
	look := func(c Config, visits int) engine.Estimate {
		e, err := c.mixed(t.Context(), g, next, engine.SearchParams{Visits: visits})
		if err != nil {
			t.Fatal(err)
		}
		return e
	}
	for _, visits := range []int{100, 400, 1000} {
		e := look(Config{}, visits)
		m.Stages = append(m.Stages, estimated{visits, rounded(e.Score), rounded(e.Error), rounded(e.ScoreStdev)})
	}
	m.Deep = rounded(look(Config{Seed: deepSeed}, deepVisits).Score)
	for i := range truthGames {
		end := toTheEnd(t, g.Clone(), next, Config{Level: truthLevel, Visits: *calibrateVisits, Seed: uint64(i)})
		m.Games = append(m.Games, marginOf(t, end))
	}
	return m
}

// rounded rounds to three decimal digits.
func rounded(x float32) float64 { return math.Round(1000*float64(x)) / 1000 }

// toTheEnd plays a game to two passes with the same player on both sides.
func toTheEnd(t *testing.T, g *game.Game, next board.Color, c Config) *game.Game {
	t.Helper()
	c.Threads, c.Time = 1, MaxTime
	options := c.PlayerOptions()
	options.NeverResign = true
	var players board.ByColor[*player.Player]
	for _, color := range board.Colors {
		options.Seed = 2*c.Seed + uint64(color)
		p, err := player.New(options)
		if err != nil {
			t.Fatal(err)
		}
		players[color] = p
	}
	for c := next; g.Passes() < 2 && g.Ply() < 3*g.Graph().Points(); c = c.Opponent() {
		choice, err := players[c].Choose(t.Context(), g, c, engine.Time{})
		if err == nil {
			err = g.Play(choice.Move, c)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return g
}

// marginOf returns Black's margin in a finished game.
func marginOf(t *testing.T, g *game.Game) float64 {
	t.Helper()
	if g.Rules().Ending == game.EndingAllAlive {
		return g.Score().Margin()
	}
	proposal, err := Config{}.Judge().Propose(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return g.Score(proposal.Dead...).Margin()
}
