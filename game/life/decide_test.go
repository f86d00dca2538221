package life

import (
	"errors"
	"reflect"
	"testing"

	"rosette/game/board"
)

// at returns the point with that name.
func at(t *testing.T, b *board.View, name string) board.Point {
	t.Helper()
	p, err := b.Graph().Point(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestADecisionChangesTheWholeChain(t *testing.T) {
	b := position(t, "square-9x3", `
		. . . X . O . . .
		. O O X . O O . .
		. . . X . O . . .`)
	p := Propose(&b.View, AllowLibertyless)
	if err := p.Decide(&b.View, at(t, &b.View, "C2"), Dead); err != nil {
		t.Fatal(err)
	}
	if err := p.Decide(&b.View, at(t, &b.View, "D1"), Alive); err != nil {
		t.Fatal(err)
	}
	dead := []board.Point{at(t, &b.View, "B2"), at(t, &b.View, "C2")}
	if !reflect.DeepEqual(p.Dead, dead) || len(p.Unsure) != 4 || p.Status[at(t, &b.View, "B2")] != Dead ||
		p.Status[at(t, &b.View, "D2")] != Alive {
		t.Errorf("dead %v, unsure %v, status %v", p.Dead, p.Unsure, p.Status)
	}
	for _, c := range p.Chains {
		if (c.Reason == Given) != (c.Status != Unsure) {
			t.Errorf("chain %v is %s because of %s", c.Stones, c.Status, c.Reason)
		}
	}
	p.SpareAll()
	if p.Dead != nil || p.Unsure != nil {
		t.Errorf("spared: dead %v, unsure %v", p.Dead, p.Unsure)
	}
}

func TestADecisionThatCannotBeIsRefused(t *testing.T) {
	rosette := position(t, "rosette-1", "X X X X X X")
	p := Propose(&rosette.View, AllowLibertyless)
	err := p.Decide(&rosette.View, 0, Dead)
	if want := "the black chain at B1 holds a rosette, which is never captured; it cannot be dead"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	b := position(t, "square-3", "X . . . . . . . .")
	p = Propose(&b.View, AllowLibertyless)
	err = p.Decide(&b.View, at(t, &b.View, "C1"), Dead)
	if want := "no stone at C1; name a point of a chain"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	if err := p.Decide(&b.View, 0, Alive); err != nil {
		t.Error(err)
	}
	if err := p.Decide(&b.View, 0, Alive); err != nil {
		t.Errorf("the same decision twice: %v", err)
	}
	if err := p.Decide(&b.View, 0, Dead); !errors.Is(err, ErrDecided) {
		t.Errorf("error %v, want ErrDecided", err)
	}
}
