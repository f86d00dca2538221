package match

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"

	"rosette/game"
	"rosette/play"
	"rosette/server/fairplay"
	"rosette/server/http/web"
	"rosette/server/pubsub/roster"
)

// Why the computer judges a position for nobody, or not for who asks.
var (
	unaided = web.ProblemOf(http.StatusForbidden, "privacy.unaided", nil)
	ownGame = web.ProblemOf(http.StatusForbidden, "privacy.own-game", nil)
)

// unfair returns a problem if a game has passed close to a position of a rated match that
// the visitor plays now, or somebody at the address of a visitor without an account. It
// leaves the game as it was.
func (s *Server) unfair(ctx context.Context, v web.Visitor, g *game.Game) error {
	if s.Games == nil || g.Ply() < fairplay.Free(g.Graph().Points()) {
		return nil
	}
	players := slices.DeleteFunc(v.Own(), func(a web.Actor) bool { return !a.IsUser() })
	if len(players) == 0 {
		players = s.neighbours(s.Address(web.RequestOf(ctx)))
	}
	for _, actor := range players {
		found, err := s.reservedFor(ctx, string(actor), g.Graph().Name())
		if err != nil {
			return s.notNow(err, "")
		}
		if found.Reached(g) {
			return ownGame
		}
	}
	return nil
}

// reservedFor returns the positions of the running rated matches of an actor on a board.
func (s *Server) reservedFor(ctx context.Context, actor, board string) (fairplay.Positions, error) {
	const atOnce = 50
	found := fairplay.Positions{}
	for before := int64(0); ; {
		games, err := s.Games.Of(ctx, actor, true, atOnce, before)
		if err != nil {
			return nil, err
		}
		for _, g := range games {
			before = g.Position
			if !g.Rated || g.Board != board {
				continue
			}
			if err := s.Host.Read(ctx, g.ID, func(m *play.Match) {
				if m.Begun() && !m.Over() {
					found.Add(m.GameAt(m.Moves()))
				}
			}); err != nil {
				return nil, err
			}
		}
		if len(games) < atOnce {
			return found, nil
		}
	}
}

// addressKind is the kind of the topics of the roster with the users of an address.
const addressKind = "address"

// neighboursOfAddress bounds the users of an address: more are not told to other processes,
// and no more are looked for.
const neighboursOfAddress = 100

// addressTopic returns the topic of the users of an address. It has a hash of it.
func addressTopic(address string) string {
	return addressKind + "/" + strconv.FormatUint(roster.Person(address), 36)
}

// tellNeighbours tells other processes which users have come from an address to this one.
func (s *Server) tellNeighbours(address string, users []web.Actor) {
	if len(users) == 0 {
		s.Roster.Say(addressTopic(address), nil)
		return
	}
	s.Roster.Say(addressTopic(address), encoded(users[:min(len(users), neighboursOfAddress)]))
}

// neighbours returns the users who have had an address among their last ones, whichever
// process has served them: at most [neighboursOfAddress] of each.
func (s *Server) neighbours(address string) (users []web.Actor) {
	users = s.UsersAt(address)
	users = users[:min(len(users), neighboursOfAddress)]
	for _, report := range s.Roster.Others(addressTopic(address)) {
		var more []web.Actor
		if json.Unmarshal(report, &more) == nil { // else it is of another version
			users = append(users, more[:min(len(more), neighboursOfAddress)]...)
		}
	}
	slices.Sort(users)
	return slices.Compact(users)
}

// OneAddress reports whether a user, whose request this process answers, is at an address
// that another user has had among the last ones, as far as running processes know.
func (s *Server) OneAddress(here, other string) bool {
	return slices.Contains(s.neighbours(s.LastAddress(here)), web.Actor(other))
}
