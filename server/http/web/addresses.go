package web

import (
	"slices"
	"sync"

	lru "github.com/hashicorp/golang-lru/v2"
)

// addressesOfActor limits the addresses stored for each actor: a phone on two networks, and a
// computer.
const addressesOfActor = 3

// addresses holds actors' last addresses, in memory only, for the [remembered] actors seen last.
type addresses struct {
	mu    sync.Mutex
	of    *lru.Cache[Actor, []string] // the latest address first
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

// add records an actor's address.
func (a *addresses) add(actor Actor, address string) {
	a.mu.Lock()
	defer a.mu.Unlock()
	known, _ := a.of.Get(actor)
	if len(known) > 0 && known[0] == address {
		return
	}
	now := append(
		[]string{address},
		slices.DeleteFunc(slices.Clone(known), func(other string) bool { return other == address })...,
	)
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

// forget is called when an actor is evicted from the cache. The caller of add holds the lock.
func (a *addresses) forget(actor Actor, known []string) { a.leave(actor, known) }

// leave removes addresses from an actor. The caller holds the lock.
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

// at returns the users at an address, sorted. The caller holds the lock.
func (a *addresses) at(address string) (all []Actor) {
	for actor := range a.users[address] {
		all = append(all, actor)
	}
	slices.Sort(all)
	return all
}

// KeepAddress records the address of an actor's request.
func (s *Server) KeepAddress(actor Actor, address string) { s.addresses.add(actor, address) }

// LastAddress returns the address from an actor's last request, or the actor's name if it is not
// stored.
func (s *Server) LastAddress(actor string) string {
	s.addresses.mu.Lock()
	defer s.addresses.mu.Unlock()
	if known, ok := s.addresses.of.Get(Actor(actor)); ok {
		return known[0]
	}
	return actor
}

// UsersAt returns the users with an address among their last ones.
func (s *Server) UsersAt(address string) []Actor {
	s.addresses.mu.Lock()
	defer s.addresses.mu.Unlock()
	return s.addresses.at(address)
}

// OnMoved makes the server call f with all users at an address whenever they change. f must not
// block.
func (s *Server) OnMoved(f func(address string, users []Actor)) {
	s.addresses.mu.Lock()
	defer s.addresses.mu.Unlock()
	s.addresses.moved = f
}
