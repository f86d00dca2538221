package match

import (
	"cmp"
	"context"
	"errors"
	"math"
	"net/http"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/pubsub"
)

// A WaitingGame is a game that waits for the client: it is the client's turn against
// another person, and they do not sit at the board together.
type WaitingGame struct {
	ID       string `json:"id"`
	Page     string `json:"page"` // address of its page
	Deadline int64  `json:"deadline,omitempty" doc:"When the game is lost on time or the opponent may claim it, in milliseconds since 1970; absent if never"`

	Listed GameSummary `json:"-"` // for pages; without Seats
}

type waitingOutput struct{ Body []WaitingGame }

const (
	listedAtOnce = 50  // games of a list that are read at once
	mostRunning  = 200 // running games of an actor that are looked through
)

// getWaiting lists the games that wait for the client.
func (s *Server) getWaiting(ctx context.Context, _ *noInput) (*waitingOutput, error) {
	all, err := s.Waiting(web.RequestOf(ctx))
	return &waitingOutput{all}, err
}

// QueuePlace returns the games that wait for the client of a request, the one with the least
// time left first and those without a clock last. The error is a Problem.
func (s *Server) Waiting(r *http.Request) ([]WaitingGame, error) {
	all := []WaitingGame{}
	v, err := s.Visitor(r)
	if err != nil {
		return all, s.notNow(err, "")
	}
	if s.Games == nil {
		return all, nil
	}
	own := v.Own()
	s.awaitLists(r.Context(), own)
	for _, actor := range own {
		some, err := s.waitingFor(r.Context(), string(actor), own)
		if err != nil {
			return all, s.notNow(err, "")
		}
		all = append(all, some...)
	}
	slices.SortFunc(all, compareWaiting)
	return slices.CompactFunc(all, func(a, b WaitingGame) bool { return a.ID == b.ID }), nil
}

// waitingFor returns the running games of an actor that wait for one of some actors. A
// game that cannot be read, which the host logs, waits for nobody.
func (s *Server) waitingFor(ctx context.Context, actor string, own []web.Actor) (all []WaitingGame, err error) {
	before := int64(0)
	for range mostRunning / listedAtOnce {
		games, err := s.Games.Of(ctx, actor, true, listedAtOnce, before)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			before = g.Position
			err := s.Host.Read(ctx, g.ID, func(m *play.Match) {
				if deadline, ok := waits(m, own); ok {
					all = append(all, WaitingGame{ID: g.ID, Page: "/games/" + g.ID, Deadline: deadline, Listed: g})
				}
			})
			if err != nil {
				s.Log.Warn("api: a running game is not among those that wait", "match", g.ID, "err", err)
			}
		}
		if len(games) < listedAtOnce {
			break
		}
	}
	return all, nil
}

// waits reports whether a match waits for one of some actors, and until when as
// [WaitingGame] has it.
func waits(m *play.Match, actors []web.Actor) (deadline int64, ok bool) {
	held := seats(m.Settings(), actors)
	if !m.Apart() || len(held) != 1 || !m.Awaits(held[0]) { // with two the person plays alone
		return 0, false
	}
	return DeadlineOf(m, held[0]), true
}

// DeadlineOf returns until when a match waits for a player, in milliseconds since 1970; 0 if
// for ever.
func DeadlineOf(m *play.Match, c board.Color) int64 {
	end, ok := m.Deadline()
	if stall, stalls := m.Stall(); stalls && stall.By != c && !stall.Claim.IsZero() && (!ok || stall.Claim.Before(end)) {
		end, ok = stall.Claim, true
	}
	if !ok {
		return 0
	}
	return end.UnixMilli()
}

// compareWaiting orders games that wait by their deadlines, and those that have the same by
// their ids.
func compareWaiting(a, b WaitingGame) int {
	return cmp.Or(cmp.Compare(lastOf(a), lastOf(b)), strings.Compare(a.ID, b.ID))
}

// lastOf returns the deadline of a game, which is after all others if there is none.
func lastOf(g WaitingGame) int64 {
	if g.Deadline == 0 {
		return math.MaxInt64
	}
	return g.Deadline
}

// NextWaiting returns the game that comes after another one among games that wait, in their
// order and then from the first one on again; ok is false if no other game waits. by is the
// deadline that the other game had when it waited last, by which one that waits no longer has
// its place; 0 for the beginning.
func NextWaiting(all []WaitingGame, after string, by int64) (next WaitingGame, ok bool) {
	from := WaitingGame{ID: after, Deadline: max(by, 1)}
	for _, g := range all {
		if g.ID == after {
			from = g
		}
	}
	for _, g := range all {
		if compareWaiting(g, from) > 0 {
			return g, true
		}
	}
	if len(all) == 0 || all[0].ID == after {
		return next, false
	}
	return all[0], true
}

// turnsTopic is the topic on which a client hears that the games that wait for it may have
// changed. Each actor has one of its own, see ownTurns.
const turnsTopic = "turns"

// ownTurns returns the topic to which is published that the turn may have changed in a game of
// an actor.
func ownTurns(actor web.Actor) string { return turnsTopic + "/" + string(actor) }

// turnsMessage is the only message of turnsTopic.
const turnsMessage = `{"kind":"turns","topic":"turns"}`

// PublishTurns notifies the players of a match that the turn may have changed there. It is for
// matches whose players do not sit at the board together, and waits for the lists of games to
// have one that has just begun.
func (s *Server) PublishTurns(ctx context.Context, id string) error {
	var actors []web.Actor
	begun := false
	err := s.Host.Read(ctx, id, func(m *play.Match) {
		if !m.Apart() {
			return
		}
		begun = m.Moves() == 0
		for _, c := range board.Colors {
			actors = append(actors, web.Actor(m.Seat(c).Actor()))
		}
	})
	if begun && s.Listed != nil {
		err = errors.Join(err, s.awaitAll(ctx))
	}
	for _, actor := range actors {
		s.Feed.Publish(pubsub.Message{Topic: ownTurns(actor), Data: []byte(turnsMessage)})
	}
	return err
}

// awaitAll waits for the lists of games, but not longer than listsWait.
func (s *Server) awaitAll(ctx context.Context) error {
	limited, stop := context.WithTimeout(ctx, listsWait)
	defer stop()
	err := s.Listed(limited)
	if errors.Is(limited.Err(), context.DeadlineExceeded) {
		return nil // the lists are shown as they are
	}
	return err
}
