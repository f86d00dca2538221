package game

import (
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
)

// again returns the game as restored by another process.
func again(t interface{ Fatal(...any) }, g *Game) *Game {
	saved, err := g.Save()
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(saved)
	if err != nil {
		t.Fatal(err)
	}
	var read Saved
	if err := json.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	made, err := read.Game()
	if err != nil {
		t.Fatal(err, string(text))
	}
	return made
}

func TestASavedGameGoesOnAsTheGameItself(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph := rapid.SampledFrom([]*board.Graph{board.Rosette(2), board.Square(4, 4)}).Draw(t, "board")
		r := anyRules().Draw(t, "rules")
		g, err := NewWithHandicap(graph, r, anyHandicap(t, graph, r))
		if err != nil {
			t.Skip(err)
		}
		c := r.First(g.Handicap())
		for i, n := range rapid.SliceOfN(rapid.IntRange(-3, graph.Points()-1), 0, 60).Draw(t, "moves") {
			p := board.Point(n)
			switch {
			case n == -3 && i%2 == 0:
				g = g.Clone()
			case n == -2:
				on := From(g.board.Clone(), r, c)
				on.CarryOver(g)
				g = on
			default:
				if p = max(p, board.Pass); g.Legal(p, c) != nil {
					continue
				}
				g.Make(p, c)
				c = c.Opponent()
			}
		}
		made := again(t, g)
		made.undoFloor = g.undoFloor
		if a, b := rest(g), rest(made); !reflect.DeepEqual(a, b) {
			t.Fatalf("%+v\nwas saved as\n%+v", a, b)
		}
		for p := range board.Point(graph.Points()) {
			for _, c := range board.Colors {
				if a, b := g.Legal(p, c), made.Legal(p, c); a != b {
					t.Fatalf("%s %s: %v, saved %v", c, graph.PointName(p), a, b)
				}
			}
		}
	})
}

// rest returns the state of a game apart from its set of positions.
func rest(g *Game) any {
	return []any{g.rules, g.board.Hash(), g.turns, g.prisoners, g.passStones, g.stones, g.handicap, g.passCount, g.halfPointTo, g.Score(), g.start == nil}
}

func TestAGameOnABoardFromAFileIsNotSaved(t *testing.T) {
	graph, err := board.File{Name: "mine", Points: []board.FilePoint{{Name: "A"}, {Name: "B", X: 1}}, Lines: [][]string{{"A", "B"}}}.Graph()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := New(graph, Rules{}).Save(); err == nil {
		t.Error("it is saved by a name that nobody knows")
	}
}

func FuzzASavedGame(f *testing.F) {
	g := New(board.Rosette(2), DefaultRules(board.Rosette(2)))
	g.Make(3, board.Black)
	saved, err := g.Save()
	if err != nil {
		f.Fatal(err)
	}
	text, err := json.Marshal(saved)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(text)
	f.Add([]byte(`{"board":"square-3","rules":"aga","first":"w","start":"b........","moves":["w A1","b A1","w pass"]}`))
	f.Add([]byte(`{"board":"square-2","first":"b","start":"bbbb","moves":[]}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		var saved Saved
		if json.Unmarshal(text, &saved) != nil {
			return
		}
		g, err := saved.Game()
		if err != nil {
			return
		}
		if made := again(t, g); made.Board().Hash() != g.Board().Hash() || made.Ply() != g.Ply() {
			t.Error("saved again, it is another game")
		}
	})
}
