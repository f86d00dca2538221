package lobby

import (
	"context"
	"errors"
	"slices"
	"time"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/refusal"
)

// A View is an offer as shown to a visitor. State is the state at the time of the view.
type View struct {
	Offer
	Mine    bool           // made by the visitor
	Invited bool           // made to the visitor
	Refusal *refusal.Error // why the visitor cannot accept; in the lobby and for rated games
	Weight  float64        // of a rated game that ends now, if the visitor may accept
	// Computer is the computer's level that the maker of a seek may play instead, see
	// [Service.Computer].
	Computer string
}

// View returns the offer as shown to a person.
func (o Offer) View(p Person, now time.Time) View {
	v := View{Offer: o, Mine: p.Is(o.Maker.Actor()), Invited: o.To != "" && p.Is(o.To)}
	v.State = o.At(now)
	return v
}

// ForList returns the offer for a list, with the generated name of a guest.
func (o Offer) ForList() Offer {
	if o.GuestName != "" {
		o.Maker.Name = o.GuestName
	}
	return o
}

// views returns a list of offers as shown to a person.
func views(offers []Offer, p Person, now time.Time) (all []View) {
	for _, o := range offers {
		all = append(all, o.ForList().View(p, now))
	}
	return all
}

// maxSeeks is the maximum number of seeks in the lobby.
const maxSeeks = 100

// A List lists the open offers for a visitor.
type List struct {
	Seeks []View // in the lobby
	Yours []View // by the visitor or to the visitor
}

// Offers returns the open offers for a visitor.
func (s *Service) Offers(ctx context.Context, v account.Visitor) (list List, err error) {
	p, err := s.person(ctx, v, "")
	if err != nil {
		return list, err
	}
	seeks, err := s.Store.Seeks(ctx, s.Now(), maxSeeks)
	if err != nil {
		return list, err
	}
	for _, o := range seeks {
		if slices.Contains(p.Avoids, o.Maker.Actor()) {
			continue
		}
		one, err := s.seek(ctx, o, p)
		if err != nil {
			return list, err
		}
		list.Seeks = append(list.Seeks, one)
	}
	list.Yours, err = s.OwnOffers(ctx, v)
	return list, err
}

// seek returns a seek for the lobby as shown to a person, with the maker's rank.
func (s *Service) seek(ctx context.Context, o Offer, p Person) (View, error) {
	one := o.ForList().View(p, s.Now())
	if !one.Mine {
		one.Refusal = refusal.Of(o.MayAccept(p, s.Now()))
	}
	var err error
	if one.Maker.Rank == "" {
		one.Maker.Rank, err = s.Matches.RankIn(ctx, o.Game, o.Maker)
	}
	return one, err
}

// OwnOffers returns the open offers by a visitor and to the visitor.
func (s *Service) OwnOffers(ctx context.Context, v account.Visitor) (all []View, err error) {
	actors := v.OwnActors()
	for _, actor := range actors {
		own, err := s.Store.Of(ctx, actor, s.Now())
		if err != nil {
			return nil, err
		}
		all = append(all, views(own, Person{Actors: actors}, s.Now())...)
	}
	return all, nil
}

// Challenges returns the open offers to a visitor, oldest first.
func (s *Service) Challenges(ctx context.Context, v account.Visitor) (all []View, err error) {
	own, err := s.OwnOffers(ctx, v)
	for _, o := range own {
		if o.Invited && o.State == Open {
			all = append(all, o)
		}
	}
	return all, err
}

// CountChallenges returns the number of open offers to a visitor.
func (s *Service) CountChallenges(ctx context.Context, v account.Visitor) (int, error) {
	all, err := s.Challenges(ctx, v)
	return len(all), err
}

// Seeks returns the open seeks for a visitor who starts to follow the lobby.
func (s *Service) Seeks(ctx context.Context, v account.Visitor) ([]View, error) {
	seeks, err := s.Store.Seeks(ctx, s.Now(), maxSeeks)
	return views(seeks, Person{Actors: v.OwnActors()}, s.Now()), err
}

// Follow returns an offer for a visitor who starts to follow it.
func (s *Service) Follow(ctx context.Context, v account.Visitor, id string) (View, error) {
	o, err := s.find(ctx, v, id)
	return o.ForList().View(Person{Actors: v.OwnActors()}, s.Now()), err
}

// find returns an offer that the visitor may read. Anybody with the ID may, until the offer becomes
// a private match.
func (s *Service) find(ctx context.Context, v account.Visitor, id string) (o Offer, err error) {
	if !idForm.MatchString(id) {
		return o, ErrNoOffer
	}
	if o, err = s.Store.Offer(ctx, id); err != nil || o.State != Accepted {
		return o, err
	}
	return o, s.Matches.MayRead(ctx, v, o.ID, o.Game)
}

// Read returns an offer as shown to a client. It opens the match if the offer was accepted.
func (s *Service) Read(ctx context.Context, c account.Client, id string) (view View, err error) {
	o, p, err := s.findFor(ctx, c, id)
	if err != nil {
		return view, err
	}
	if o.State == Accepted { // the accepting process may have ended before it opened the match
		if err := s.open(ctx, o); err != nil {
			return view, err
		}
	}
	view = o.View(p, s.Now())
	if view.Mine {
		view.Computer = s.Computer(o, p)
	}
	if o.MayAccept(p, s.Now()) != nil {
		return view, nil
	}
	o, err = s.checkMeeting(ctx, c, o, p)
	if view.Refusal = refusal.Of(err); view.Refusal != nil {
		return view, nil
	}
	if err == nil {
		view.Weight, err = s.weight(ctx, o, p)
	}
	return view, err
}

// findFor returns an offer, and the client as a player.
func (s *Service) findFor(ctx context.Context, c account.Client, id string) (o Offer, p Person, err error) {
	if o, err = s.find(ctx, c.Visitor, id); err != nil {
		return o, p, err
	}
	p, err = s.person(ctx, c.Visitor, "")
	return o, p, err
}

// publish publishes an offer that is new or has changed its state.
func (s *Service) publish(o Offer, local bool) {
	now := s.Now()
	if o.Kind == Seek {
		s.mu.Lock()
		if s.published[o.ID] = o; o.At(now) != Open {
			delete(s.published, o.ID)
		}
		s.mu.Unlock()
	}
	s.Publisher.Offer(o, now, local)
}

// open opens the match for an accepted offer unless it is already open.
func (s *Service) open(ctx context.Context, o Offer) error {
	if err := s.Matches.Open(ctx, o.ID, o.Game); err != nil && !errors.Is(err, play.ErrTaken) {
		return err
	}
	return nil
}
