package configure

import (
	"flag"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
)

// docs/results.md names the values for the measurement there.
var (
	resignBoards = flag.String("resign-boards", "square-7", "boards, with commas between, on which players play on who would have resigned")
	resignLevels = flag.String("resign-levels", "1,9", "levels, with commas between, each of which plays against itself")
	resignGames  = flag.Int("resign-games", 4, "games of each board and level")
	resignSeed   = flag.Uint64("resign-seed", 1, "seed of the first game")
)

// TestResignedGamesAreLost plays games on after a player has resigned. At most one in a hundred may
// not be lost.
func TestResignedGamesAreLost(t *testing.T) {
	for name := range strings.SplitSeq(*resignBoards, ",") {
		graph := graphNamed(t, name)
		rules := game.DefaultRules(graph)
		rules.Ending = game.EndingAllAlive // players capture dead stones, so that the count is exact
		for level := range strings.SplitSeq(*resignLevels, ",") {
			resigned, wrong := 0, 0
			moves, length := 0, 0
			for i := range *resignGames {
				g := game.New(graph, rules)
				loser, ply := resignedGame(t, g, level, *resignSeed+uint64(i))
				if loser == board.Empty {
					continue
				}
				resigned++
				moves += ply
				length += g.Ply()
				if winner := g.Score().Result().Winner; winner != loser.Opponent() {
					wrong++
					t.Logf("%s, level %s, game %d: %v resigned at move %d, and the result is %v", name, level, i, loser, ply, g.Score().Margin())
				}
			}
			t.Logf("%s, level %s: %d games, %d resigned, %d of them not lost; resigned after %d %% of the moves", name, level,
				*resignGames, resigned, wrong, 100*moves/max(1, length))
			if wrong > resigned/100 {
				t.Errorf("%s, level %s: %d of %d resigned games were not lost", name, level, wrong, resigned)
			}
		}
	}
}

// resignedGame plays g to two passes with the same level on both sides. It returns the player who
// would have resigned first, and the number of moves before that.
func resignedGame(t *testing.T, g *game.Game, level string, seed uint64) (loser board.Color, ply int) {
	t.Helper()
	options := Config{Level: level, Threads: 1, Time: MaxTime}.PlayerOptions()
	var players board.ByColor[*player.Player]
	for _, c := range board.Colors {
		options.Seed = 2*seed + uint64(c)
		p, err := player.New(options)
		if err != nil {
			t.Fatal(err)
		}
		players[c] = p
	}
	for c := board.Black; g.Passes() < 2 && g.Ply() < 3*g.Graph().Points(); c = c.Opponent() {
		choice, err := players[c].Choose(t.Context(), g, c, engine.Time{})
		if err == nil {
			if choice.Resign && loser == board.Empty {
				loser, ply = c, g.Ply()
			}
			err = g.Play(choice.Move, c)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return loser, ply
}
