package play

import (
	"math"

	"rosette/game/board"
)

// komiBidding holds the state of the komi negotiation.
type komiBidding struct {
	komi float64                // offer or highest open bid
	by   board.Color            // its player, Empty before the first
	bids board.ByColor[float64] // secret bids
	made board.ByColor[bool]
}

// KomiBid returns the offered komi or highest open bid and its player, Empty before the first. It
// does not reveal secret bids.
func (m *Match) KomiBid() (komi float64, by board.Color) {
	return m.state.bidding.komi, m.state.bidding.by
}

// HasBid reports whether a player has made a secret bid.
func (m *Match) HasBid(c board.Color) bool { return m.state.bidding.made[c] }

// SecretBids returns the bids in a secret auction by the players' current colours. Ok is false
// before both bids are in.
func (m *Match) SecretBids() (bids board.ByColor[float64], ok bool) {
	if m.settings.KomiBy != KomiSecret || m.state.game == nil || m.state.phase == PhaseKomi {
		return bids, false
	}
	for _, c := range board.Colors {
		bids[c] = m.state.bidding.bids[m.OriginalColor(c)]
	}
	return bids, true
}

// validKomi reports whether the settings allow a komi: at most the number of board points, and a
// whole number or, with Halves, a half number.
func (m *Match) validKomi(komi float64) bool {
	step := 1.0
	if m.settings.Halves {
		step = 2
	}
	return math.Abs(komi) <= float64(m.state.game.Graph().Points()) && komi*step == math.Trunc(komi*step)
}

func (m *Match) decideOffer(cmd Command) ([]Event, error) {
	switch {
	case m.settings.KomiBy != KomiDivide || m.state.bidding.by != board.Empty:
		return nil, ErrNotNow
	case cmd.By != m.state.toMove:
		return nil, ErrNotYourTurn
	case !m.validKomi(cmd.Komi):
		return nil, ErrBadKomi
	}
	return []Event{{Kind: Offered, Komi: cmd.Komi + 0}}, nil
}

func (m *Match) decideTake(cmd Command) ([]Event, error) {
	switch {
	case m.settings.KomiBy != KomiDivide || m.state.bidding.by == board.Empty || !isPlayer(cmd.Side):
		return nil, ErrNotNow
	case cmd.By != m.state.toMove:
		return nil, ErrNotYourTurn
	}
	settled := Event{Kind: Settled, Komi: m.state.bidding.komi, Swap: cmd.Side != cmd.By}
	return []Event{{Kind: Took, Side: cmd.Side}, settled}, nil
}

func (m *Match) decideBid(cmd Command) ([]Event, error) {
	secret := m.settings.KomiBy == KomiSecret
	switch {
	case !secret && m.settings.KomiBy != KomiOpen:
		return nil, ErrNotNow
	case !m.Awaits(cmd.By):
		return nil, ErrNotYourTurn
	case !m.validKomi(cmd.Komi):
		return nil, ErrBadKomi
	case !secret && m.state.bidding.by != board.Empty && cmd.Komi <= m.state.bidding.komi:
		return nil, ErrLowBid
	}
	bade := Event{Kind: Bade, Komi: cmd.Komi + 0}
	if !secret || !m.state.bidding.made[cmd.By.Opponent()] {
		return []Event{bade}, nil
	}
	return []Event{bade, m.openBids(cmd)}, nil
}

// openBids settles a secret auction with its last bid. TieBreakSeed decides between equal bids.
func (m *Match) openBids(last Command) Event {
	bids := m.state.bidding.bids
	bids[last.By] = last.Komi
	winner := board.Black
	switch {
	case bids[board.White] > bids[board.Black]:
		winner = board.White
	case bids[board.White] == bids[board.Black] && m.settings.TieBreakSeed%2 == 1:
		winner = board.White
	}
	return Event{Kind: Settled, Komi: bids[winner], Swap: winner == board.White}
}

func (m *Match) decideYield(cmd Command) ([]Event, error) {
	switch {
	case m.settings.KomiBy != KomiOpen:
		return nil, ErrNotNow
	case cmd.By != m.state.toMove:
		return nil, ErrNotYourTurn
	case m.state.bidding.by == board.Empty:
		return nil, ErrBidFirst
	}
	settled := Event{Kind: Settled, Komi: m.state.bidding.komi, Swap: m.state.bidding.by == board.White}
	return []Event{{Kind: Yielded}, settled}, nil
}

func (at *state) offer(e Event) {
	at.bidding.komi, at.bidding.by = e.Komi, e.Color
	at.toMove = e.Color.Opponent()
}

func (at *state) bid(e Event) {
	if at.settings.KomiBy == KomiOpen {
		at.offer(e)
		return
	}
	at.bidding.bids[e.Color], at.bidding.made[e.Color] = e.Komi, true
}

// settleKomi assigns the colours and begins the next phase.
func (at *state) settleKomi(e Event) {
	at.swapped = e.Swap
	r := at.game.Rules()
	r.Komi = e.Komi
	at.setUpGame(r)
}
