// This file connects the engine with the packages that declare what they need of
// a computer player (play/computer, terminal, protocol/gtp), and the parts of the
// server with each other.

package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/review"
	"rosette/engine/review/background"
	"rosette/engine/task"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/storm"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/computer"
	"rosette/play/view"
	"rosette/server/budget"
	"rosette/server/http/account"
	"rosette/server/http/chat"
	"rosette/server/http/correspondence"
	"rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/moderation"
	"rosette/server/http/rating"
	"rosette/server/http/stream"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/metrics"
	"rosette/server/page"
	accountpages "rosette/server/page/account"
	meetpages "rosette/server/page/lobby"
	"rosette/server/page/operator"
	playerpages "rosette/server/page/rating"
	"rosette/server/page/shell"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/store"
	"rosette/server/store/tables"
	"rosette/server/work"
)

// A mover is the computer as a player of a match. It makes a new player of its level
// for every move, so nothing stays in memory between moves.
type mover struct {
	flags   *flags
	level   string // "" for full strength
	threads int    // of a search; 0 for those of the flags

	thinking time.Duration // of a move at full strength; 0 for that of the flags
}

// config returns the Config of its level, with a new seed.
func (m mover) config() configure.Config {
	config := m.flags.seeded()
	config.Level = m.level
	if m.threads > 0 {
		config.Threads = m.threads
	}
	if m.thinking > 0 && cmp.Or(m.level, engine.FullStrength) == engine.FullStrength {
		config.Time = m.thinking
	}
	return config
}

// Choose chooses a move within the limits of the flags and the clock.
func (m mover) Choose(ctx context.Context, g *game.Game, color board.Color, left clock.Remaining) (computer.Choice, error) {
	p, err := m.config().Player()
	if err != nil {
		return computer.Choice{}, err
	}
	choice, err := p.Choose(ctx, g, color, engineTime(left))
	return computer.Choice{Point: choice.Move, Resign: choice.Resign}, err
}

// Price names the komi of an even game; it takes about as long as two moves.
func (m mover) Price(ctx context.Context, g *game.Game) (float64, error) {
	p, err := m.config().Player()
	if err != nil {
		return 0, err
	}
	return p.EvenKomi(ctx, g)
}

// Judge proposes the dead stones.
func (m mover) Judge(ctx context.Context, g *game.Game) (computer.DeadStones, error) {
	proposal, err := m.config().Judge().Propose(ctx, g)
	return computer.DeadStones{Dead: proposal.Dead, Unsure: proposal.Unsure}, err
}

// engineTime returns the time that a clock leaves.
func engineTime(left clock.Remaining) engine.Time {
	if !left.Control.Timed() {
		return engine.Time{}
	}
	return engine.Time{
		Clocked:   true,
		Main:      left.Main,
		Increment: left.Control.Increment,
		Period:    left.Period,
		Stones:    max(1, left.Stones),
	}
}

// A liveServer is what serve runs: matches, the computer that plays in them, the lists of
// games that follow them, and the API.
type liveServer struct {
	host           *match.Host
	computer       *computer.Computer
	projector      *store.Projector
	reviews        *background.Service
	people         *account.Server
	players        *rating.Server
	api            *matchhttp.Server
	meet           *lobby.Server
	notifier       *notifier
	correspondence *correspondence.Server
	talk           *chat.Server
	moderators     *moderation.Server
	streams        *stream.Server
	roster         *roster.Roster
	policy         policy
	store          store.Store
	metrics        *metrics.Metrics
	feed           feed
	queue          *work.Queue
	estimates      estimator
	workers        func() (workers, slots int) // elsewhere
	contact        web.Contact                 // with the database
}

// newServer connects the parts of a server that offers some boards. shared has its limits
// and names. Reviews are kept in a folder, or in memory without one.
func newServer(f *flags, s store.Store, reviewFolder string, boards []string, shared web.Options) *liveServer {
	if shared.Log == nil {
		shared.Log = slog.New(slog.DiscardHandler)
	}
	changed := make(chan struct{}, 1)
	threads, workers := shareOfCores(f.config.Threads)
	asked := requester{f.jobs.queue(workers), f.config}
	asked.config.Threads = threads
	srv := &liveServer{store: s, queue: asked.queue, estimates: estimator{asked}, metrics: metrics.New(), projector: store.NewProjector(s, shared.Log)}
	srv.projector.Hint = changed
	feed, others := f.nodes.feed(srv.heard)
	srv.feed, srv.host = feed, srv.newHost(srv.publishes(feed, changed), others, &shared)
	srv.computer = computer.New(computer.Options{
		Host: srv.host, Queue: asked.queue, Holds: srv.host.Holds, Now: srv.host.Now, Log: shared.Log, Owner: srv.owner, Cost: expectedCost,
		Player: func(level string, thinking time.Duration) computer.Mover {
			return mover{flags: f, level: level, threads: threads, thinking: thinking}
		},
		Waiting: func(id string, place int) { feed.Publish(matchhttp.QueueMessage(id, place)) },
	})
	srv.roster = roster.New(roster.Options{Feed: feed, Now: shared.Now, Log: shared.Log, Connected: connected(others)})
	srv.reviews = srv.newReviews(asked.queue, f.config, reviewFolder, shared.Log)
	shared.Budget = cmp.Or(shared.Budget, budget.New(budget.Options{}))
	accounts := newAccounts(s, feed.Publish, &shared)
	shared.Sessions, shared.Answered = accounts, f.operation.answered(srv.metrics, shared.Log)
	shared.Muted = muted(s, shared.Now)
	front := web.New(shared)
	srv.people, srv.talk = account.New(front, accounts), srv.newTalk(front, s, accounts, feed, srv.roster)
	srv.api = matchhttp.New(front, matchhttp.Options{
		Watchers: accounts, Chat: srv.talk, Host: srv.host, Feed: feed, Roster: srv.roster, Games: gameLists{s.Games()}, Listed: srv.projector.Await, Names: accounts, Ranks: s.Ratings(), Place: srv.computer.Place,
		Estimate: srv.estimates, Reviews: reviewer{srv.reviews, asked},
		Levels: levels(), Boards: boards,
		Playouts: f.config.ThinksByPlayouts,
	})
	srv.meet = lobby.New(lobby.Options{API: srv.api, Offers: tables.Offers(s), Accounts: accounts, Ratings: s.Ratings(), Publish: feed.Publish})
	srv.api.Topics, srv.streams = srv.meet, stream.New(stream.Options{API: srv.api, Meet: srv.meet, Feed: feed})
	srv.players, srv.moderators, srv.notifier = newPlayers(srv.api, s, accounts), srv.newModerators(s), newNotifier(f.notices, srv, s, accounts)
	srv.correspondence = newCorrespondence(srv.api, s, accounts, srv.host)
	srv.measure()
	return srv
}

// publishes returns what is done with each change of a match: subscribers, the computer and
// the lists that follow the log get it.
func (s *liveServer) publishes(feed pubsub.PubSub, changed chan<- struct{}) func(pubsub.Message) {
	return func(m pubsub.Message) {
		feed.Publish(m)
		s.computer.Changed(strings.TrimPrefix(m.Topic, view.Topic("")))
		select {
		case changed <- struct{}{}:
		default: // the projector has a hint already
		}
	}
}

// newHost returns the host of the matches, which tells the parts of the server of them. If
// servers share a clock, that of the host becomes the clock of everything.
func (s *liveServer) newHost(publish func(pubsub.Message), others match.Others, shared *web.Options) *match.Host {
	o := match.Options{
		Others:  others,
		Log:     shared.Log,
		Awaited: func(id string) { s.computer.Awaited(id) },
		Ended:   func(id string) { s.reviews.Ended(id) },
		Moved:   func(id string) { s.correspondence.Moved(id) },
		Cut:     func(cut bool) { s.contact.Set(!cut) },
	}
	clock, ok := s.store.(timekeeper)
	if ok {
		o.Shared, o.Now = clock.Time, shared.Now
		o.Leases = store.MatchLeases{Leases: s.store.Leases()}
	}
	h := match.New(timedMatches{store.Matches{Log: s.store}, s.metrics}, publish, o)
	switch {
	case ok:
		shared.Now = h.Now
	case shared.Now == nil:
		shared.Now = time.Now
	}
	return h
}

// pages returns all pages and routes. proposed is what the form of a new game has at first.
func (s *liveServer) pages(proposed map[string]string) http.Handler {
	return page.New(s.site(proposed))
}

// site returns the parts of the site.
func (s *liveServer) site(proposed map[string]string) page.Options {
	s.people.Records, s.people.Said, s.people.Lines = s.api.EachRecord, s.said, s.correspondence.Lines
	s.people.Played = playedIn(s.store.Games())
	s.meet.NotOneAddress = s.policy.oneAddress == "no"
	frame := page.NewShell(s.api.Server, s.api.Log)
	written := operator.New(frame, s.policy.texts)
	offers := meetpages.Pages{Shell: frame, Meet: s.meet}
	profiles, done := accountpages.New(frame, s.people), playerpages.New(frame, s.players)
	profiles.More, profiles.Vacations = done.Profile, s.correspondence
	return page.Options{
		API: s.api, Shell: frame, Offers: offers, Live: done.Live, Away: profiles.Away, Proposed: proposed,
		Groups: []web.Group{s.meet, s.people, s.players, s.notifier, s.correspondence, s.talk, s.moderators, s.streams}, Pages: []shell.Group{written, offers, profiles, done, s.talkPages(frame), s.moderatorPages(frame)},
	}
}

// shareOfCores returns how many threads a thought of the server has and how many
// thoughts run at once, with a thread for each core in all. Unless the flags name the
// threads, four thoughts run at once if there are four cores or more, since several
// thoughts on one thread each are faster than one after the other on all.
func shareOfCores(threads int) (each, workers int) {
	cores := runtime.GOMAXPROCS(0)
	if threads == 0 {
		threads = max(1, cores/4)
	}
	return threads, max(1, cores/threads)
}

// owner returns for whom the computer thinks in a match: the first person in it.
func (s *liveServer) owner(_ string, settings play.Settings) work.Owner {
	for _, c := range board.Colors {
		if seat := settings.Seat(c); !seat.Bot() {
			return work.Owner{Person: seat.Actor(), Address: s.api.LastAddress(seat.Actor())}
		}
	}
	return work.Owner{}
}

// run serves pages on the listener, and does what goes on beside, until ctx ends. It uses two threads even on one
// core, so that requests are read while a commit waits for the disk, and many are in
// the next one: with a single thread 1,500 games made 1,800 moves a second, with two
// 5,100.
func (s *liveServer) run(ctx context.Context, listener net.Listener, pages http.Handler, beside ...func(context.Context) error) error {
	if runtime.GOMAXPROCS(0) == 1 {
		runtime.GOMAXPROCS(2)
	}
	defer s.feed.Close()
	defer s.computer.Close()
	all, ctx := errgroup.WithContext(ctx)
	for _, run := range beside {
		all.Go(func() error { return run(ctx) })
	}
	all.Go(func() error { return s.host.Run(ctx) })
	all.Go(func() error { return s.projector.Run(ctx) })
	all.Go(func() error { return s.reviews.Run(ctx) })
	all.Go(func() error { return s.meet.Run(ctx) })
	all.Go(func() error { return s.notifier.Run(ctx) })
	all.Go(func() error { return s.roster.Run(ctx) })
	all.Go(func() error { return s.api.ShareLimits(ctx, s.api.Feed) })
	all.Go(func() error { return s.correspondence.Run(ctx) })
	all.Go(func() error { return s.expire(ctx) })
	all.Go(func() error { return s.hearOthers(ctx) })
	all.Go(func() error { return s.api.Serve(ctx, listener, pages) })
	return all.Wait()
}

// A reviewer has reviews, and hints when it is their turn.
type reviewer struct {
	*background.Service
	requester
}

// Hint finds a good move, in about half a second.
func (r reviewer) Hint(ctx context.Context, who matchhttp.Owner, g *game.Game, next board.Color) (hint engine.Hint, err error) {
	job := work.Job{Owner: work.Owner(who), Cost: 400 * time.Millisecond, Class: work.Estimate}
	job = r.search(job, task.Hint, g, next, engine.SearchParams{}, func(a task.Answer) { hint = *a.Hint })
	err = r.do(ctx, job, func(ctx context.Context) (err error) {
		hint, err = review.Hint(ctx, configure.Analyzer{Config: r.config}, g, next)
		return err
	})
	return hint, err
}

// An estimator estimates positions when it is their turn.
type estimator struct{ requester }

// Estimate estimates a position for somebody, within about a second.
func (e estimator) Estimate(ctx context.Context, who matchhttp.Owner, g *game.Game, next board.Color, visits int) (found engine.Estimate, err error) {
	limits := engine.SearchParams{Visits: visits, Time: 700 * time.Millisecond}
	job := work.Job{Owner: work.Owner(who), Cost: time.Duration(200+visits/2) * time.Millisecond, Class: work.Estimate}
	job = e.search(job, task.Estimate, g, next, limits, func(a task.Answer) { found = *a.Estimate })
	err = e.do(ctx, job, func(ctx context.Context) (err error) {
		found, err = e.config.Estimate(ctx, g, next, limits)
		return err
	})
	return found, err
}

// storedEvents returns the events of games from a place, once all games there are found to
// be sound.
func storedEvents(ctx context.Context, at string, ids []string) (map[string][]play.Event, error) {
	from, err := placeAt(at).source()
	if err != nil {
		return nil, err
	}
	report, err := store.Check(ctx, from)
	if err != nil {
		return nil, err
	}
	if err := report.Err(); err != nil {
		return nil, err
	}
	return store.ReadMatches(ctx, from, ids)
}

// storeMoves has moves done in games in a place that no server uses.
func storeMoves(ctx context.Context, at string, games []storm.Played) (err error) {
	s, err := placeAt(at).open(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	matches := store.Matches{Log: s}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(64)
	for _, g := range games {
		all.Go(func() error {
			before, err := matches.Events(ctx, g.ID, 0)
			if err != nil {
				return err
			}
			moves, err := g.Continue(before)
			if err != nil {
				return err
			}
			return matches.Append(ctx, g.ID, len(before), moves, play.Schedule{})
		})
	}
	return all.Wait()
}

// storeGames makes games of two guests, on a clock that runs for weeks, in a new
// database in a folder, and returns their IDs.
func storeGames(ctx context.Context, at string, games int) (ids []string, err error) {
	g := board.Rosette(5)
	settings := play.Settings{
		Board: g.Name(), Rules: game.DefaultRules(g), Clock: clock.Control{Kind: clock.Absolute, Main: clock.MaxDuration},
		Black: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("b", 32), Name: "Black"},
		White: play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("a", 32), Name: "White"},
	}
	opened, err := play.Open(settings, time.Now())
	if err != nil {
		return nil, err
	}
	s, err := placeAt(at).open(ctx, slog.New(slog.DiscardHandler))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	ids = make([]string, games)
	deadline := play.Schedule{Deadline: opened.At.Add(clock.MaxDuration)}
	all, ctx := errgroup.WithContext(ctx)
	all.SetLimit(256) // of these the store makes one commit
	for i := range ids {
		ids[i] = strings.ToLower(rand.Text())
		all.Go(func() error { return store.Matches{Log: s}.Append(ctx, ids[i], 0, []play.Event{opened}, deadline) })
	}
	return ids, all.Wait()
}
