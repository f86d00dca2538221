package rating_test

import (
	"math"
	"math/rand/v2"
	"strconv"
	"testing"
	"time"

	"rosette/play/rating"
)

// A population of players plays against each other and the computer. Strengths are true points and
// determine the probability of a win.
type population struct {
	rng       *rand.Rand
	strengths []float64
	players   []rating.Player
	now       time.Time
}

// populate returns n new players with normally distributed strengths.
func populate(n int, seed uint64) *population {
	p := &population{rng: rand.New(rand.NewPCG(seed, 0)), now: noon}
	for range n {
		p.strengths = append(p.strengths, 1600+500*p.rng.NormFloat64())
		p.players = append(p.players, rating.NewPlayer())
	}
	return p
}

// wins draws the winner: 1 for the first player.
func (p *population) wins(a, b float64) float64 {
	if p.rng.Float64() < 1/(1+math.Pow(10, (b-a)/400)) {
		return 1
	}
	return 0
}

// round has every player play once: a third of the games against the computer level with the
// nearest rating, the others against the nearest of ten random players. Levels play at their rated
// strength.
func (p *population) round() {
	for i := range p.players {
		p.now = p.now.Add(time.Minute)
		if p.rng.IntN(3) == 0 {
			level := nearestLevel(p.players[i].Points)
			score := p.wins(p.strengths[i], level.Points)
			p.players[i], _ = rating.Update(p.players[i], level, rating.Game{Ended: p.now, Score: score, Weight: 1})
			continue
		}
		if j := p.opponent(i); j != i {
			p.players[i], p.players[j] = rating.Update(p.players[i], p.players[j], rating.Game{Ended: p.now, Score: p.wins(p.strengths[i], p.strengths[j]), Weight: 1})
		}
	}
	p.now = p.now.Add(6 * time.Hour)
}

func nearestLevel(points float64) (best rating.Player) {
	for n := 1; ; n++ {
		level, ok := rating.Level(rating.Rosette, strconv.Itoa(n))
		if !ok {
			return best
		}
		if n == 1 || math.Abs(level.Points-points) < math.Abs(best.Points-points) {
			best = level
		}
	}
}

// opponent returns the player, out of ten random ones, whose rating is nearest to i's.
func (p *population) opponent(i int) int {
	best := i
	for range 10 {
		j := p.rng.IntN(len(p.players))
		if j != i && (best == i || math.Abs(p.players[j].Points-p.players[i].Points) < math.Abs(p.players[best].Points-p.players[i].Points)) {
			best = j
		}
	}
	return best
}

// A finding compares ratings with the truth.
type finding struct {
	games       float64 // per player, on average
	err         float64 // root mean square
	bias        float64 // mean difference
	deviation   float64 // mean
	inside      float64 // share of players within two deviations
	provisional float64 // share of players
}

func (p *population) look() (f finding) {
	n := float64(len(p.players))
	for i, player := range p.players {
		d := player.Points - p.strengths[i]
		f.games += float64(player.Games) / n
		f.err += d * d / n
		f.bias += d / n
		f.deviation += player.Deviation / n
		if math.Abs(d) <= 2*player.Deviation {
			f.inside += 1 / n
		}
		if player.Provisional() {
			f.provisional += 1 / n
		}
	}
	f.err = math.Sqrt(f.err)
	return f
}

// The table printed with -v is in docs/results.md.
func TestPlayersOfTrueStrengthsConverge(t *testing.T) {
	p := populate(300, 1)
	t.Logf("%7s %6s %6s %10s %7s %12s", "games", "error", "bias", "deviation", "inside", "provisional")
	var f finding
	for round := 1; round <= 64; round++ {
		p.round()
		if round&(round-1) == 0 {
			f = p.look()
			t.Logf("%7.1f %6.0f %6.0f %10.0f %6.0f%% %11.0f%%", f.games, f.err, f.bias, f.deviation, 100*f.inside, 100*f.provisional)
		}
	}
	if f.err > 90 || math.Abs(f.bias) > 50 || f.inside < 0.7 || f.provisional > 0.02 {
		t.Errorf("after %.0f games a player: %+v", f.games, f)
	}
}

// A beginner and a strong player join a server where all other ratings are settled.
func TestNewPlayersAreFoundWithinAFewGames(t *testing.T) {
	for strength, most := range map[float64]float64{500: 140, 1000: 90, 1500: 80, 2000: 90, 2500: 220} {
		rng := rand.New(rand.NewPCG(uint64(strength), 1))
		const newcomers = 200
		var err10, err30 float64
		for range newcomers {
			p := &population{rng: rng, now: noon}
			me := rating.NewPlayer()
			for n := 1; n <= 30; n++ {
				other := rating.Player{Rating: rating.Rating{Points: me.Points + 100*rng.NormFloat64(), Deviation: 60, Volatility: 0.06}, Games: 99, Last: p.now}
				me, _ = rating.Update(me, other, rating.Game{Ended: p.now, Score: p.wins(strength, other.Points), Weight: 1})
				p.now = p.now.Add(time.Hour)
				if n == 10 {
					err10 += math.Pow(me.Points-strength, 2) / newcomers
				}
			}
			err30 += math.Pow(me.Points-strength, 2) / newcomers
		}
		err10, err30 = math.Sqrt(err10), math.Sqrt(err30)
		t.Logf("strength %4.0f: error %3.0f after 10 games, %3.0f after 30", strength, err10, err30)
		if err30 > most {
			t.Errorf("strength %v: error %.0f after 30 games", strength, err30)
		}
	}
}
