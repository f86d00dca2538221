package lobby

import (
	"slices"
	"time"

	"rosette/game/board"
	"rosette/play"
)

// SameGame reports whether the settings of two offers ask for the same game.
func SameGame(a, b play.Settings) bool {
	a.TieBreakSeed, b.TieBreakSeed = 0, 0
	return a == b
}

// compatible reports whether the makers of two offers can both have their colours.
func compatible(a, b board.Color) bool { return a == board.Empty || b == board.Empty || a != b }

// before orders offers by age.
func before(a, b Offer) bool {
	if c := a.Made.Compare(b.Made); c != 0 {
		return c < 0
	}
	return a.ID < b.ID
}

// Pair returns the oldest of the seeks that the maker of wanted may accept instead of
// waiting: a seek for the same game at a time. Of two that fit each other only the
// younger one finds the other, so that two who look at the same time do not both go.
// Nobody is paired with a bot. The ratings of both have to be in the other's range; rating returns that of the
// maker of a seek.
func Pair(wanted Offer, p Person, seeks []Offer, rating func(Offer) int, now time.Time) (found Offer, ok bool) {
	seeks = slices.Clone(seeks)
	slices.SortFunc(seeks, func(a, b Offer) int {
		if before(a, b) {
			return -1
		}
		return 1
	})
	for _, o := range seeks {
		older := wanted.State != Open || before(o, wanted)
		if o.Kind == Seek && !o.Bot && older && SameGame(o.Game, wanted.Game) && compatible(o.Color, wanted.Color) &&
			o.MayAccept(p, now) == nil && (wanted.Elo == (Range{}) || wanted.Elo.holds(rating(o))) {
			return o, true
		}
	}
	return Offer{}, false
}

// Again returns the offer of a rematch by one of the players of a match: the same game
// with exchanged colours, with a handicap, be it the first move, with the same ones. Opened are the settings
// with the seats of the opening; seed is for equal secret bids. The caller sets ID and
// calls [Make].
func Again(match string, opened play.Settings, over bool, p Person, seed uint64) (Offer, error) {
	mine := board.Empty
	for _, c := range board.Colors {
		if p.Is(opened.Seat(c).Actor()) {
			mine = c
		}
	}
	other := opened.Seat(mine.Opponent())
	switch {
	case mine == board.Empty:
		return Offer{}, ErrNotYours
	case other.Bot(), p.Is(other.Actor()):
		return Offer{}, ErrNoOpponent
	case !over:
		return Offer{}, ErrNotOver
	}
	o := Offer{Kind: Rematch, Maker: opened.Seat(mine), To: other.Actor(), Asked: other, Color: mine, Game: opened, After: match}
	black, white := opened.Black.Rank, opened.White.Rank
	if opened.HeadStart() == 0 {
		o.Color = mine.Opponent()
		black, white = white, black
	}
	o.Game.TieBreakSeed, o.Game.OneAddress = seed, false
	o.Game.Black, o.Game.White = play.Seat{Rank: black}, play.Seat{Rank: white}
	return o, nil
}
