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

// Refusals of the computer's advice, to all visitors or to one.
var (
	ErrUnaided = refusal.New(refusal.Forbidden, "privacy.unaided")
	ErrOwnGame = refusal.New(refusal.Forbidden, "privacy.own-game")
)

// checkFairPlay returns a refusal if a game has passed close to a position in a rated match in
// progress that the client plays or, if the client has no account, that a user at the same address
// plays. It does not change the game.
func (s *Service) checkFairPlay(ctx context.Context, c account.Client, g *game.Game) error {
	if s.Games == nil || fairplay.IsFree(g) {
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

// reservedPositions returns the positions in an actor's rated matches in progress on a board.
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

// addressKind is the kind of roster topics that list the users at an address.
const addressKind = "address"

// neighboursOfAddress bounds the users at an address that are reported to other processes or
// checked.
const neighboursOfAddress = 100

// addressTopic returns the roster topic for the users at an address. It contains a hash of the
// address.
func addressTopic(address string) string {
	return addressKind + "/" + strconv.FormatUint(roster.Person(address), 36)
}

// reportNeighbours reports the users at an address to other processes.
func (s *Service) reportNeighbours(address string, users []account.Actor) {
	if len(users) == 0 {
		s.Roster.Say(addressTopic(address), nil)
		return
	}
	report, err := json.Marshal(users[:min(len(users), neighboursOfAddress)])
	if err != nil {
		panic(err) // strings always encode
	}
	s.Roster.Say(addressTopic(address), report)
}

// UsersAt returns the users who recently used an address, in any process: at most
// [neighboursOfAddress] for each process.
func (s *Service) UsersAt(address string) (users []account.Actor) {
	users = s.Addresses.UsersAt(address)
	users = users[:min(len(users), neighboursOfAddress)]
	for _, report := range s.Roster.Others(addressTopic(address)) {
		var more []account.Actor
		if json.Unmarshal(report, &more) == nil { // otherwise the sender runs another version
			users = append(users, more[:min(len(more), neighboursOfAddress)]...)
		}
	}
	slices.Sort(users)
	return slices.Compact(users)
}

// OneAddress reports whether a user whose request this process answers is at an address that
// another user used recently, according to the running processes.
func (s *Service) OneAddress(here, other string) bool {
	return slices.Contains(s.UsersAt(s.Addresses.LastAddress(here)), account.Actor(other))
}
