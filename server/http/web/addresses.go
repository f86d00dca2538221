package web

import (
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// addressesOfActor bounds the addresses that are remembered of an actor: those of a
// phone that changes between two networks, and of a computer.
const addressesOfActor = 3

// addresses are the last addresses of actors, in memory alone. Of more than [remembered]
// actors those that were seen last count.
type addresses struct {
	mu    sync.Mutex
	of    *lru.Cache[Actor, []string] // the last address first
	users map[string]map[Actor]bool   // by address
	moved func(address string, users []Actor)
}

func newAddresses() *addresses {
	a := &addresses{users: map[string]map[Actor]bool{}}
	var err error
	if a.of, err = lru.NewWithEvict(remembered, a.forget); err != nil {
		panic(err) // only a size below 1 is an error
	}
	return a
}

// add notes that an actor has come from an address.
func (a *addresses) add(actor Actor, address string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	known, _ := a.of.Get(actor)
	if len(known) > 0 && known[0] == address {
		return
	}
	now := append([]string{address}, slices.DeleteFunc(slices.Clone(known), func(other string) bool { return other == address })...)
	if len(now) > addressesOfActor {
		a.leave(actor, now[addressesOfActor:])
		now = now[:addressesOfActor]
	}
	a.of.Add(actor, now)
	if !actor.IsUser() || a.users[address][actor] {
		return
	}
	if a.users[address] == nil {
		a.users[address] = map[Actor]bool{}
	}
	a.users[address][actor] = true
	a.changed(address)
}

// forget is called when the place of an actor is needed for another one. The caller of add
// holds the lock.
func (a *addresses) forget(actor Actor, known []string) { a.leave(actor, known) }

// leave notes that addresses are no longer those of an actor. The caller holds the lock.
func (a *addresses) leave(actor Actor, known []string) {
	for _, address := range known {
		if !a.users[address][actor] {
			continue
		}
		if delete(a.users[address], actor); len(a.users[address]) == 0 {
			delete(a.users, address)
		}
		a.changed(address)
	}
}

// changed calls moved. The caller holds the lock.
func (a *addresses) changed(address string) {
	if a.moved != nil {
		a.moved(address, a.at(address))
	}
}

// at returns the users of an address, sorted. The caller holds the lock.
func (a *addresses) at(address string) (all []Actor) {
	for actor := range a.users[address] {
		all = append(all, actor)
	}
	slices.Sort(all)
	return all
}

// KeepAddress remembers the address of a request of an actor.
func (s *Server) KeepAddress(actor Actor, address string) { s.addresses.add(actor, address) }

// LastAddress returns the address of the last request of an actor, or the actor's own
// name if that is forgotten.
func (s *Server) LastAddress(actor string) string {
	s.addresses.mu.Lock()
	defer s.addresses.mu.Unlock()
	if known, ok := s.addresses.of.Get(Actor(actor)); ok {
		return known[0]
	}
	return actor
}

// UsersAt returns the users who have had an address among their last ones.
func (s *Server) UsersAt(address string) []Actor {
	s.addresses.mu.Lock()
	defer s.addresses.mu.Unlock()
	return s.addresses.at(address)
}

// OnMoved calls f with all users of an address whenever that changes. f must not block.
func (s *Server) OnMoved(f func(address string, users []Actor)) {
	s.addresses.mu.Lock()
	defer s.addresses.mu.Unlock()
	s.addresses.moved = f
}
