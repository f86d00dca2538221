package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
)

// longestID bounds what a sender may choose, in bytes.
const longestID = 64

// mostEvents is how long a match may have grown for moves to be taken back:
// repetition bounds the moves of a game, nothing else bounds taking them back.
const mostEvents = 5000

// commands is the whole vocabulary of what may be asked; add a line to teach a
// word. Flag is not special: that a clock has run out is seen whatever is asked.
var commands = map[Kind]func(*Match, Command) ([]Event, error){
	Play:   (*Match).decidePlay,
	Pass:   (*Match).decidePass,
	Resign: (*Match).decideResign,
	Undo:   (*Match).decideUndo,
	Flag:   func(*Match, Command) ([]Event, error) { return nil, ErrTimeLeft },
}

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
	if m.counted[sent{cmd.By, cmd.ID}] {
		return nil, nil
	}
	decide, known := commands[cmd.Kind]
	switch {
	case !known:
		return nil, ErrNoCommand
	case m.game == nil:
		return nil, ErrNotSeated
	case m.over:
		return nil, ErrOver
	case cmd.By != board.Black && cmd.By != board.White && (cmd.Kind != Flag || cmd.By != board.Empty):
		return nil, ErrNotSeated
	case m.clock.Flagged(now):
		late := game.Result{Winner: m.toMove.Opponent(), By: game.ByTime}
		return m.number(cmd, now, Event{Kind: Ended, Result: late.String()}), nil
	case cmd.After > 0 && cmd.After < m.changed:
		return nil, ErrStale
	}
	events, err := decide(m, cmd)
	if err != nil {
		return nil, err
	}
	return m.number(cmd, now, events...), nil
}

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

func (m *Match) decidePlay(cmd Command) ([]Event, error) {
	if cmd.By != m.toMove {
		return nil, ErrNotYourTurn
	}
	p, err := m.game.Graph().Point(cmd.Point)
	if err != nil {
		return nil, ErrNoSuchPoint
	}
	if err := m.game.Legal(p, cmd.By); err != nil {
		return nil, err
	}
	played := Event{Kind: Played, Point: m.game.Graph().PointName(p)}
	return m.unlessVoid(p, cmd.By, played), nil
}

func (m *Match) decidePass(cmd Command) ([]Event, error) {
	if cmd.By != m.toMove {
		return nil, ErrNotYourTurn
	}
	if m.game.Passes() > 0 {
		result := m.game.Score().Result()
		return []Event{{Kind: Passed}, {Kind: Ended, Result: result.String()}}, nil
	}
	return m.unlessVoid(board.Pass, cmd.By, Event{Kind: Passed}), nil
}

// unlessVoid adds the end of the match if the move brings the position up for
// the third time. It makes the move on the match's own game to see, and takes
// it back.
func (m *Match) unlessVoid(p board.Point, c board.Color, e Event) []Event {
	if m.game.Rules().Repetition != game.Simple {
		return []Event{e}
	}
	m.game.Make(p, c)
	void := m.game.NoResult()
	m.game.Undo()
	if !void {
		return []Event{e}
	}
	return []Event{e, {Kind: Ended, Result: game.Result{By: game.NoResult}.String()}}
}

func (m *Match) decideResign(cmd Command) ([]Event, error) {
	result := game.Result{Winner: cmd.By.Opponent(), By: game.ByResign}
	return []Event{{Kind: Resigned}, {Kind: Ended, Result: result.String()}}, nil
}

// decideUndo goes back to before the asker's own last move. A person would have
// to agree; a program does not mind.
func (m *Match) decideUndo(cmd Command) ([]Event, error) {
	if !m.Seat(cmd.By.Opponent()).Program {
		return nil, ErrNeedsAssent
	}
	if m.seq >= mostEvents {
		return nil, ErrTooLong
	}
	for ply := m.game.Ply() - 1; ply >= 0; ply-- {
		if m.game.Move(ply).Color == cmd.By {
			return []Event{{Kind: TookBack, Ply: ply}}, nil
		}
	}
	return nil, ErrNothingDone
}
