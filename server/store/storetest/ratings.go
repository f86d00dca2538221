package storetest

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/rating"
	"rosette/server/store"
)

// seatOf returns a person with an account.
func seatOf(id string) play.Seat { return play.Seat{Kind: play.SeatUser, ID: id, Name: "User " + id} }

// level7 is a computer level with a rating.
var level7 = play.Seat{Kind: play.SeatBot, ID: "7", Name: "Violet"}

// live is the pool in these tests.
var live = rating.Pool{Family: rating.Rosette, Speed: clock.Live}

func standings(t testing.TB, s store.Store, actors ...play.Seat) (all []rating.Standing) {
	t.Helper()
	for _, a := range actors {
		of, err := s.Ratings().Of(t.Context(), a.Actor())
		if err != nil {
			t.Fatal(err)
		}
		for _, now := range of {
			history, err := s.Ratings().History(t.Context(), now.Pool, a.Actor(), 1000)
			if err != nil || len(history) != now.Games || history[len(history)-1] != now {
				t.Fatalf("%s: %d games of history %+v, now %+v, %v", a.Actor(), len(history), history, now, err)
			}
			all = append(all, history...)
		}
	}
	return all
}

func ratedGame(t *testing.T, s store.Store) {
	a, b := seatOf("a"), seatOf("b")
	won(t, board.White, a, b).keep(s, "1")
	won(t, board.Black, a, level7).keep(s, "2")
	won(t, board.White, a, level7).keep(s, "3")
	begin(t, opening(t, a, b)).do(play.Command{Kind: play.Resign, By: board.Black}).keep(s, "casual")
	rated(t, a, b).keep(s, "running")
	catchUp(t, projector(s))

	end := noon.Add((stonesOfLong + 1) * time.Minute)
	black, white := rating.Update(rating.NewPlayer(), rating.NewPlayer(), rating.Game{Ended: end, Weight: 1})
	after, err := s.Ratings().After(t.Context(), "1")
	if err != nil || len(after) != 2 || after[0].Player != black || after[1].Player != white {
		t.Fatalf("%+v, %v\nwant %+v, %+v", after, err, black, white)
	}
	if after[0].Change() != -after[1].Change() || after[1].Change() < 100 || after[1].Won != 1 || after[0].Lost != 1 ||
		after[0].Opponent != b.Actor() || after[1].Score != 1 {
		t.Errorf("%+v", after)
	}
	for at, known := range map[time.Time]bool{end.Add(-time.Nanosecond): false, end: true} {
		then, ok, err := s.Ratings().At(t.Context(), live, b.Actor(), at)
		if ok != known || err != nil || known && then.Player != white {
			t.Errorf("at %v: %+v, %t, %v", at, then, ok, err)
		}
	}
	level, _ := rating.Level(rating.Rosette, "7")
	black, _ = rating.Update(black, level, rating.Game{Ended: end, Score: 1, Weight: 1})
	black, _ = rating.Update(black, level, rating.Game{Ended: end, Weight: 1})
	now, ok, err := s.Ratings().In(t.Context(), live, a.Actor())
	if err != nil || !ok || now.Player != black || now.Won != 1 || now.Lost != 2 || now.Pool != live ||
		now.Game != "3" {
		t.Errorf("%+v, %v\nwant %+v", now, err, black)
	}
	if now, ok, err := s.Ratings().In(t.Context(), live, level7.Actor()); !ok || err != nil || now.Player != level ||
		now.Won != 0 {
		t.Errorf("the computer's rating has changed: %+v, %v", now, err)
	}
	ratedOn19x19(t, s, a)
	for _, id := range []string{"casual", "running", "none"} {
		if all, err := s.Ratings().After(t.Context(), id); err != nil || len(all) != 0 {
			t.Errorf("%s: %+v, %v", id, all, err)
		}
	}
}

// ratedOn19x19 tests that an unmeasured computer level is rated by its games, like people, and is
// not among the leaders.
func ratedOn19x19(t *testing.T, s store.Store, a play.Seat) {
	pool := rating.Pool{Family: rating.Go19, Speed: clock.Live}
	level, ok := rating.Level(rating.Go19, "7")
	first, known, err := s.Ratings().In(t.Context(), pool, level7.Actor())
	if !ok || !known || err != nil || first.Player != level || level.Fixed {
		t.Fatalf("it begins with %+v, %v", first, err)
	}
	open := opening(t, a, level7)
	open.Board = "square-19"
	open.Rated = true
	open.Clock = clock.Control{Kind: clock.Absolute, Main: time.Hour}
	for i := range 30 {
		begin(t, open).stones(37).do(play.Command{
			Kind: play.Resign, By: board.Colors[min(i%3, 1)],
		}).keep(s, fmt.Sprint("19x19-", i))
	}
	catchUp(t, projector(s))
	now, _, err := s.Ratings().In(t.Context(), pool, level7.Actor())
	if err != nil || now.Won != 10 || now.Lost != 20 || now.Deviation >= level.Deviation {
		t.Errorf("after 30 games it has %+v, %v", now, err)
	}
	leaders, err := s.Ratings().Leaders(t.Context(), pool, noon.Add(time.Hour), 0, 10)
	if err != nil || len(leaders) != 1 || leaders[0].Actor != a.Actor() {
		t.Errorf("leaders %+v, %v", leaders, err)
	}
}

// season appends rated games between some players, and verdicts about a few.
func season(t testing.TB, s store.Store, seed uint64, after func()) []play.Seat {
	rng := rand.New(rand.NewPCG(seed, 0))
	players := []play.Seat{seatOf("a"), seatOf("b"), seatOf("c"), level7}
	for i := range 40 {
		at := rng.Perm(len(players))[:2]
		won(t, board.Colors[rng.IntN(2)], players[at[0]], players[at[1]]).keep(s, fmt.Sprint(i))
		if after(); i%9 == 8 {
			v := store.Verdict{Game: fmt.Sprint(rng.IntN(i)), Reinstate: rng.IntN(3) == 0}
			if err := store.Judge(t.Context(), s, "user/moderator", v, noon); err != nil &&
				!errors.Is(err, store.ErrJudged) {
				t.Fatal(err)
			}
			after()
		}
	}
	return players[:3]
}

func ratingsRebuilt(t *testing.T, s store.Store) {
	p := projector(s)
	players := season(t, s, 1, func() { catchUp(t, p) })
	want := standings(t, s, players...)
	if len(want) < 50 {
		t.Fatalf("%d standings", len(want))
	}
	for range 2 {
		if err := p.Rebuild(t.Context()); err != nil {
			t.Fatal(err)
		}
		if got := standings(t, s, players...); !slices.Equal(got, want) {
			t.Errorf("rebuilt\n%+v\nfollowed\n%+v", got, want)
		}
	}
	memory := Open(t)
	season(t, memory, 1, func() {})
	catchUp(t, projector(memory))
	if got := standings(t, memory, players...); !slices.Equal(got, want) {
		t.Errorf("in memory\n%+v\nfollowed\n%+v", got, want)
	}
}

// ratingsDelivered shows two matches' records in any commit order and in batches with any size.
// Only their positions matter.
func ratingsDelivered(t *testing.T, s store.Store) {
	kept := Open(t)
	a, b := seatOf("a"), seatOf("b")
	won(t, board.Black, a, b).keep(kept, "1")
	won(t, board.Black, b, a).keep(kept, "2")
	won(t, board.White, b, a).keep(kept, "3")
	streams := []string{"match/1", "match/3", "match/2"}
	var want []rating.Standing
	for seed := range uint64(6) {
		late := &lateLog{Log: s, rows: map[int64]store.Record{}}
		var commits []func()
		for _, stream := range streams { // positions are assigned in this order
			for _, r := range read(t, kept, stream, 0) {
				commits = append(commits, late.begin(stream, []store.Record{r}))
			}
		}
		rand.New(rand.NewPCG(seed, 0)).Shuffle(len(commits), reflect.Swapper(commits))
		// The projector fills the tables again.
		if _, err := store.Do(t.Context(), s, `DELETE FROM projections`); err != nil {
			t.Fatal(err)
		}
		follower := projector(s)
		follower.Follow = late
		for i, commit := range commits {
			commit()
			if seed > 0 || i == len(commits)-1 {
				catchUp(t, follower)
				catchUp(t, projectorOn(s, late)) // another process follows too
			}
		}
		got := standings(t, s, a, b)
		if want == nil {
			want = got
		}
		if len(got) != 6 || !slices.Equal(got, want) {
			t.Errorf("delivery %d:\n%+v\nwant\n%+v", seed, got, want)
		}
	}
}

func projectorOn(s store.Store, l store.Log) *store.Projector {
	p := projector(s)
	p.Follow = l
	return p
}

// annulment is a store with a few games that a moderator judges.
type annulment struct {
	*testing.T
	store.Store
}

// games appends up to four games.
func (a annulment) games(ids ...string) {
	for _, id := range ids {
		map[string]*script{
			"1": won(a, board.Black, seatOf("a"), seatOf("b")), "2": won(a, board.White, seatOf("b"), seatOf("c")),
			"3": won(a, board.Black, seatOf("c"), seatOf("a")), "4": won(a, board.Black, seatOf("a"), level7),
		}[id].keep(a, id)
	}
	catchUp(a, projector(a))
}

func (a annulment) points() (all []rating.Player) {
	for _, one := range standings(a, a, seatOf("a"), seatOf("b"), seatOf("c")) {
		all = append(all, one.Player)
	}
	return all
}

func (a annulment) judge(id string, reinstate bool) {
	a.Helper()
	v := store.Verdict{Game: id, Reason: "two accounts of one person", Reinstate: reinstate}
	if err := store.Judge(a.Context(), a, "user/moderator", v, noon); err != nil {
		a.Fatal(err)
	}
	catchUp(a, projector(a))
}

// annulled returns the annulled games and checks that ratings and lists agree.
func (a annulment) annulled() (ids []string) {
	games, err := a.Games().Finished(a.Context(), 10, 0)
	if err != nil {
		a.Error(err)
	}
	for _, g := range games {
		is, err := a.Ratings().Annulled(a.Context(), g.ID)
		if err != nil || is != g.Annulled {
			a.Errorf("game %s is annulled: %t, %t in the list, %v", g.ID, is, g.Annulled, err)
		}
		if is {
			ids = append(ids, g.ID)
		}
	}
	return ids
}

func ratingsAnnulled(t *testing.T, s store.Store) {
	with, without := annulment{t, s}, annulment{t, Open(t)}
	with.games("1", "2", "3", "4")
	without.games("1", "3", "4")
	all, want := with.points(), without.points()
	if with.judge("2", false); !slices.Equal(with.points(), want) {
		t.Errorf("without game 2 %+v\nwant %+v", with.points(), want)
	}
	with.judgeTwice()
	with.judge("no such game", false)
	if after, err := s.Ratings().After(t.Context(), "2"); err != nil || len(after) != 0 ||
		!slices.Equal(with.points(), want) {
		t.Errorf("%+v, %v", after, err)
	}
	if got := with.annulled(); !slices.Equal(got, []string{"2"}) {
		t.Errorf("annulled are %q", got)
	}
	if with.judge("2", true); !slices.Equal(with.points(), all) {
		t.Errorf("reinstated %+v\nwant %+v", with.points(), all)
	}
	if got := with.annulled(); len(got) > 0 {
		t.Errorf("annulled are %q after all", got)
	}
	early := rated(t, seatOf("a"), seatOf("b"))
	early.keep(s, "5")
	with.judge("5", false)
	early.do(play.Command{Kind: play.Resign, By: board.Black}).keepSome(s, "5", 1, len(early.events))
	if catchUp(t, projector(s)); !slices.Equal(with.points(), all) {
		t.Errorf("a game that was annulled before its end counts: %+v", with.points())
	}
}

func leaders(t *testing.T, s store.Store) {
	a := seatOf("a")
	b := seatOf("b")
	c := seatOf("c")
	for i := range 12 {
		won(t, board.Black, a, b).keep(s, fmt.Sprint("ab", i))
		won(t, board.White, b, a).keep(s, fmt.Sprint("ba", i))
		won(t, board.Colors[i%2], b, level7).keep(s, fmt.Sprint("b7", i))
		won(t, board.Colors[min(i%3, 1)], level7, a).keep(s, fmt.Sprint("7a", i))
	}
	won(t, board.Black, c, a).keep(s, "c")
	catchUp(t, projector(s))
	list := func(pool rating.Pool, now time.Time, skip, limit int) (actors []string) {
		t.Helper()
		all, err := s.Ratings().Leaders(t.Context(), pool, now, skip, limit)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range all {
			actors = append(actors, one.Actor)
		}
		return actors
	}
	today := noon.Add(time.Hour)
	for i, test := range []struct{ got, want []string }{
		{list(live, today, 0, 10), []string{"user/a", "user/b"}},
		{list(live, today, 0, 1), []string{"user/a"}},
		{list(live, today, 1, 10), []string{"user/b"}},
		{list(live, today, 2, 10), nil},
		{list(live, today.AddDate(20, 0, 0), 0, 10), nil},
		{list(rating.Pool{Family: rating.Go9, Speed: clock.Live}, today, 0, 10), nil},
	} {
		if !slices.Equal(test.got, test.want) {
			t.Errorf("list %d: %v, want %v", i, test.got, test.want)
		}
	}
}

// findable appends games that filters can distinguish.
func findable(t *testing.T, s store.Store, a, b play.Seat) {
	rated(t, a, b).do(play.Command{Kind: play.Resign, By: board.White}).keep(s, "won")
	rated(t, b, a).do(play.Command{Kind: play.Resign, By: board.White}).keep(s, "lost")
	rated(t, a, level7).do(play.Command{Kind: play.Resign, By: board.Black}).keep(s, "bot")
	rated(t, b, a).keep(s, "running")
	casual := opening(t, a, guest("c"))
	casual.Board, casual.Public = "rosette-2", true
	begin(t, casual).do(play.Command{Kind: play.Resign, By: board.White}).keep(s, "casual")
	casual.Public, casual.White = false, b
	begin(t, casual).do(play.Command{Kind: play.Resign, By: board.White}).keep(s, "private")
	casual.KomiBy, casual.Board = play.KomiDivide, "square-9"
	begin(t, casual).
		do(play.Command{Kind: play.Offer, By: board.Black, Komi: 7}).
		do(play.Command{Kind: play.Take, By: board.White, Side: board.Black}).
		// Player a has White after the exchange, and resigns.
		do(play.Command{Kind: play.Resign, By: board.White}).keep(s, "swapped")
	catchUp(t, projector(s))
}

func gamesFound(t *testing.T, s store.Store) {
	a, b := seatOf("a"), seatOf("b")
	findable(t, s, a, b)
	for i, test := range []struct {
		filter store.Filter
		want   []string
	}{
		{store.Filter{}, []string{"running"}},
		{store.Filter{Over: true}, []string{"swapped", "private", "casual", "bot", "lost", "won"}},
		{store.Filter{Over: true, Public: true}, []string{"casual", "bot", "lost", "won"}},
		{store.Filter{Over: true, Rated: true}, []string{"bot", "lost", "won"}},
		{store.Filter{Over: true, Board: "rosette-2"}, []string{"private", "casual"}},
		{store.Filter{Over: true, Board: "rosette"}, []string{"private", "casual", "bot", "lost", "won"}},
		{store.Filter{Over: true, Pool: "rosette-live"}, []string{"bot", "lost", "won"}},
		{store.Filter{Over: true, Actor: a.Actor(), Outcome: "won"}, []string{"private", "casual", "won"}},
		{store.Filter{Over: true, Actor: a.Actor(), Outcome: "lost"}, []string{"swapped", "bot", "lost"}},
		{store.Filter{Over: true, Actor: a.Actor(), Opponent: "bot"}, []string{"bot"}},
		{store.Filter{Over: true, Actor: a.Actor(), Opponent: b.Actor(), Rated: true}, []string{"lost", "won"}},
		{store.Filter{Over: true, Actor: guest("c").Actor()}, []string{"casual"}},
		{store.Filter{Over: true, Actor: guest("d").Actor()}, nil},
		{store.Filter{Over: true, From: noon.Add(2 * time.Minute)}, []string{"swapped"}},
		{store.Filter{Over: true, To: noon.Add(2 * time.Minute), Rated: true}, []string{"bot", "lost", "won"}},
	} {
		found, err := s.Games().Find(t.Context(), test.filter, 10, 0)
		if got := ids(t, found, err); !slices.Equal(got, test.want) {
			t.Errorf("%d %+v: %v, want %v", i, test.filter, got, test.want)
		}
	}
	all, err := s.Games().Find(t.Context(), store.Filter{Over: true}, 2, 0)
	next, err2 := s.Games().Find(t.Context(), store.Filter{Over: true}, 2, all[1].Position)
	if got := ids(t, next, err2); err != nil || !slices.Equal(got, []string{"casual", "bot"}) {
		t.Errorf("the next page: %v, %v", got, err)
	}
	if g := all[0]; g.Pool != "" || g.Rated || g.Public || g.Black.Actor != b.Actor() {
		t.Errorf("%+v", g)
	}
	gamesCounted(t, s, a.Actor(), b.Actor())
}

// gamesCounted compares the counts of games with the lists.
func gamesCounted(t *testing.T, s store.Store, a, b string) {
	for _, test := range []struct {
		opponent string
		public   bool
		want     map[string]int // by board, colour and outcome
	}{
		{"", false, map[string]int{"rosette-2 b won": 2, "square-9 w lost": 1}},
		{"", true, map[string]int{"rosette-2 b won": 1}},
		{b, false, map[string]int{"rosette-2 b won": 1, "square-9 w lost": 1}},
		{"user/nobody", false, nil},
	} {
		counts, err := s.Games().Counts(t.Context(), a, test.opponent, test.public)
		got, sum := map[string]int{}, 0
		for _, c := range counts {
			got[c.Board+" "+c.Color+" "+c.Outcome] += c.Games
			sum += c.Games
		}
		listed, err2 := s.Games().Find(t.Context(), store.Filter{
			Over: true, Actor: a, Opponent: test.opponent, Public: test.public,
		}, 10, 0)
		if err != nil || err2 != nil || sum != len(listed) {
			t.Errorf("%+v: %d games, want %d, %v, %v", test, sum, len(listed), err, err2)
		}
		for key, n := range test.want {
			if got[key] != n {
				t.Errorf("%+v: %v, want %d of %s", test, got, n, key)
			}
		}
		days, err := s.Games().Days(t.Context(), a, noon.AddDate(0, 0, -1), test.public)
		if len(test.opponent) == 0 && (err != nil || len(days) != 1 || days[0].Games != sum ||
			!days[0].Day.Equal(noon.Truncate(24*time.Hour))) {
			t.Errorf("%+v: %+v, %v, want %d games", test, days, err, sum)
		}
	}
}
