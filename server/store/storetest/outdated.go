package storetest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/store"
)

// errKilled stops a projector.
var errKilled = errors.New("killed")

// killed is a store that fails after some writes.
type killed struct {
	store.Store
	left *int
}

func (k killed) Write(ctx context.Context, work func(store.Tx) (refused, failed error)) error {
	if *k.left--; *k.left < 0 {
		return errKilled
	}
	return k.Store.Write(ctx, work)
}

// A result is a game between two players, as used by replay.
type result struct {
	id           string
	black, white play.Seat
	winner       board.Color
	annulled     bool
	oneAddress   bool
	stones       int
}

// replay rates games one after the other, in the slow and obvious way.
func replay(t testing.TB, s store.Store, games []result) map[string][]rating.Player {
	all := map[string][]rating.Player{}
	stand := func(a play.Seat) rating.Player {
		if level, ok := rating.Level(live.Family, a.ID); ok && a.Kind == play.SeatBot {
			return level
		}
		if of := all[a.Actor()]; len(of) > 0 {
			return of[len(of)-1]
		}
		return rating.NewPlayer()
	}
	ends := map[string]time.Time{}
	for i, g := range games {
		records := read(t, s, "match/"+g.id, 0)
		ends[g.id] = records[len(records)-1].At
		if g.annulled {
			continue
		}
		score := 0.0
		if g.winner == board.Black {
			score = 1
		}
		played := rating.Game{Ended: ends[g.id], Score: score, Weight: rating.Weight(0), Short: g.stones < stonesOfLong}
		if g.black != level7 && g.white != level7 {
			n := max(relatedTo(g, g.black, games[:i], ends), relatedTo(g, g.white, games[:i], ends))
			played.Weight = rating.Weight(n)
		}
		b, w := rating.Update(stand(g.black), stand(g.white), played)
		all[g.black.Actor()] = append(all[g.black.Actor()], b)
		all[g.white.Actor()] = append(all[g.white.Actor()], w)
	}
	delete(all, level7.Actor())
	return all
}

// relatedTo counts the games before g that reduce its weight for a player.
func relatedTo(g result, player play.Seat, before []result, ends map[string]time.Time) (n int) {
	for _, other := range before {
		same := (other.black == g.black && other.white == g.white) || (other.black == g.white && other.white == g.black)
		here := g.oneAddress && other.oneAddress && (other.black == player || other.white == player)
		if !other.annulled && (same || here) && ends[g.id].Sub(ends[other.id]) <= 7*24*time.Hour {
			n++
		}
	}
	return n
}

// someGames appends rated games and verdicts, with a projector that is killed repeatedly.
func someGames(t *testing.T, s store.Store, rng *rand.Rand, people []play.Seat) (games []result) {
	players := append(slices.Clone(people), level7)
	for i := range 400 {
		at := rng.Perm(len(players))[:2]
		g := result{
			id: fmt.Sprint(i), black: players[at[0]], white: players[at[1]], winner: board.Colors[rng.IntN(2)],
			oneAddress: rng.IntN(4) == 0, stones: stonesOfLong - rng.IntN(10)/9,
		}
		settings := ratedSettings(t, g.black, g.white)
		settings.OneAddress = g.oneAddress
		opened := noon.Add(time.Duration(i) * 2 * time.Hour)
		beginAt(t, settings, opened).stones(g.stones).do(play.Command{
			Kind: play.Resign, By: g.winner.Opponent(),
		}).keep(s, g.id)
		if games = append(games, g); rng.IntN(40) == 0 {
			of := &games[rng.IntN(i/4+1)]
			of.annulled = !of.annulled
			v := store.Verdict{Game: of.id, Reinstate: !of.annulled}
			if err := store.Judge(t.Context(), s, "user/moderator", v, noon); err != nil {
				t.Fatal(err)
			}
		}
		if left := rng.IntN(3); i%10 == 9 {
			if err := projector(killed{s, &left}).CatchUp(t.Context()); err != nil && !errors.Is(err, errKilled) {
				t.Fatal(err)
			}
			for _, a := range people {
				if of, err := s.Ratings().Of(t.Context(), a.Actor()); err != nil || len(of) > 1 {
					t.Fatalf("%s stands at several places: %+v, %v", a.Actor(), of, err)
				}
			}
		}
	}
	return games
}

// ratedInPieces tests that ratings are right if computed in several transactions.
func ratedInPieces(t *testing.T, s store.Store) {
	people := []play.Seat{seatOf("a"), seatOf("b"), seatOf("c"), seatOf("d")}
	games := someGames(t, s, rand.New(rand.NewPCG(3, 0)), people)
	compare := func(when string) {
		t.Helper()
		want := replay(t, s, games)
		for _, a := range people {
			got := []rating.Player{}
			for _, one := range standings(t, s, a) {
				got = append(got, one.Player)
			}
			if len(got) < 100 || !slices.Equal(got, want[a.Actor()]) {
				t.Errorf("%s, %s:\n%+v\nwant\n%+v", when, a.Name, got, want[a.Actor()])
			}
		}
		if leaders, err := s.Ratings().Leaders(t.Context(), live, noon, 0, 10); err != nil ||
			len(leaders) != len(people) {
			t.Errorf("%s: leaders %+v, %v", when, leaders, err)
		}
	}
	catchUp(t, projector(s))
	compare("followed")
	if err := projector(s).Rebuild(t.Context()); err != nil {
		t.Fatal(err)
	}
	compare("rebuilt")

	i := slices.IndexFunc(games, func(g result) bool { return !g.annulled })
	games[i].annulled = true
	if err := store.Judge(t.Context(), s, "user/moderator", store.Verdict{Game: games[i].id}, noon); err != nil {
		t.Fatal(err)
	}
	left := 3
	if err := projector(killed{s, &left}).CatchUp(t.Context()); !errors.Is(err, errKilled) {
		t.Errorf("400 games are rated in three transactions: %v", err)
	}
	catchUp(t, projector(s))
	compare("annulled")
}
