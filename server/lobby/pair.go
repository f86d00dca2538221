package lobby

import (
	"slices"
	"time"

	"rosette/game/board"
	"rosette/play"
)

// SameGame reports whether the settings of two offers describe the same game.
func SameGame(a, b play.Settings) bool {
	a.TieBreakSeed, b.TieBreakSeed = 0, 0
	return a == b
}

// compatible reports whether the makers of two offers can both have their colours.
func compatible(a, b board.Color) bool { return a == board.Empty || b == board.Empty || a != b }

// before sorts offers by age.
func before(a, b Offer) bool {
	if c := a.Made.Compare(b.Made); c != 0 {
		return c < 0
	}
	return a.ID < b.ID
}

// Pair returns the oldest seek for the same game that the maker of wanted may accept instead of
// waiting. Of two matching offers only the younger finds the other, so that two concurrent calls do
// not both accept. Bots' seeks are never returned. Each maker's rating must be in the other's
// range; rating returns the rating for the maker of a seek.
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

// NewRematch returns a player's offer for a rematch: the same game with exchanged colours, or with
// unchanged colours if one side had a head start, including just the first move. opened is the
// settings with the original seats. seed breaks ties between secret bids. The caller sets ID and
// calls [Make].
func NewRematch(match string, opened play.Settings, over bool, p Person, seed uint64) (Offer, error) {
	mine := board.Empty
	for _, c := range board.Colors {
		if p.Is(opened.Seat(c).Actor()) {
			mine = c
		}
	}
	other := opened.Seat(mine.Opponent())
	switch {
	case mine == board.Empty:
		return Offer{}, ErrNotMaker
	case other.Bot(), p.Is(other.Actor()):
		return Offer{}, ErrNoOpponent
	case !over:
		return Offer{}, ErrNotOver
	}
	o := Offer{
		Kind: Rematch, Maker: opened.Seat(mine), To: other.Actor(), Invitee: other, Color: mine, Game: opened,
		After: match,
	}
	black, white := opened.Black.Rank, opened.White.Rank
	if opened.HeadStart() == 0 {
		o.Color = mine.Opponent()
		black, white = white, black
	}
	o.Game.TieBreakSeed, o.Game.OneAddress = seed, false
	o.Game.Black, o.Game.White = play.Seat{Rank: black}, play.Seat{Rank: white}
	return o, nil
}
