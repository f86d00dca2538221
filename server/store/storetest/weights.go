package storetest

import (
	"fmt"
	"reflect"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/rating"
	"rosette/server/store"
)

// ratedSettings returns the settings for a rated match on a board with 54 points.
func ratedSettings(t testing.TB, black, white play.Seat) play.Settings {
	t.Helper()
	s := opening(t, black, white)
	s.Board = "rosette-3"
	s.Rated = true
	s.Clock = clock.Control{Kind: clock.Absolute, Main: time.Hour}
	return s
}

// rated begins a rated match.
func rated(t testing.TB, black, white play.Seat) *script {
	t.Helper()
	return begin(t, ratedSettings(t, black, white))
}

// stonesOfLong is the minimum number of stones in a rated match that is not short.
const stonesOfLong = 6

// stones plays stones on the board's first points.
func (p *script) stones(n int) *script {
	p.Helper()
	graph := p.match.Game().Graph()
	for i := range n {
		p.do(play.Command{Kind: play.Play, By: p.match.ToMove(), Point: graph.PointName(board.Point(3 * i))})
	}
	return p
}

// won returns a rated match that a colour has won.
func won(t testing.TB, winner board.Color, black, white play.Seat) *script {
	t.Helper()
	return rated(t, black, white).stones(stonesOfLong).do(play.Command{Kind: play.Resign, By: winner.Opponent()})
}

// lopsided tests the sums for pairs, that only pairs in which one player has won most games count,
// and the limit on their number.
func lopsided(t *testing.T, s store.Store) {
	a := seatOf("a")
	b := seatOf("b")
	c := seatOf("c")
	d := seatOf("d")
	pairGames(t, s, a, b, c, d)
	catchUp(t, projector(s))
	since := noon.AddDate(0, 0, 10)
	pairs, from, err := s.Ratings().Lopsided(t.Context(), since, 10)
	if err != nil || !from.Equal(since) || len(pairs) != 2 {
		t.Fatalf("%+v since %v, %v", pairs, from, err)
	}
	want := map[string]rating.Pair{
		a.Actor(): {Actor: a.Actor(), Opponent: b.Actor(), Games: 4, OneAddress: 1, Score: 4},
		c.Actor(): {Actor: c.Actor(), Opponent: b.Actor(), Games: 3, OneAddress: 3, Score: 3},
	}
	last := map[string]int{a.Actor(): 23, c.Actor(): 25}
	for i, p := range pairs {
		end := noon.AddDate(0, 0, last[p.Actor]).Add((stonesOfLong + 1) * time.Minute)
		if !p.Last.Equal(end) || p.Gained <= 0 || i > 0 && p.Gained > pairs[i-1].Gained {
			t.Errorf("pair %d: %+v", i, p)
		}
		if d := gained(t, s, p) - p.Gained; d > 0.0005 || d < -0.0005 {
			t.Errorf("%s has gained %v, %v off", p.Actor, p.Gained, d)
		}
		p.Gained, p.Last = 0, time.Time{}
		if !reflect.DeepEqual(p, want[p.Actor]) {
			t.Errorf("%+v, want %+v", p, want[p.Actor])
		}
	}
	if pairs, _, err := s.Ratings().Lopsided(t.Context(), since, 1); err != nil || len(pairs) != 1 {
		t.Errorf("%+v, %v", pairs, err)
	}
	nextWeights(t, s, a, b, c)
}

// pairGames appends games between some pairs on several days.
func pairGames(t *testing.T, s store.Store, a, b, c, d play.Seat) {
	game := 0
	played := func(days int, winner board.Color, black, white play.Seat, oneAddress bool) {
		settings := ratedSettings(t, black, white)
		settings.OneAddress = oneAddress
		game++
		beginAt(t, settings, noon.AddDate(0, 0, days)).stones(stonesOfLong).do(resign(winner)).keep(s, fmt.Sprint(game))
	}
	for i := range 4 {
		played(20+i, board.Black, a, b, i == 1)
		played(20+i, board.Colors[i%2], c, d, false)
		played(20+i, board.Black, c, level7, false)
	}
	for range 3 {
		played(1, board.White, a, d, true) // too long ago
		played(25, board.White, b, c, true)
	}
	played(25, board.White, a, c, false)
}

// nextWeights tests the weights for games not yet played.
func nextWeights(t *testing.T, s store.Store, a, b, c play.Seat) {
	for oneAddress, want := range map[bool]float64{false: 0.2, true: 0.125} {
		now := noon.AddDate(0, 0, 26)
		if weight, err := s.Ratings().Weight(t.Context(), live, b.Actor(), a.Actor(), oneAddress, now); err != nil ||
			weight != want {
			t.Errorf("the next game of the two, at one address %t, weighs %v, %v", oneAddress, weight, err)
		}
	}
	for oneAddress, want := range map[bool]float64{false: 0.5, true: 0.2} { // White's games with b count
		now := noon.AddDate(0, 0, 26)
		if weight, err := s.Ratings().Weight(t.Context(), live, a.Actor(), c.Actor(), oneAddress, now); err != nil ||
			weight != want {
			t.Errorf("the next game of a and c, at one address %t, weighs %v, %v", oneAddress, weight, err)
		}
	}
	if weight, err := s.Ratings().Weight(t.Context(), live, a.Actor(), b.Actor(), false,
		noon.AddDate(0, 0, 40)); err != nil || weight != 1 {
		t.Errorf("a week later a game weighs %v, %v", weight, err)
	}
}

// gained sums a pair's changes from the winner's history.
func gained(t *testing.T, s store.Store, p rating.Pair) (sum float64) {
	history, err := s.Ratings().History(t.Context(), live, p.Actor, 100)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range history {
		if one.Opponent == p.Opponent {
			sum += one.Points - one.Before
		}
	}
	return sum
}

// resign returns the command that makes a colour win.
func resign(winner board.Color) play.Command {
	return play.Command{Kind: play.Resign, By: winner.Opponent()}
}
