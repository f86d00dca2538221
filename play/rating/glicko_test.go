package rating_test

import (
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"

	"rosette/play/rating"
)

var noon = time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)

func near(t *testing.T, what string, got, want, within float64) {
	t.Helper()
	if !(math.Abs(got-want) <= within) {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// The numbers come from Glickman, "Example of the Glicko-2 system", 2013. The paper rounds
// intermediate results, so its last digits differ.
func TestTheExampleOfThePaper(t *testing.T) {
	player := rating.Rating{Points: 1500, Deviation: 200, Volatility: 0.06}
	games := []rating.Result{
		{Opponent: rating.Rating{Points: 1400, Deviation: 30, Volatility: 0.06}, Score: 1, Weight: 1},
		{Opponent: rating.Rating{Points: 1550, Deviation: 100, Volatility: 0.06}, Score: 0, Weight: 1},
		{Opponent: rating.Rating{Points: 1700, Deviation: 300, Volatility: 0.06}, Score: 0, Weight: 1},
	}
	for i, want := range []float64{0.639, 0.432, 0.303} {
		near(t, "expected score", player.Expected(games[i].Opponent), want, 0.0005)
	}
	got := player.Update(1, games...)
	near(t, "rating", got.Points, 1464.06, 0.02)
	near(t, "deviation", got.Deviation, 151.52, 0.01)
	near(t, "volatility", got.Volatility, 0.05999, 0.00001)
}

func TestWhoDoesNotPlayKeepsHisPointsAndBecomesLessCertain(t *testing.T) {
	r := rating.Rating{Points: 1700, Deviation: 60, Volatility: 0.06}
	p := rating.Player{Rating: r, Last: noon, Games: 20}
	year := p.At(noon.Add(365 * 24 * time.Hour))
	near(t, "deviation after a year", year.Deviation, rating.ProvisionalDeviation, 0.3)
	near(t, "points after a year", year.Points, 1700, 0)
	near(t, "deviation after a century", p.At(noon.Add(876_000*time.Hour)).Deviation, rating.MostDeviation, 0)
	if p.At(noon.Add(-time.Hour)) != r || p.At(noon) != r {
		t.Error("no time has passed and the rating is another")
	}
	until := p.ProvisionalFrom()
	if p.At(until.Add(-time.Hour)).Provisional() || !p.At(until.Add(time.Hour)).Provisional() {
		t.Errorf("provisional from %v: %v before, %v after", until, p.At(until.Add(-time.Hour)), p.At(until.Add(time.Hour)))
	}
	if got := (rating.Player{Rating: rating.Initial, Last: noon, Games: 1}).ProvisionalFrom(); !got.Equal(noon) {
		t.Errorf("a new player is provisional from %v", got)
	}
}

func TestAGameMovesBothPlayersApartOrTogether(t *testing.T) {
	settled := func(points float64) rating.Player {
		return rating.Player{Rating: rating.Rating{Points: points, Deviation: 60, Volatility: 0.06}, Last: noon, Games: 50}
	}
	for _, test := range []struct {
		name             string
		a, b             rating.Player
		score, headStart float64
		changeA, changeB int
	}{
		{"equals", settled(1500), settled(1500), 1, 0, 10, -10},
		{"a draw of equals", settled(1500), settled(1500), 0.5, 0, 0, 0},
		{"the stronger wins", settled(1900), settled(1500), 1, 0, 2, -2},
		{"the stronger loses", settled(1900), settled(1500), 0, 0, -18, 18},
		{"the weaker wins with a handicap that makes up for it", settled(1500), settled(1900), 1, 400, 10, -10},
		{"the stronger wins against that handicap", settled(1900), settled(1500), 1, -400, 10, -10},
		{"the stronger gives more than that makes up for", settled(1900), settled(1500), 1, -3788, 13, -13},
		{"and loses", settled(1900), settled(1500), 0, -3788, -7, 7},
		{"equals with a handicap", settled(1500), settled(1500), 1, 850, 7, -7},
		{"the stronger gets a handicap", settled(1900), settled(1500), 1, 850, 1, -1},
		{"a new player wins", rating.NewPlayer(), settled(1500), 1, 0, 236, -5},
	} {
		a, b := rating.Update(test.a, test.b, rating.Game{Ended: noon.Add(time.Hour), Score: test.score, HeadStart: test.headStart, Weight: 1})
		gotA, gotB := rating.Change(test.a.Rating, a.Rating), rating.Change(test.b.Rating, b.Rating)
		if gotA != test.changeA || gotB != test.changeB {
			t.Errorf("%s: %+d and %+d, want %+d and %+d", test.name, gotA, gotB, test.changeA, test.changeB)
		}
		if a.Games != test.a.Games+1 || b.Games != test.b.Games+1 || !a.Last.Equal(noon.Add(time.Hour)) {
			t.Errorf("%s: %+v, %+v", test.name, a, b)
		}
	}
}

func TestALevelKeepsItsRating(t *testing.T) {
	level, ok := rating.Level(rating.Rosette, "7")
	if !ok {
		t.Fatal("level 7 has no rating")
	}
	person, after := rating.Update(rating.NewPlayer(), level, rating.Game{Ended: noon, Weight: 1})
	if after != level || person.Games != 1 || person.Points >= rating.Initial.Points {
		t.Errorf("%+v, %+v", person, after)
	}
}

// anyRating draws a rating as it may be stored.
func anyRating(t *rapid.T, name string) rating.Rating {
	return rating.Rating{
		Points:     rapid.Float64Range(-2000, 6000).Draw(t, name),
		Deviation:  rapid.Float64Range(rating.LeastDeviation, rating.MostDeviation).Draw(t, name),
		Volatility: rapid.Float64Range(0.01, 0.2).Draw(t, name),
	}.Round()
}

func TestAGameAfterALongAbsenceTellsNoMoreThanAFirstGame(t *testing.T) {
	unknown := rating.Rating{Points: 1500, Deviation: rating.MostDeviation, Volatility: 0.2}
	loss := rating.Result{Opponent: rating.Rating{Points: 900, Deviation: 45, Volatility: 0.06}, Weight: 1}
	if now, later := unknown.Update(0, loss), unknown.Update(200, loss); now != later {
		t.Errorf("a loss changes %+v to %+v, and to %+v 200 periods later", unknown, now, later)
	}
}

func TestARatingIsStoredExactlyAndStaysWithinBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, other := anyRating(t, "player"), anyRating(t, "opponent")
		score := rapid.SampledFrom([]float64{0, 0.5, 1}).Draw(t, "score")
		weight := rapid.Float64Range(1e-3, 1).Draw(t, "weight")
		got := r.Update(rapid.Float64Range(0, 200).Draw(t, "periods"), rating.Result{Opponent: other, Score: score, Weight: weight})
		if got != got.Round() {
			t.Fatalf("%+v is not what is stored", got)
		}
		points, deviation := math.Round(got.Points*rating.PointSteps), math.Round(got.Deviation*rating.PointSteps)
		volatility := math.Round(got.Volatility * rating.VolatilitySteps)
		if read := (rating.Rating{points / rating.PointSteps, deviation / rating.PointSteps, volatility / rating.VolatilitySteps}); read != got {
			t.Fatalf("%+v is read as %+v", got, read)
		}
		if got.Deviation < rating.LeastDeviation || got.Deviation > rating.MostDeviation || !(got.Volatility > 0 && got.Volatility < 1) {
			t.Fatalf("%+v", got)
		}
		if d := got.Points - r.Points; score == 1 && d < 0 || score == 0 && d > 0 || math.Abs(d) > 1500 {
			t.Fatalf("a score of %v changes %+v to %+v", score, r, got)
		}
	})
}
