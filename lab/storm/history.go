package storm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/play"
)

// A Past holds the cost of opening games that had moves when the servers started. Times are in
// milliseconds: for a game's page, which the server reads from the log, and for opening a socket
// and joining the game, which is then sent whole.
type Past struct {
	Plies   int     `json:"plies,omitempty"`
	PageP50 float64 `json:"pageP50,omitempty"`
	PageP99 float64 `json:"pageP99,omitempty"`
	JoinP50 float64 `json:"joinP50,omitempty"`
	JoinP99 float64 `json:"joinP99,omitempty"`
	GameKB  float64 `json:"gameKB,omitempty"` // servers' resident memory per game and socket
}

// Line returns the past in one line.
func (p Past) Line() string {
	return fmt.Sprintf("%d plies before: page %.1f ms (p99 %.1f), join %.1f ms (p99 %.1f), %.0f KB a game",
		p.Plies, p.PageP50, p.PageP99, p.JoinP50, p.JoinP99, p.GameKB)
}

// History starts servers with games that have a number of plies, opens each game, and continues it.
func (o *Options) History(ctx context.Context, games, plies int) (row Row, err error) {
	place, remove, err := o.place(ctx)
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	l, err := o.past(ctx, place, games, plies)
	if err != nil {
		return row, err
	}
	on, err := o.start(ctx, place)
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, row.end(on)) }()
	row = o.row(on, games)
	row.Plies = plies
	now, end := o.loadOn(ctx, on)
	defer end()
	now.players = l.players
	for _, p := range now.players {
		p.load = now
	}
	if err := o.settle(ctx, on.servers); err != nil {
		return row, err
	}
	if err := row.visit(now, on.servers); err != nil {
		return row, err
	}
	return row, row.play(ctx, o, now, on.servers)
}

// past opens games in a place and adds plies moves to each. The servers have stopped when it
// returns.
func (o *Options) past(ctx context.Context, place string, games, plies int) (*load, error) {
	on, err := o.start(ctx, place)
	if err != nil {
		return nil, err
	}
	l, end := o.loadOn(ctx, on)
	defer end()
	err = l.open(games)
	l.close()
	if _, stopped := on.stop(); err != nil || stopped != nil {
		return nil, errors.Join(err, stopped)
	}
	for _, p := range l.players {
		if err := p.make(plies); err != nil {
			return nil, err
		}
	}
	o.Report("writing %d plies of %d games", plies, games)
	return l, storeMoves(ctx, place, l.played())
}

// tries is the number of random games tried to reach the required length.
const tries = 20

// make adds plies moves to the current game, without a server.
func (p *player) make(plies int) error {
	g := p.game()
	longest := 0
	for range tries {
		p.position, g.Moves = newPosition(p.load.board, p.rng.Uint64()), nil
		p.position.limit = plies
		for !p.position.over() {
			g.Moves = append(g.Moves, SentMove{Move: p.position.play()})
		}
		if len(g.Moves) == plies && p.position.game.Passes() < 2 {
			p.position.limit += maxPlies
			return nil
		}
		longest = max(longest, len(g.Moves))
	}
	return fmt.Errorf("games of random moves on %s are over after at most %d plies; use a larger --board",
		p.load.board.Name(), longest)
}

// Continue returns the events for the moves that follow the game's record, and sets the moves' Seq.
func (g GameLog) Continue(record []play.Event) (done []play.Event, err error) {
	m, err := play.Replay(record)
	if err != nil {
		return nil, err
	}
	for i, move := range g.Moves {
		cmd := play.Command{Kind: play.Play, By: move.Color, Point: move.Point, ID: move.ID}
		if move.Pass {
			cmd.Kind = play.Pass
		}
		events, err := m.Decide(cmd, time.Now())
		if err != nil {
			return nil, fmt.Errorf("game %s, move %s: %w", g.ID, move.ID, err)
		}
		for _, e := range events {
			m.Apply(e)
		}
		done = append(done, events...)
		g.Moves[i].Seq = m.Seq()
	}
	return done, nil
}

// A server has settled when it uses less than 1/settleShare of a processor, or after settleMost.
const (
	settleShare = 20
	settleMost  = 60 * time.Second
)

// settle waits while the servers load their stores.
func (o *Options) settle(ctx context.Context, servers processes) error {
	for began, last := time.Now(), servers.usage(); time.Since(began) < settleMost; {
		if err := pause(ctx, time.Second, "the servers settle", o.Report); err != nil {
			return err
		}
		used := servers.usage()
		if used-last < time.Second/settleShare {
			return nil
		}
		last = used
	}
	return errors.New("the servers do not become idle")
}

// visit fetches each game's page and joins the game from the beginning.
func (r *Row) visit(l *load, servers processes) error {
	var pages, joins Histogram
	before, began := servers.megabytes(), time.Now()
	for i, p := range l.players { // one at a time, because a single reader is measured
		began := time.Now()
		if _, err := l.target.Page(l.life, p.from, p.game().ID); err != nil {
			return fmt.Errorf("page of a game: %w", err)
		}
		pages.Add(time.Since(began))
		began = time.Now()
		if err := p.joinAfter(0); err != nil {
			return err
		}
		joins.Add(time.Since(began))
		l.report("%d of %d games are open", i+1, len(l.players))
	}
	r.OpenSeconds = time.Since(began).Seconds()
	r.GameKB = 1000 * (servers.megabytes() - before) / float64(len(l.players))
	r.PageP50, r.PageP99 = ms(pages.Quantile(.5)), ms(pages.Quantile(.99))
	r.JoinP50, r.JoinP99 = ms(joins.Quantile(.5)), ms(joins.Quantile(.99))
	return nil
}
