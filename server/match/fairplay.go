package match

import (
	"context"
	"encoding/json"
	"slices"
	"strconv"

	"rosette/game"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/fairplay"
	"rosette/server/pubsub/roster"
	"rosette/server/refusal"
)

// Refusals of the computer's judgement, to all visitors or to one.
var (
	ErrUnaided = refusal.New(refusal.Forbidden, "privacy.unaided")
	ErrOwnGame = refusal.New(refusal.Forbidden, "privacy.own-game")
)

// checkFairPlay returns a refusal if a game has passed close to a position of a rated match that the
// client plays now, or that a user at the address of a client without an account plays. It
// leaves the game as it was.
func (s *Service) checkFairPlay(ctx context.Context, c Client, g *game.Game) error {
	if s.Games == nil || g.Ply() < fairplay.Free(g.Graph().Points()) {
		return nil
	}
	players := slices.DeleteFunc(c.Own(), func(a account.Actor) bool { return !a.IsUser() })
	if len(players) == 0 {
		players = s.UsersAt(c.Address)
	}
	for _, actor := range players {
		found, err := s.reservedPositions(ctx, actor, g.Graph().Name())
		if err != nil {
			return err
		}
		if found.Reached(g) {
			return ErrOwnGame
		}
	}
	return nil
}

// reservedPositions returns the positions of the running rated matches of an actor on a board.
func (s *Service) reservedPositions(
	ctx context.Context, actor account.Actor, board string,
) (fairplay.Positions, error) {
	found := fairplay.Positions{}
	err := s.eachOwn(ctx, actor, true, func(g ListedMatch) error {
		if !g.Rated || g.Board != board {
			return nil
		}
		return s.Host.Read(ctx, g.ID, func(m *play.Match) {
			if m.Begun() && !m.Over() {
				found.Add(m.GameAt(m.Moves()))
			}
		})
	})
	return found, err
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

// reportNeighbours reports the users of an address to other processes.
func (s *Service) reportNeighbours(address string, users []account.Actor) {
	if len(users) == 0 {
		s.Roster.Say(addressTopic(address), nil)
		return
	}
	report, err := json.Marshal(users[:min(len(users), neighboursOfAddress)])
	if err != nil {
		panic(err) // strings have no errors
	}
	s.Roster.Say(addressTopic(address), report)
}

// UsersAt returns the users who have had an address among their last ones, whichever
// process has served them: at most [neighboursOfAddress] of each.
func (s *Service) UsersAt(address string) (users []account.Actor) {
	users = s.Addresses.UsersAt(address)
	users = users[:min(len(users), neighboursOfAddress)]
	for _, report := range s.Roster.Others(addressTopic(address)) {
		var more []account.Actor
		if json.Unmarshal(report, &more) == nil { // else it is of another version
			users = append(users, more[:min(len(more), neighboursOfAddress)]...)
		}
	}
	slices.Sort(users)
	return slices.Compact(users)
}

// OneAddress reports whether a user, whose request this process answers, is at an address
// that another user has had among the last ones, as far as running processes know.
func (s *Service) OneAddress(here, other string) bool {
	return slices.Contains(s.UsersAt(s.Addresses.LastAddress(here)), account.Actor(other))
}
