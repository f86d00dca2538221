package matches

import (
	"math"
	"math/rand/v2"
	"testing"

	"rosette/engine"
)

func TestTwoPlayersAreRatedAsTheirScoreSays(t *testing.T) {
	table := NewCrossTable([]string{"a", "b"})
	table.Points = [][]float64{{0, 75}, {25, 0}}
	ratings, propped, err := table.Ratings(1, 100)
	if err != nil || propped {
		t.Fatal(err, propped)
	}
	a, b := ratings[0], ratings[1]
	if a.Player != "a" || math.Abs(a.Elo.At-100-Elo(0.75)) > 1e-6 || a.Games != 100 || a.Points != 75 {
		t.Errorf("%+v, want Elo %v over the anchor", a, Elo(0.75))
	}
	if b.Elo != (engine.Interval{Low: 100, At: 100, High: 100}) {
		t.Errorf("the anchor is %+v", b)
	}
	// A single difference has the information n p (1-p) (ln 10 / 400)².
	want := 1.959963984540054 / math.Sqrt(100*0.75*0.25) / (math.Ln10 / 400)
	if got := a.Elo.High - a.Elo.At; math.Abs(got-want) > 1e-6 {
		t.Errorf("± %v, want %v", got, want)
	}
}

// From Agresti, Categorical Data Analysis: baseball in the American League East in 1987. Wins
// between the teams, and published log strengths with Baltimore as the anchor, to two decimals.
func TestTheBaseballOfAgrestiIsRatedAsPublished(t *testing.T) {
	teams := []string{"Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"}
	table := NewCrossTable(teams)
	table.Points = [][]float64{
		{0, 7, 9, 7, 7, 9, 11},
		{6, 0, 7, 5, 11, 9, 9},
		{4, 6, 0, 7, 7, 8, 12},
		{6, 8, 6, 0, 6, 7, 10},
		{6, 2, 6, 7, 0, 7, 12},
		{4, 4, 5, 6, 6, 0, 6},
		{2, 4, 1, 3, 1, 7, 0},
	}
	published := map[string]float64{
		"Milwaukee": 1.58, "Detroit": 1.44, "Toronto": 1.29, "New York": 1.25, "Boston": 1.11, "Cleveland": 0.68, "Baltimore": 0,
	}
	ratings, _, err := table.Ratings(6, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range ratings {
		if got := r.Elo.At * math.Ln10 / 400; math.Abs(got-published[r.Player]) > 0.0051 {
			t.Errorf("%s %.3f, published %v", r.Player, got, published[r.Player])
		}
	}
	for i := range ratings[1:] {
		if ratings[i].Elo.At < ratings[i+1].Elo.At {
			t.Errorf("%s before %s", ratings[i].Player, ratings[i+1].Player)
		}
	}
}

// frozen plays a round-robin between players with these true ratings.
func frozen(rng *rand.Rand, truth []float64, games int) CrossTable {
	names := []string{"a", "b", "c", "d", "e", "f"}[:len(truth)]
	table := NewCrossTable(names)
	for i := range truth {
		for j := range i {
			for range games {
				worth := 0.0
				if rng.Float64() < ExpectedScore(truth[i]-truth[j]) {
					worth = 1
				}
				table.Add(i, j, worth)
			}
		}
	}
	return table
}

func TestRatingsFindTheTruthWithinTheirIntervals(t *testing.T) {
	truth := []float64{0, 120, 200, 350, 420}
	held, all := 0, 0
	for seed := range uint64(200) {
		ratings, propped, err := frozen(rand.New(rand.NewPCG(seed, 5)), truth, 100).Ratings(0, 0)
		if err != nil || propped {
			t.Fatal(seed, err, propped)
		}
		for _, r := range ratings {
			if r.Player == "a" {
				continue
			}
			all++
			if want := truth[r.Player[0]-'a']; r.Elo.Low <= want && want <= r.Elo.High {
				held++
			}
		}
	}
	if share := float64(held) / float64(all); share < 0.92 || share > 0.98 {
		t.Errorf("%v of the intervals hold the truth", share)
	}
}

func TestWhoWinsEverythingIsRatedAsIfOneGameMoreWereDrawn(t *testing.T) {
	table := NewCrossTable([]string{"a", "b"})
	for range 9 {
		table.Add(0, 1, 1)
	}
	ratings, propped, err := table.Ratings(1, 0)
	if err != nil || !propped {
		t.Fatal(err, propped)
	}
	if want := Elo(0.95); math.Abs(ratings[0].Elo.At-want) > 1e-6 || ratings[0].Games != 9 || ratings[0].Points != 9 {
		t.Errorf("%+v, want Elo %v of 9 points in 9 games", ratings[0], want)
	}
}

func TestPlayersWhoNeverMetThroughAnybodyAreNotCompared(t *testing.T) {
	table := NewCrossTable([]string{"a", "b", "c"})
	table.Add(0, 1, 1)
	if _, _, err := table.Ratings(0, 0); err == nil || err.Error() != "no games connect c with a yet" {
		t.Errorf("Ratings says %v", err)
	}
	table.Add(1, 2, 0.5)
	if _, _, err := table.Ratings(0, 0); err != nil {
		t.Error(err)
	}
}
