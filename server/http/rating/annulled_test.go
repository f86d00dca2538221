package rating_test

import (
	"testing"
	"time"

	"rosette/server/http/rating"
	"rosette/server/store"
)

func TestThePlayersOfAnAnnulledGameAreTold(t *testing.T) {
	s := build(t)
	id := s.play("Ada", "Bob", true, true)
	s.Project()
	for _, annulled := range []bool{false, true} {
		if annulled {
			s.Check(store.Judge(t.Context(), s.Store, "user/mod", store.Verdict{Game: id}, time.Now()))
			s.Project()
		}
		changes := get[[]rating.RatingChange](s, "Ada", "/api/games/"+id+"/ratings")
		if len(changes) != 2 || changes[0].Color != "b" || changes[0].Annulled != annulled || (changes[0].Change == 0) != annulled || changes[1].Annulled != annulled {
			t.Errorf("annulled: %t: %+v", annulled, changes)
		}
		games := get[[]rating.PlayedGame](s, "", "/api/users/Ada/games")
		if len(games) != 1 || games[0].Annulled != annulled || !games[0].Rated {
			t.Errorf("annulled: %t: %+v", annulled, games)
		}
	}
}
