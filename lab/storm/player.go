package storm

import (
	"context"
	"errors"
	"fmt"
	"net/netip"
	"time"

	"rosette/internal/rng"
)

// A GameLog is a game as its player received it.
type GameLog struct {
	Game
	Moves []SentMove
}

// A SentMove is a move that was sent at least once.
type SentMove struct {
	Move
	Seq int `json:"seq"` // as acknowledged; 0 if not acknowledged
}

// A player plays both sides in one game at a time over its own socket. It is used by one goroutine.
type player struct {
	load     *load
	index    int
	from     netip.Addr
	rng      rng.Xoshiro
	position *position
	games    []GameLog // the last is the current game
	socket   Socket
	answers  <-chan answer // from the socket; closed when the socket has ended

	acked time.Time     // time of the last acknowledgement
	pause time.Duration // longest time between two acknowledgements
}

// An answer is a reply with its time of arrival.
type answer struct {
	Message
	at  time.Time
	err error // the reason for the end of answers
}

// receive reads a socket in a goroutine, because a server closes sockets that do not answer its
// pings.
func receive(s Socket) <-chan answer {
	answers := make(chan answer, 1)
	go func() {
		defer close(answers)
		for {
			m, err := s.Receive()
			if m.Reply || err != nil {
				answers <- answer{m, time.Now(), err}
			}
			if err != nil {
				return
			}
		}
	}()
	return answers
}

// game returns the current game.
func (p *player) game() *GameLog { return &p.games[len(p.games)-1] }

// open opens a new game and leaves the last one.
func (p *player) open() error {
	p.close()
	g, err := p.load.target.Open(p.load.life, p.from, p.load.board.Name(), p.load.control)
	if err != nil {
		return fmt.Errorf("open a game: %w", err)
	}
	p.games = append(p.games, GameLog{Game: g})
	p.position = newPosition(p.load.board, p.rng.Uint64())
	return p.join()
}

// join opens the current game's socket for the events after its last move.
func (p *player) join() error {
	after := 1
	if m := p.last(); m != nil {
		after = max(1, m.Seq)
	}
	return p.joinAfter(after)
}

// joinFailed begins the reason for a socket that could not be opened.
const joinFailed = "join a game"

// joinAfter opens the current game's socket for the events after a number.
func (p *player) joinAfter(after int) (err error) {
	p.close()
	if p.socket, err = p.load.target.Join(p.load.life, p.from, p.game().Game, after); err != nil {
		return fmt.Errorf(joinFailed+": %w", err)
	}
	p.answers = receive(p.socket)
	return nil
}

func (p *player) close() {
	if p.socket == nil {
		return
	}
	p.socket.Close() // the server may have closed it
	for range p.answers {
	}
	p.socket = nil
}

// play plays until the context ends. It makes a move every interval, or continuously if interval is
// 0, and waits for the acknowledgement, even after the context has ended. It counts refusals and
// lost connections and continues; if recovers is false, a lost connection is an error.
func (p *player) play(ctx context.Context, interval time.Duration, recovers bool) error {
	next := time.Now()
	if interval > 0 { // spread the players' first moves
		next = next.Add(time.Duration(p.rng.Uint64() % uint64(interval)))
	}
	pause := time.NewTimer(time.Until(next))
	defer pause.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-pause.C:
		}
		// Time lost by a late acknowledgement is not made up.
		next = latest(next.Add(interval), time.Now())
		if err := p.step(); err != nil {
			if p.load.count(err); ctx.Err() != nil || p.load.life.Err() != nil {
				return nil
			}
			if !recovers && !errors.As(err, new(refusal)) {
				return err
			}
			next = latest(next, time.Now().Add(retryPause))
		}
		pause.Reset(time.Until(next))
	}
}

// retryPause follows a refusal or a lost connection.
const retryPause = 50 * time.Millisecond

func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// step makes the next move, or sends the last one again if it is not acknowledged.
func (p *player) step() error {
	if p.socket == nil {
		if err := p.join(); err != nil {
			return err
		}
	}
	if m := p.last(); m != nil && m.Seq == 0 {
		return p.resend()
	}
	if p.position.over() {
		if err := p.open(); err != nil {
			return err
		}
	}
	g := p.game()
	g.Moves = append(g.Moves, SentMove{Move: p.position.play()})
	return p.send(p.last())
}

// A refusal is the server's reason for rejecting a legal move.
type refusal struct{ game, move, reason string }

func (r refusal) Error() string {
	return fmt.Sprintf("game %s: legal move %s is refused: %s", r.game, r.move, r.reason)
}

// errLineLost means that the socket has ended.
var errLineLost = errors.New("the connection is lost")

// send sends a move and waits for the reply.
func (p *player) send(m *SentMove) error {
	began := time.Now()
	p.load.sent.Add(1)
	if err := p.socket.Play(m.Move); err != nil {
		p.close()
		return fmt.Errorf("%w: %w", errLineLost, err)
	}
	for a := range p.answers {
		switch {
		case a.err != nil:
			p.close()
			return fmt.Errorf("%w: %w", errLineLost, a.err)
		case a.ID != m.ID:
		case a.Refused != "":
			return refusal{p.game().ID, m.ID, a.Refused}
		default:
			m.Seq = a.Seq
			if !p.acked.IsZero() {
				p.pause = max(p.pause, a.at.Sub(p.acked))
			}
			p.acked = a.at
			p.load.acknowledged(a.at.Sub(began))
			return nil
		}
	}
	p.close()
	return errLineLost
}

// finish waits for the reply to the last move. A refusal counts as a reply.
func (p *player) finish() error {
	if p.socket == nil {
		if err := p.join(); err != nil {
			return err
		}
	}
	err := p.resend()
	if errors.As(err, new(refusal)) {
		p.load.count(err)
		return nil
	}
	return err
}

// finishWithin retries finish for a limited time.
func (p *player) finishWithin(limit time.Duration) error {
	for began := time.Now(); ; time.Sleep(retryPause) {
		err := p.finish()
		if err == nil || time.Since(began) > limit || p.load.life.Err() != nil {
			return err
		}
		p.load.count(err)
	}
}

// resend sends the last move again if it is not acknowledged.
func (p *player) resend() error {
	m := p.last()
	if m == nil || m.Seq > 0 {
		return nil
	}
	p.load.resent.Add(1)
	return p.send(m)
}

// last returns the current game's last move, or nil.
func (p *player) last() *SentMove {
	g := p.game()
	if len(g.Moves) == 0 {
		return nil
	}
	return &g.Moves[len(g.Moves)-1]
}
