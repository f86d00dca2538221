package matches

import (
	"slices"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// alone plays a game outside of a tournament.
func alone(t *testing.T, number int, black, white Player) PlayedGame {
	t.Helper()
	g := board.Square(4, 4)
	played, err := SingleGame{
		Graph: g, Rules: game.DefaultRules(g), Number: number, Seed: 3, MaxMoves: 60,
		Names: board.ByColor[string]{board.Black: "b", board.White: "w"},
		Log:   func(text string) { t.Log(text) },
	}.Play(t.Context(), board.ByColor[Session]{board.Black: black.Open(nil), board.White: white.Open(nil)})
	if err != nil {
		t.Fatal(err)
	}
	return played
}

func TestASingleGameDependsOnItsNumber(t *testing.T) {
	one := alone(t, 1, gamble("x", 1), gamble("y", 0))
	again := alone(t, 1, gamble("x", 1), gamble("y", 0))
	two := alone(t, 2, gamble("x", 1), gamble("y", 0))
	moves := func(p PlayedGame) (all []game.Move) {
		for ply := range p.Moves.Ply() {
			all = append(all, p.Moves.Move(ply))
		}
		return all
	}
	if a, b := moves(one), moves(again); len(a) < 4 || !slices.Equal(a, b) {
		t.Errorf("the same game is %v, then %v", a, b)
	}
	if slices.Equal(moves(one), moves(two)) {
		t.Error("the games 1 and 2 are the same")
	}
	r := one.Record
	if r.Black != "b" || r.White != "w" || r.Number != 1 || r.End != ByScore || r.Moves != one.Moves.Ply() || one.Score == nil || r.Result != one.Score.Result().String() {
		t.Errorf("%+v, score %v", r, one.Score)
	}
	if err := r.WriteSGF(one.Moves); err != nil || r.SGF == "" {
		t.Errorf("%v, %q", err, r.SGF)
	}
}

func TestASingleGameThatAFaultEndsHasNoScore(t *testing.T) {
	played := alone(t, 0, reads("x", "A1 A1", 0), reads("y", "B1", 0))
	if r := played.Record; r.Guilty != "b" || r.Result != "W+F" || r.End != string(Illegal) || played.Score != nil || played.Moves.Ply() != 2 {
		t.Errorf("%+v, score %v", r, played.Score)
	}
}
