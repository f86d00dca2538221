package view

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/http/wire"
)

// lineOn plays a line on an empty board under its default rules.
func lineOn(t *testing.T, name, moves string, from, most int) Line {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return LineOf(game.New(g, game.DefaultRules(g)), board.Black, strings.Fields(moves), from, most)
}

func TestAPositionSaysWhatItsLastMoveDid(t *testing.T) {
	line := lineOn(t, "square-3", "A2 A1 B1", 0, 10)
	at := line.Positions[3]
	if line.Refused != nil || len(line.Positions) != 4 || at.Stones != "...b...b." || at.ToMove != "w" || at.Last != "B1" || at.By != "b" ||
		!slices.Equal(at.Captured, []string{"A1"}) || at.Prisoners != (wire.Prisoners{Black: 1, White: 0}) || at.Illegal["A1"] != "superko" {
		t.Errorf("the capture is %+v", line)
	}
	if first := line.Positions[0]; first.Last != "" || first.By != "" || first.ToMove != "b" || len(first.Captured) > 0 {
		t.Errorf("the start is %+v", first)
	}
}

func TestAPositionSaysWhichRosetteItsLastMoveFilled(t *testing.T) {
	g, err := board.Named("rosette-3")
	if err != nil {
		t.Fatal(err)
	}
	moves := []string{}
	for _, p := range g.Rosettes()[0] {
		moves = append(moves, "b "+g.PointName(p))
	}
	line := LineOf(game.New(g, game.DefaultRules(g)), board.Black, moves, 5, 10)
	before, after := line.Positions[0], line.Positions[1]
	if before.Ply != 5 || len(before.Rosettes)+len(before.Immortal) > 0 {
		t.Errorf("five stones are %+v", before)
	}
	if !slices.Equal(after.Formed, []int{0}) || !slices.Equal(after.Rosettes, []int{0}) || len(after.Immortal) != 6 || after.ToMove != "w" {
		t.Errorf("six stones are %+v", after)
	}
}

func TestALineEndsBeforeTheFirstMoveThatIsRefused(t *testing.T) {
	for moves, want := range map[string]IllegalMove{
		"A1 A1":             {1, "occupied"},
		"A1 Z9 B1":          {1, "no-such-point"},
		"A1 x B1":           {1, "no-such-point"},
		"B1 A3 A2 A1":       {3, "superko"},
		"pass b A1 C1 w A1": {3, "occupied"},
	} {
		fields := strings.Fields(strings.NewReplacer("b A1", "b_A1", "w A1", "w_A1").Replace(moves))
		for i := range fields {
			fields[i] = strings.Replace(fields[i], "_", " ", 1)
		}
		g := board.Square(3, 3)
		line := LineOf(game.New(g, game.DefaultRules(g)), board.Black, fields, 0, 10)
		if line.Refused == nil || *line.Refused != want || len(line.Positions) != want.Ply+1 {
			t.Errorf("%s: %+v after %d positions, want %+v", moves, line.Refused, len(line.Positions), want)
		}
	}
}

func TestALineGoesOnFromWhereAnAnswerEnds(t *testing.T) {
	const moves = "A2 A1 B1 C3 C1 B2"
	all := lineOn(t, "square-3", moves, 0, 100).Positions
	for from := range all {
		for most := 1; most < 4; most++ {
			got, err := json.Marshal(lineOn(t, "square-3", moves, from, most).Positions)
			if err != nil {
				t.Fatal(err)
			}
			part := slices.Clone(all[from:min(from+most, len(all))])
			if from == 0 {
				part[0].Captured, part[0].Formed = []string{}, []int{}
			}
			want, err := json.Marshal(part)
			if err != nil || string(got) != string(want) {
				t.Errorf("from %d, %d of them:\n%s\nwant\n%s", from, most, got, want)
			}
		}
	}
}

// A browser replays a match from its start and moves.
func TestTheStartOfAMatchAndItsMovesMakeItsPosition(t *testing.T) {
	rules, err := game.Preset("chinese")
	if err != nil {
		t.Fatal(err)
	}
	for _, stones := range []int{0, 2} {
		now := time.Unix(1e9, 0)
		opened, err := play.Open(play.Settings{
			Board: "square-9", Rules: rules, Handicap: stones,
			Black: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("a", 32), Name: "A"}, White: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("b", 32), Name: "B"},
		}, now)
		if err != nil {
			t.Fatal(err)
		}
		p := NewProjection("x")
		p.Apply([]play.Event{opened})
		for _, point := range []string{"C7", "G3", "E5", "E6", "D6"} {
			kind := play.Play
			if p.Match().Phase() == play.PhaseHandicap {
				kind = play.Place
			}
			events, err := p.Match().Decide(play.Command{Kind: kind, By: p.Match().ToMove(), Point: point}, now)
			if err != nil {
				t.Fatal(err)
			}
			p.Apply(events)
		}
		f := p.Frame(0)
		if (f.State.Start != nil) != (stones > 0) {
			t.Fatalf("handicap %d starts from %+v", stones, f.State.Start)
		}
		b := board.New(p.Match().Game().Graph())
		next := board.Black
		if stones > 0 {
			set := make([]board.Color, b.Graph().Points())
			for _, name := range f.State.Start.Black {
				at, err := b.Graph().Point(name)
				if err != nil {
					t.Fatal(err)
				}
				set[at] = board.Black
			}
			if b, err = board.Setup(b.Graph(), set); err != nil {
				t.Fatal(err)
			}
			next = board.White
		}
		moves := []string{}
		for _, m := range f.Moves {
			moves = append(moves, m[1])
		}
		line := LineOf(game.From(b, rules, next), next, moves, len(moves), 1)
		if at := line.Positions[0]; at.Stones != f.State.Stones || at.ToMove != f.State.ToMove || at.Ply != f.State.Ply {
			t.Errorf("handicap %d: the moves lead to %+v, the match is at %+v", stones, at, f.State)
		}
	}
}
