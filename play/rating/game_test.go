package rating_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rosette/play/rating"
)

func TestAWeightCountsAsManyGames(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, other := anyRating(t, "player"), anyRating(t, "opponent")
		score := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
		periods := rapid.Float64Range(0, 20).Draw(t, "periods")
		result := rating.Result{Opponent: other, Score: score, Weight: 1}
		half := result
		half.Weight = 0.5
		if whole, halves := r.Update(periods, result), r.Update(periods, half, half); whole != halves {
			t.Fatalf("a game makes %+v of %+v, two halves make %+v", whole, r, halves)
		}
		if twice := (rating.Result{Opponent: other, Score: score, Weight: 2}); r.Update(periods, twice) != r.Update(periods, result, result) {
			t.Fatalf("a game of weight 2 and two games make other ratings of %+v", r)
		}
	})
}

func TestALighterGameChangesLess(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, other := anyRating(t, "player"), anyRating(t, "opponent")
		r.Deviation = min(r.Deviation, 350)
		score := rapid.SampledFrom([]float64{0, 1}).Draw(t, "score")
		last := math.Inf(1)
		for n := range 12 {
			a := rating.Player{Rating: r, Last: noon, Games: 9}
			b := rating.Player{Rating: other, Last: noon, Games: 9}
			a, _ = rating.Update(a, b, rating.Game{Ended: noon, Score: score, Weight: rating.Weight(n)})
			if change := math.Abs(a.Points - r.Points); change > last+0.002 {
				t.Fatalf("%+v changes by %v after %d games, by %v after one less", r, change, n, last)
			} else {
				last = change
			}
		}
	})
}

func TestAGameWithoutWeightChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rating.Player{Rating: anyRating(t, "first"), Last: noon, Games: 9}
		if rapid.Bool().Draw(t, "new") {
			a = rating.NewPlayer()
		}
		b := rating.Player{Rating: anyRating(t, "second"), Last: noon, Games: 9}
		score := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
		afterA, afterB := rating.Update(a, b, rating.Game{Ended: noon.AddDate(0, 1, 0), Score: score})
		a.Games, b.Games = a.Games+1, b.Games+1
		if afterA != a || afterB != b || afterA.At(noon.AddDate(1, 0, 0)) != a.At(noon.AddDate(1, 0, 0)) {
			t.Fatalf("%+v and %+v became %+v and %+v", a, b, afterA, afterB)
		}
	})
}

func TestTheWinnerOfAShortGameGainsNothingAndItsLoserLosesAsUsual(t *testing.T) {
	a, b := rating.NewPlayer(), rating.Player{Rating: rating.Rating{Points: 1700, Deviation: 60, Volatility: 0.06}, Last: noon, Games: 50}
	for _, weight := range []float64{1, 0.25} {
		for _, score := range []float64{0, 0.5, 1} {
			g := rating.Game{Ended: noon.Add(time.Hour), Score: score, Weight: weight}
			wantA, wantB := rating.Update(a, b, g)
			if score > 0 {
				wantA = a
				wantA.Games++
			}
			if score < 1 {
				wantB = b
				wantB.Games++
			}
			g.Short = true
			if gotA, gotB := rating.Update(a, b, g); gotA != wantA || gotB != wantB {
				t.Errorf("%+v: %+v and %+v, want %+v and %+v", g, gotA, gotB, wantA, wantB)
			}
		}
	}
	for _, test := range []struct {
		stones, points int
		want           bool
	}{{0, 150, true}, {14, 150, true}, {15, 150, false}, {8, 81, true}, {9, 81, false}, {36, 361, true}, {37, 361, false}} {
		if got := rating.Short(test.stones, test.points); got != test.want {
			t.Errorf("%d stones on %d points: short %t", test.stones, test.points, got)
		}
	}
}

func TestWeightsFallWithTheGamesOfAWeek(t *testing.T) {
	for n, want := range map[int]float64{0: 1, 1: 0.5, 2: 0.333, 3: 0.25, 9: 0.1, 1999: 0.001} {
		if got := rating.Weight(n); got != want {
			t.Errorf("after %d games the weight is %v, want %v", n, got, want)
		}
	}
}
