package game

import (
	"testing"

	"rosette/game/board"
)

func TestASupplyIsWrittenAsItIsRead(t *testing.T) {
	for _, c := range []struct {
		rules, json, text string
		want              Supply
	}{
		{`{"supply":150}`, "150", "150", SupplyOf(150)},
		{`{"supply":{"black":181,"white":180}}`, `{"black":181,"white":180}`, "181/180", Supply{board.Black: 181, board.White: 180}},
		{`{"supply":{"white":7,"black":7}}`, "7", "7", SupplyOf(7)},
		{`{"supply":"181/180"}`, `{"black":181,"white":180}`, "181/180", Supply{board.Black: 181, board.White: 180}},
		{`{"supply":0}`, "0", "0", Supply{}},
		{`{"preset":"comment-jouer-150"}`, "150", "150", SupplyOf(150)},
		{`{"preset":"comment-jouer-150","supply":0}`, "0", "0", Supply{}},
	} {
		r, err := ParseRules(c.rules)
		if err != nil || r.Supply != c.want {
			t.Errorf("%s: supply %v, %v; want %v", c.rules, r.Supply, err, c.want)
			continue
		}
		if text, err := r.Supply.MarshalJSON(); string(text) != c.json || err != nil {
			t.Errorf("%s is written %s, %v; want %s", c.rules, text, err, c.json)
		}
		if read, err := ParseSupply(c.text); r.Supply.String() != c.text || read != c.want || err != nil {
			t.Errorf("%s is %q as a text, which is read as %v, %v", c.rules, r.Supply, read, err)
		}
		if read, err := ParseRules(r.KataGoJSON()); err != nil || read.Supply != c.want {
			t.Errorf("%s reads back as %v, %v", r.KataGoJSON(), read.Supply, err)
		}
	}
}

func TestTheStonesLeftCountCapturesBack(t *testing.T) {
	r := preset(t, "tromp-taylor")
	r.Supply = Supply{board.Black: 4, board.White: 3}
	g := New(graphOf(t, "square-3"), r)
	left := func(black, white int) {
		t.Helper()
		b, limited := g.StonesLeft(board.Black)
		if w, _ := g.StonesLeft(board.White); b != black || w != white || !limited {
			t.Errorf("after %d moves %d and %d stones are left, limited %v; want %d and %d", g.Ply(), b, w, limited, black, white)
		}
	}
	left(4, 3)
	for i, name := range []string{"a1", "b1", "c3", "a2"} {
		if err := g.Play(at(t, g, name), board.Colors[i%2]); err != nil {
			t.Fatal(err)
		}
	}
	left(3, 1) // a1 has returned to Black
	g.Undo()
	left(2, 2)
	if _, limited := New(graphOf(t, "square-3"), preset(t, "tromp-taylor")).StonesLeft(board.Black); limited {
		t.Error("stones are limited without a supply")
	}
}

func TestASupplySufficesIfItCoversTheBoard(t *testing.T) {
	for _, c := range []struct {
		on     string
		supply Supply
		want   bool
	}{
		{"rosette-5", SupplyOf(150), true},
		{"rosette-6", SupplyOf(150), false},
		{"rosette-7", Supply{}, true},
		{"square-19", Supply{board.Black: 361, board.White: 360}, false},
		{"square-13", Supply{board.Black: 181, board.White: 180}, true},
	} {
		if got := c.supply.Suffices(graphOf(t, c.on)); got != c.want {
			t.Errorf("%v suffices on %s: %v", c.supply, c.on, got)
		}
	}
}
