package account

import (
	"context"
	"errors"
	"hash/fnv"
	"strconv"
	"strings"
	"time"
)

// plants are the names for guests: plant genera, which are the same in all languages. They exclude
// the names of package engine's opponents in every language, and common first names.
var plants = strings.Fields(`
	Abelia Abutilon Acacia Achillea Agave Allium Amaryllis Anemone Aquilegia Arabis Arnica Asclepias
	Aster Aubrieta Azalea Begonia Bergenia Calendula Camellia Campanula Celosia Clematis Cosmos Crocus Cyclamen
	Datura Deutzia Echinacea Eremurus Euphorbia Forsythia Freesia Fritillaria Fuchsia Gaillardia Gardenia Gazania
	Gentiana Geranium Gerbera Gladiolus Helenium Heuchera Hibiscus Hosta Hydrangea Ixora Kalmia Lantana
	Lavandula Liatris Lobelia Lunaria Lupinus Magnolia Mimosa Monarda Muscari Myosotis Narcissus Nepeta
	Nerine Nigella Oenothera Penstemon Petunia Phlox Plumeria Primula Protea Scabiosa Scilla Sedum
	Spiraea Tagetes Tradescantia Verbena Viburnum Weigela Wisteria Yucca Zinnia`)

// numbers are the ranges for the number in a guest name. candidates tries them in order while names
// are taken.
var numbers = [][2]int{
	{2, 9},
	{2, 9},
	{10, 99},
	{10, 99},
	{100, 999},
	{100, 999},
	{1000, 9999},
	{1000, 9999},
	{10_000, 999_999},
	{10_000, 999_999},
}

// A guest keeps a name for nameLife after the last visit. The stored time is updated after
// nameRenewal.
const (
	nameLife    = 30 * 24 * time.Hour
	nameRenewal = 24 * time.Hour
)

// candidates yields the possible names for a guest in order of preference. They depend only on the
// id. The first is a plant without a number.
func candidates(id string) func(yield func(string) bool) {
	sum := fnv.New64a()
	sum.Write([]byte(id))
	seed := sum.Sum64()
	next := func(n int) int { // a linear congruential generator: Knuth's MMIX
		seed = seed*6364136223846793005 + 1442695040888963407
		return int(seed>>33) % n
	}
	return func(yield func(string) bool) {
		start := next(len(plants))
		if !yield(plants[start]) {
			return
		}
		for _, n := range numbers {
			plant := plants[(start+next(len(plants)))%len(plants)]
			if n[1] < 100 {
				plant = plants[start]
			}
			if !yield(plant + " " + strconv.Itoa(n[0]+next(n[1]-n[0]+1))) {
				return
			}
		}
	}
}

// Plant returns a guest's plant, without the number that [Service.GuestName] may add.
func Plant(id string) (name string) {
	for name = range candidates(id) {
		break
	}
	return name
}

// ErrNoName means that all candidate names for a guest are taken.
var ErrNoName = errors.New("account: no free name for a guest")

// GuestName returns the name that the server gave to a guest. It is unique among accounts and the
// guests of the last 30 days. A guest without a visit in that time has only the plant.
func (s *Service) GuestName(ctx context.Context, actor string) (string, error) {
	has, err := s.Store.BelongingsOf(ctx, actor, KindPlant)
	if err != nil || len(has) > 0 {
		return firstID(has), err
	}
	id, _ := GuestID(actor)
	return Plant(id), nil
}

// ActorName returns a user's name, as [Service.NameOf] does, or a guest's.
func (s *Service) ActorName(ctx context.Context, actor string) (string, error) {
	if _, ok := GuestID(actor); ok {
		return s.GuestName(ctx, actor)
	}
	return s.NameOf(ctx, actor)
}

func firstID(has []Belonging) string {
	if len(has) == 0 {
		return ""
	}
	return has[0].ID
}

// nameGuest gives a guest a name, or renews it. It does nothing for other actors.
func (s *Service) nameGuest(ctx context.Context, actor string) error {
	id, ok := GuestID(actor)
	if !ok {
		return nil
	}
	has, err := s.Store.BelongingsOf(ctx, actor, KindPlant)
	if err != nil {
		return err
	}
	if len(has) > 0 {
		if b := has[0]; s.Now().Sub(b.At) >= nameRenewal {
			b.At = s.Now()
			return s.Store.Put(ctx, b)
		}
		return nil
	}
	for name := range candidates(id) {
		err := s.takeName(ctx, Belonging{Owner: actor, Kind: KindPlant, ID: name, At: s.Now(), Body: "{}"})
		if !errors.Is(err, ErrTaken) {
			return err
		}
	}
	return ErrNoName
}

// takeName gives a guest a name. It returns [ErrTaken] if an account or a guest of the last 30 days
// has the name.
func (s *Service) takeName(ctx context.Context, b Belonging) error {
	switch _, err := s.Store.UserByKey(ctx, Key(b.ID)); {
	case err == nil:
		return ErrTaken
	case !errors.Is(err, ErrNoUser):
		return err
	}
	holders, err := s.Store.Find(ctx, b.Kind, b.ID)
	if err != nil {
		return err
	}
	for _, holder := range holders {
		if s.Now().Sub(holder.At) < nameLife {
			return ErrTaken
		}
		if _, err := s.Store.Remove(ctx, holder); err != nil {
			return err
		}
	}
	return s.Store.Add(ctx, b)
}

// CheckSeatName is CheckFreeName for a name typed for a seat in a game.
func (s *Service) CheckSeatName(ctx context.Context, name string, by User) (string, error) {
	return s.CheckFreeName(ctx, SeatName, name, by)
}

// CheckFreeName returns the normal form of a name that by has typed. It refuses the name if another
// user's account has it.
func (s *Service) CheckFreeName(ctx context.Context, kind NameKind, name string, by User) (string, error) {
	name, err := kind.Check(name)
	if err != nil {
		return "", err
	}
	holder, err := s.Store.UserByKey(ctx, Key(name))
	switch {
	case errors.Is(err, ErrNoUser) || err == nil && by.ID != "" && holder.ID == by.ID:
		return name, nil
	case err != nil:
		return "", err
	}
	return "", nameTaken(name)
}
