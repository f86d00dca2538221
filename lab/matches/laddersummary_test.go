package matches

import (
	"math"
	"slices"
	"strings"
	"testing"

	"rosette/engine"
)

// roundRobin returns four games between every two players; the player earlier in the list wins won
// games.
func roundRobin(players []string, won int) (games []Game) {
	for b := range players {
		for a := range b {
			for i := range 4 {
				winner := players[a]
				if i >= won {
					winner = players[b]
				}
				games = append(games, ended(i, players[a], players[b], winner))
			}
		}
	}
	return games
}

// If neighbours have strength ratio r, the strong player scores six of eight points where r/(1+r) +
// r²/(1+r²) = 3/2. So r is 2.130, which is 131 Elo.
func TestALadderRatesPlayersBesideTheAnchor(t *testing.T) {
	players := []string{"strong", "middle", "weak"}
	games := roundRobin(players, 3)
	games[0].Spent.Black.CPUKnown = false // strong's
	c := smallConditions(t)
	c.Rules.Preset = ""
	s, err := NewLadderSummary(c, players, games, "middle", 1000)
	if err != nil {
		t.Fatal(err)
	}
	if s.Propped || s.Ratings[1].Elo != (engine.Interval{Low: 1000, At: 1000, High: 1000}) || math.Abs(s.Ratings[0].Elo.At+s.Ratings[2].Elo.At-2000) > 1e-6 {
		t.Errorf("%+v", s)
	}
	if want := "strong 1131, middle 1000, weak 869"; s.Line() != want {
		t.Errorf("it says %s, want %s", s.Line(), want)
	}
	want := `square-5, rules of its own, komi 7.5: 12 games, middle is the anchor, 95 % intervals
   Elo  from    to  games  points   a move      CPU  player
  1131   823  1439      8       6  0.500 s  unknown  strong
  1000  1000  1000      8       4  0.500 s  0.250 s  middle
   869   561  1177      8       2  0.500 s  0.250 s  weak
seed 9
`
	if got := s.Text(); got != want {
		t.Errorf("it says\n%s\nwant\n%s", got, want)
	}
}

func TestALadderInWhichAPlayerWinsEverythingIsPropped(t *testing.T) {
	players := []string{"strong", "weak"}
	games := append(roundRobin(players, 4), faulty(ended(4, "strong", "weak", ""), "weak", RejectedMove))
	s, err := NewLadderSummary(smallConditions(t), players, games, "weak", 0)
	if err != nil || !s.Propped || s.Ratings[0].Player != "strong" || s.Ratings[0].Games != 4 || s.Ratings[0].Points != 4 {
		t.Fatalf("%v, %+v", err, s)
	}
	if want := "a player has won or lost everything so far: each pairing counts one drawn game more\n"; !strings.Contains(s.Text(), want) {
		t.Errorf("it says\n%s\nwant %s", s.Text(), want)
	}
}

func TestARatingIsNotWrittenAsNegativeZero(t *testing.T) {
	s := LadderSummary{Ratings: []LadderRating{{Player: "a"}, {Player: "b", Elo: engine.Interval{Low: -0.4, At: -0.2, High: 0.1}}}}
	if got := s.Line(); got != "a 0, b 0" || strings.Contains(s.Text(), "-0") {
		t.Errorf("it says %s and\n%s", got, s.Text())
	}
}

func TestPlayersThatNoGameComparesHaveNoRatings(t *testing.T) {
	games := roundRobin([]string{"a", "b"}, 2)
	if _, err := NewLadderSummary(smallConditions(t), []string{"a", "b", "c"}, games, "a", 0); err == nil || err.Error() != "no games connect c with a yet" {
		t.Errorf("%v", err)
	}
}

func TestAnAnchorIsAPlayerAndARating(t *testing.T) {
	names := []string{"first", "a=b"}
	for text, want := range map[string]struct {
		name string
		elo  float64
	}{"": {"first", 0}, "first=1000": {"first", 1000}, "a=b=-2.5": {"a=b", -2.5}} {
		if name, elo, err := ReadAnchor(text, names); err != nil || name != want.name || elo != want.elo {
			t.Errorf("%q is %s at %v, %v", text, name, elo, err)
		}
	}
	for _, text := range []string{"first", "first=", "=5", "5", "first=many", "first=NaN", "first=Inf", "first=1e6"} {
		if _, _, err := ReadAnchor(text, names); err == nil || !strings.HasSuffix(err.Error(), "; use a player and a rating, such as first=0") {
			t.Errorf("%q: %v", text, err)
		}
	}
	if _, _, err := ReadAnchor("third=5", names); err == nil || err.Error() != "third: no such player; use first, a=b" {
		t.Errorf("an unknown player: %v", err)
	}
}

func TestAListOfPlayersHasOneInEachLine(t *testing.T) {
	got := ReadPlayerList("# by strength\n  level=3 \r\n\n\tgnu = gnugo --mode gtp\n  # the last\nlevel=1")
	if want := []string{"level=3", "gnu = gnugo --mode gtp", "level=1"}; !slices.Equal(got, want) {
		t.Errorf("it is %q, want %q", got, want)
	}
}
