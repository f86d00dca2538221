package computer

import (
	"context"
	"math"

	"rosette/game/board"
	"rosette/play"
)

// negotiate offers, takes or bids komi.
func (t *turn) negotiate(ctx context.Context) (play.Command, error) {
	price, err := t.price(ctx)
	if err != nil {
		return play.Command{}, err
	}
	switch t.settings.KomiBy {
	case play.KomiDivide:
		if t.bidder == board.Empty {
			return play.Command{Kind: play.Offer, Komi: price}, nil
		}
		side := board.White
		if price > t.bid {
			side = board.Black
		}
		return play.Command{Kind: play.Take, Side: side}, nil
	case play.KomiOpen:
		if t.bidder == board.Empty {
			return play.Command{Kind: play.Bid, Komi: price - 2}, nil
		}
		if next := t.bid + t.bidStep(); next <= price {
			return play.Command{Kind: play.Bid, Komi: next}, nil
		}
		return play.Command{Kind: play.Yield}, nil
	}
	return play.Command{Kind: play.Bid, Komi: price}, nil
}

// bidStep is the smallest difference between two bids.
func (t *turn) bidStep() float64 {
	if t.settings.Halves {
		return 0.5
	}
	return 1
}

// price returns the komi at which the bot would take either colour, rounded to a valid bid. It is
// constant throughout the bidding.
func (t *turn) price(ctx context.Context) (float64, error) {
	if t.opinion.price == nil {
		price, err := t.mover.Price(ctx, t.game)
		if err != nil {
			return 0, err
		}
		t.opinion.price = &price
	}
	most := float64(t.game.Graph().Points())
	return min(most, max(-most, math.Round(*t.opinion.price/t.bidStep())*t.bidStep())), nil
}
