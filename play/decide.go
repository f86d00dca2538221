package play

import (
	"slices"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// longestID bounds what a sender may choose, in bytes.
const longestID = 64

// mostEvents is how long a match may have grown for more than moves: repetition
// bounds the moves of a game, nothing else bounds the rest.
const mostEvents = 5000

// An order is when a command may be given and what it makes.
type order struct {
	in     []Phase // nil for every phase
	decide func(*Match, Command) ([]Event, error)
	free   bool // it may be given however long the match is
}

var talking = []Phase{PhaseAgreement}

// commands is the whole vocabulary of what may be asked; add a line to teach a
// word. Flag is not special: that a clock has run out is seen whatever is asked.
var commands map[Kind]order

func init() { // an undo folds deeds, which the table tells
	commands = map[Kind]order{
		Offer:   {[]Phase{PhaseKomi}, (*Match).decideOffer, false},
		Take:    {[]Phase{PhaseKomi}, (*Match).decideTake, false},
		Bid:     {[]Phase{PhaseKomi}, (*Match).decideBid, false},
		Yield:   {[]Phase{PhaseKomi}, (*Match).decideYield, false},
		Place:   {[]Phase{PhaseHandicap}, (*Match).decidePlace, false},
		Play:    {[]Phase{PhasePlay, PhaseAgreement, PhaseConfirmation}, (*Match).decidePlay, true},
		Pass:    {[]Phase{PhasePlay, PhaseAgreement, PhaseConfirmation}, (*Match).decidePass, true},
		Propose: {talking, (*Match).decidePropose, false},
		Mark:    {talking, (*Match).decideMark, false},
		Agree:   {talking, (*Match).decideAgree, true},
		Dispute: {talking, (*Match).decideDispute, false},
		Wish:    {[]Phase{PhaseTurn}, (*Match).decideWish, true},
		Confirm: {talking, (*Match).decideConfirm, false},
		Void:    {talking, (*Match).decideVoid, true},
		Resign:  {nil, (*Match).decideResign, true},
		Undo:    {nil, (*Match).decideUndo, false},
		Grant:   {nil, (*Match).decideGrant, false},
		Refuse:  {nil, (*Match).decideRefuse, true},
		Flag:    {nil, func(*Match, Command) ([]Event, error) { return nil, ErrTimeLeft }, true},
	}
}

// houses are the commands that no player needs to give.
var houses = map[Kind]bool{Flag: true, Propose: true}

// Decide turns a command into the events that it makes, numbered after
// [Match.Seq], or says with a [Refusal] or a [game.Refusal] why not. It changes
// nothing: apply the events once they are kept. A command whose ID has been
// counted before makes no event and is no error. Whatever is asked when the
// time of the player to move has run out, the match ends on time.
func (m *Match) Decide(cmd Command, now time.Time) ([]Event, error) {
	now = plain(now)
	if !validID(cmd.ID) {
		return nil, ErrBadID
	}
	if m.counted[sent{m.Origin(cmd.By), cmd.ID}] {
		return nil, nil
	}
	order, known := commands[cmd.Kind]
	switch {
	case !known:
		return nil, ErrNoCommand
	case m.at.game == nil:
		return nil, ErrNotSeated
	case m.over:
		return nil, ErrOver
	case !plays(cmd.By) && (cmd.By != board.Empty || !houses[cmd.Kind]):
		return nil, ErrNotSeated
	case m.clock.Flagged(now):
		late := game.Result{Winner: m.at.toMove.Opponent(), By: game.ByTime}
		return m.number(cmd, now, Event{Kind: Ended, Result: late.String()}), nil
	case cmd.After > 0 && cmd.After < m.changed:
		return nil, ErrStale
	case order.in != nil && !slices.Contains(order.in, m.at.phase):
		return nil, ErrNotNow
	case !order.free && m.seq >= mostEvents:
		return nil, ErrTooLong
	}
	events, err := order.decide(m, cmd)
	if err != nil {
		return nil, err
	}
	return m.number(cmd, now, events...), nil
}

// plays tells whether that colour is one of the players'; a stranger's may be any
// number.
func plays(c board.Color) bool { return c == board.Black || c == board.White }

// validID tells whether an ID is empty or short and printable.
func validID(id string) bool {
	for _, b := range []byte(id) {
		if b <= ' ' || b > '~' {
			return false
		}
	}
	return len(id) <= longestID
}

// number completes the events of a command. The first carries its ID.
func (m *Match) number(cmd Command, now time.Time, events ...Event) []Event {
	for i := range events {
		events[i].Seq, events[i].At = m.seq+1+i, now
	}
	events[0].Color, events[0].ID = cmd.By, cmd.ID
	return events
}

func (m *Match) decideResign(cmd Command) ([]Event, error) {
	result := game.Result{Winner: cmd.By.Opponent(), By: game.ByResign}
	return []Event{{Kind: Resigned}, {Kind: Ended, Result: result.String()}}, nil
}
