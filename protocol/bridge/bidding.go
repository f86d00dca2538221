package bridge

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/play"
	"rosette/server/http/wire"
)

// negotiate offers, takes or bids komi, according to the price at which either colour is equally
// good.
func (s *seat) negotiate() ([]wire.CommandRequest, error) {
	price, err := s.price()
	if err != nil {
		return nil, err
	}
	bid, first := 0.0, true
	if b := s.state.Bidding; b != nil {
		bid, first = b.Komi, b.By == ""
	}
	return []wire.CommandRequest{negotiation(play.KomiBy(s.full.KomiBy), price, bid, first)}, nil
}

// negotiation returns the next step in a negotiation. Bid is the offer or the highest bid, unless
// it is the first step. Whole numbers are always allowed.
func negotiation(by play.KomiBy, price, bid float64, first bool) wire.CommandRequest {
	switch {
	case by == play.KomiDivide && first:
		return wire.CommandRequest{Command: string(play.Offer), Komi: price}
	case by == play.KomiDivide && price > bid:
		return wire.CommandRequest{Command: string(play.Take), Side: "b"}
	case by == play.KomiDivide:
		return wire.CommandRequest{Command: string(play.Take), Side: "w"}
	case by == play.KomiOpen && first:
		return wire.CommandRequest{Command: string(play.Bid), Komi: price - 2}
	case by == play.KomiOpen && bid+1 <= price:
		return wire.CommandRequest{Command: string(play.Bid), Komi: bid + 1}
	case by == play.KomiOpen:
		return wire.CommandRequest{Command: string(play.Yield)}
	}
	return wire.CommandRequest{Command: string(play.Bid), Komi: price}
}

// price returns the komi at which either colour is equally good, as a whole number: from the
// options, or else from the engine, or else from the ruleset.
func (s *seat) price() (float64, error) {
	price, err := s.Komi, error(nil)
	if price == nil {
		if err := s.ready(); err != nil {
			return 0, err
		}
		price, err = s.engine.fairKomi()
	}
	if price == nil && err == nil {
		var rules game.Rules
		rules, err = game.Preset(s.full.Rules)
		price = &rules.Komi
	}
	if err != nil {
		return 0, err
	}
	most := float64(len(s.full.Points))
	return min(most, max(-most, math.Round(*price))), nil
}

// fairKomi returns the engine's network estimate of fair komi, by KataGo's kata-raw-nn, or nil if
// the engine gives none.
func (e *engine) fairKomi() (*float64, error) {
	if !e.knows("kata-raw-nn") {
		return nil, nil
	}
	e.forget()
	for _, command := range []string{"clear_board", "komi 0"} {
		if err := e.must(command); err != nil {
			return nil, err
		}
	}
	answer, err := e.client.Send("kata-raw-nn 0")
	if refused(err) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("the engine answers kata-raw-nn: %w", err)
	}
	for line := range strings.Lines(answer) {
		if words := strings.Fields(line); len(words) == 2 && words[0] == "whiteLead" {
			if lead, err := strconv.ParseFloat(words[1], 64); err == nil && !math.IsNaN(lead) {
				fair := -lead
				return &fair, nil
			}
		}
	}
	return nil, nil
}
