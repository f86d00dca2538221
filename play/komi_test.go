package play

import (
	"slices"
	"strings"
	"testing"

	"rosette/game"
)

// negotiation returns settings for two people who must still agree on komi.
func negotiation(t failer, rules string, by KomiBy) Settings {
	s := between(t, "square-5", rules, "none")
	s.KomiBy = by
	return s
}

func TestOnePlayerOffersAKomiAndTheOtherChoosesAColour(t *testing.T) {
	for _, rules := range []string{"mindsports-chinese", "flower", "tromp-taylor", "japanese-1989"} {
		runScript(t, negotiation(t, rules, KomiDivide), `
			phase? → komi
			awaits? → true false
			b c3 → wrong-phase
			b bid 3 → wrong-phase
			b yield → wrong-phase
			w take black → wrong-phase
			w offer 5 → not-your-turn
			b offer 4.5 → bad-komi
			b offer 26 → bad-komi
			b offer 5 → offered
			talk? → 5 by black
			to move? → white
			b take white → not-your-turn
			w take nothing → wrong-phase
			w offer 6 → wrong-phase
			w take white → took settled 5
			phase? → play
			black is? → Ada
			komi? → 5
			b c3 → played`)
		runScript(t, negotiation(t, rules, KomiDivide), `
			b offer -7 → offered
			w take black → took settled -7 swapped
			black is? → Bob
			komi? → -7
			b c3 → played
			w c3 → occupied`)
	}
}

func TestInAnOpenAuctionTheHighestBidTakesBlack(t *testing.T) {
	runScript(t, negotiation(t, "mindsports-chinese", KomiOpen), `
		b yield → bid-first
		w bid 3 → not-your-turn
		b bid -2 → bade
		talk? → -2 by black
		b bid 3 → not-your-turn
		w bid -2 → low-bid
		w bid -3 → low-bid
		w bid 0.5 → bad-komi
		w bid 0 → bade
		b bid 4 → bade
		b yield → not-your-turn
		w bid 5 → bade
		b yield → yielded settled 5 swapped
		black is? → Bob
		komi? → 5
		to move? → black`)
	runScript(t, negotiation(t, "flower", KomiOpen), `
		b bid 4 → bade
		w offer 3 → wrong-phase
		w yield → yielded settled 4
		black is? → Ada`)
}

func TestInASecretAuctionTheHigherBidTakesBlack(t *testing.T) {
	runScript(t, negotiation(t, "mindsports-chinese", KomiSecret), `
		to move? → empty
		awaits? → true true
		w bid 6 @1 → bade
		talk? → 0 by empty
		awaits? → true false
		w bid 7 → not-your-turn
		b yield → wrong-phase
		b bid 5 @1 → bade settled 6 swapped
		komi? → 6
		black is? → Bob`)
	runScript(t, negotiation(t, "mindsports-chinese", KomiSecret), `
		b bid -1 @1 → bade
		w bid -3 @1 → bade settled -1
		komi? → -1
		black is? → Ada`)
}

func TestEqualSecretBidsAreDecidedByTheTieBreakSeed(t *testing.T) {
	for lot, want := range map[uint64]string{0: "Ada", 1: "Bob", 2: "Ada", 1<<64 - 1: "Bob"} {
		s := negotiation(t, "flower", KomiSecret)
		s.TieBreakSeed = lot
		m := runScript(t, s, map[string]string{
			"Ada": "w bid 6 → bade\nb bid 6 → bade settled 6",
			"Bob": "b bid 6 → bade\nw bid 6 → bade settled 6 swapped",
		}[want])
		if m.Seat(1).Name != want {
			t.Errorf("lot %d: %s has Black, want %s", lot, m.Seat(1).Name, want)
		}
	}
}

func TestHalfPointsAreBidOnlyIfTheSettingsAllowThem(t *testing.T) {
	s := negotiation(t, "mindsports-chinese", KomiOpen)
	s.Halves = true
	runScript(t, s, `
		b bid 0.25 → bad-komi
		b bid 0.5 → bade
		w bid -0.5 → low-bid
		w bid 1.5 → bade
		b yield → yielded settled 1.5 swapped`)
}

// Each error names the contradiction or a valid value.
func TestContradictorySettingsAreRefused(t *testing.T) {
	good := between(t, "square-5", "flower", "none")
	chinese := preset(t, "mindsports-chinese")
	for want, damage := range map[string]func(*Settings){
		`komi by "dice": use divide, open or secret`: func(s *Settings) { s.KomiBy = "dice" },
		"so bids are whole":                          func(s *Settings) { s.KomiBy, s.Halves = KomiOpen, true },
		"so use a whole number":                      func(s *Settings) { s.Rules.Komi = 0.5 },
		"a handicap gives Black away": func(s *Settings) {
			s.Rules = chinese
			s.Handicap = 2
			s.KomiBy = KomiOpen
		},
		"weaker: use 1 for Black or 2 for White": func(s *Settings) { s.Weaker = 3 },
		"White only under handicap FLOWER":       func(s *Settings) { s.Rules, s.Weaker = chinese, 2 },
		"handicap -1: use 0 to 12 on square-5":   func(s *Settings) { s.Handicap = -1 },
		"handicap 13: use 0 to 12 on square-5":   func(s *Settings) { s.Handicap = 13 },
		"handicap 2: this ruleset has none":      func(s *Settings) { s.Rules, s.Handicap = preset(t, "tromp-taylor"), 2 },
		"a supply of 3 stones does not reach":    func(s *Settings) { s.Rules, s.Handicap = chinese, 4; s.Rules.Supply = game.SupplyOf(3) },
		"supply contradicts scoring":             func(s *Settings) { s.Rules.Supply = game.SupplyOf(150) },
		"hasButton true contradicts":             func(s *Settings) { s.Rules.Button = true },
	} {
		s := good
		damage(&s)
		_, err := Open(s, noon)
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%v, want %q in one line", err, want)
		}
	}
}

func TestASecretBidIsHiddenUntilBothHaveBid(t *testing.T) {
	m := runScript(t, negotiation(t, "mindsports-chinese", KomiSecret), "b bid 6 → bade")
	komi, by := m.KomiBid()
	if komi != 0 || by != 0 || !m.HasBid(1) || m.HasBid(2) || slices.Contains([]float64{6}, m.Settings().Rules.Komi) {
		t.Errorf("%v by %v, bid %v %v", komi, by, m.HasBid(1), m.HasBid(2))
	}
}
