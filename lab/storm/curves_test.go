package storm

import (
	"bytes"
	"fmt"
	"net/netip"
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/internal/goldentest"
)

func TestCurvesHaveALineForEachKindOfServer(t *testing.T) {
	var rows []Row
	for i, store := range []string{"PostgreSQL", "SQLite", "PostgreSQL"} {
		for _, plies := range []int{1000, 10, 100} {
			r := Row{Scenario: "history", Store: store, Nodes: 1 + i/2, Games: 10, Asked: 45, PerSecond: float64(45 - i), P50: float64(i + 1), P99: float64(20 * (i + 1))}
			r.Past = Past{Plies: plies, PageP50: float64(plies) / 100, JoinP50: 3, GameKB: float64(plies)}
			rows = append(rows, r)
		}
	}
	var out bytes.Buffer
	if err := Draw(&out, "history", rows); err != nil {
		t.Fatal(err)
	}
	goldentest.Text(t, "testdata/history.svg", out.String())
	for want, wrong := range map[string][]Row{
		"no row has scenario games": rows,
		"different move rates":      {{Scenario: "games", Games: 1, Asked: 1}, {Scenario: "games", Games: 2, Asked: 1}},
	} {
		if err := Draw(&out, "games", wrong); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

func TestHalfOfTheGamesHaveTheirSeatsAtTwoServers(t *testing.T) {
	f := &fakeServer{}
	o := options(f)
	f.games["g"] = &fakeGame{}
	b := &balancer{targets: []Target{NewTarget("a"), NewTarget("b")}}
	for i := range b.targets { // two targets that differ
		b.targets[i] = &struct{ *fakeServer }{f}
	}
	split := 0
	for i := range 40 {
		k, err := b.Join(t.Context(), netip.Addr{}, Game{"g", "secret"}, 0)
		if err != nil {
			t.Fatal(err)
		}
		if s, both := k.(*seats); both {
			split++
			if len(s.all) != 2 {
				t.Errorf("join %d: %d sockets", i, len(s.all))
			}
		}
		if err := k.Close(); err != nil {
			t.Error(err)
		}
	}
	if split != 20 {
		t.Errorf("%d of 40 games are on both servers, want 20", split)
	}
	b.asked.Store(0)
	l, end := o.newLoad(t.Context(), o.URL)
	defer end()
	l.target = b
	if err := l.open(4); err != nil {
		t.Fatal(err)
	}
	for _, p := range l.players {
		for range 6 {
			if err := p.step(); err != nil {
				t.Fatal(err)
			}
		}
	}
	if l.acks.Load() != 24 {
		t.Errorf("%d moves are acknowledged, want 24", l.acks.Load())
	}
}

func TestMovesMadeWithoutAServerStandInTheRecordOfTheGame(t *testing.T) {
	f := &fakeServer{}
	o := options(f)
	o.Board = board.Rosette(3)
	l, end := o.newLoad(t.Context(), o.URL)
	defer end()
	if err := l.open(1); err != nil {
		t.Fatal(err)
	}
	p := l.players[0]
	if err := p.make(25); err != nil || len(p.game().Moves) != 25 || p.position.over() {
		t.Fatalf("%d moves, %v", len(p.game().Moves), err)
	}
	for i, m := range p.game().Moves {
		if m.ID != fmt.Sprint("m", i+1) || m.Color != board.Colors[i%2] {
			t.Errorf("move %d is %+v", i+1, m)
		}
	}
	if err := p.make(5000); err == nil || !strings.Contains(err.Error(), "larger --board") {
		t.Errorf("5000 plies on a small board: %v", err)
	}
}
