package api

import (
	"encoding/json"
	"slices"
	"strconv"

	"rosette/api/web"
	"rosette/pubsub/roster"
)

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

// OneAddress reports whether a user of this process, whose request is being answered, has
// had an address with another user among their last ones, as far as running processes know.
func (s *Server) OneAddress(here, other string) bool {
	return slices.ContainsFunc(s.AddressesOf(web.Actor(here)), func(address string) bool {
		return slices.Contains(s.neighbours(address), web.Actor(other))
	})
}
