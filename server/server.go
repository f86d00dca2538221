// Package server is the whole Rosette server: [New] connects the store, the engine, the features,
// their routes and their pages. Programs and tests run it.
package server

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/review/background"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/budget"
	"rosette/server/chat"
	"rosette/server/computer"
	"rosette/server/correspondence"
	accounthttp "rosette/server/http/account"
	chathttp "rosette/server/http/chat"
	correspondencehttp "rosette/server/http/correspondence"
	lobbyhttp "rosette/server/http/lobby"
	matchhttp "rosette/server/http/match"
	moderationhttp "rosette/server/http/moderation"
	noticehttp "rosette/server/http/notice"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/http/socket"
	"rosette/server/http/stream"
	"rosette/server/http/web"
	"rosette/server/jobs"
	"rosette/server/lobby"
	"rosette/server/match"
	"rosette/server/metrics"
	"rosette/server/moderation"
	"rosette/server/notice"
	"rosette/server/notice/inbox"
	"rosette/server/notice/mail"
	"rosette/server/notice/push"
	"rosette/server/notice/turns"
	"rosette/server/page"
	"rosette/server/page/operator"
	"rosette/server/pubsub/remote"
	"rosette/server/pubsub/roster"
	"rosette/server/rating"
	"rosette/server/store"
	"rosette/server/store/tables"
	"rosette/server/work"
	workremote "rosette/server/work/remote"
)

// A Config configures a server. Only Store is required.
type Config struct {
	Store        store.Store // the caller closes it after the server
	ReviewFolder string      // folder for game reviews; if "", they are kept in memory, or in a shared database

	Engine    configure.Config // the computer; the zero value plays at full strength
	FixedSeed bool             // every move uses Engine.Seed instead of a random seed
	Exhibit   bool             // the computers play a public game for visitors when there is no other game
	Workers   int              // concurrent engine jobs; 0 means as many as the cores allow, negative means none

	Boards   []string          // offered for new games, by name; UsualBoards if nil
	Proposed map[string]string // initial values in the form for a new game: board, rules, level, komi

	Policy Policy
	Mail   Mail
	Push   push.Options // Contact and Loopback; New sets Store

	// NATS connects the processes that share Store's database, and lends engine jobs to
	// rosette work. The caller closes it after the server. It may be nil.
	NATS *remote.Connection

	Hosts         []string       // names under which browsers may reach the server, besides loopback
	TLS           *tls.Config    // nil for plain HTTP
	TrustProxy    bool           // X-Forwarded-For and X-Forwarded-Proto come from a trusted proxy
	StaffPasskeys bool           // moderators and administrators need a passkey for their role
	Limits        web.Limits     // limits on clients; a zero field means the default
	Budget        *budget.Budget // for expensive requests; the default size if nil
	LogRequests   bool           // log all requests, not only failed ones
	Drain         time.Duration  // how long Run continues after its context ends, while /readyz fails

	StreamInterval time.Duration // interval between a stream's reads; 6 s

	Log     *slog.Logger     // discards if nil
	Now     func() time.Time // store.Clock if nil
	Version string           // the program's version, for metrics and moderators
}

// A Policy sets how long data is kept, and which games count.
type Policy struct {
	// GuestGames is how long a game without a user is kept after its last change; 0 means for ever.
	GuestGames time.Duration

	// Pages are the pages about privacy, terms and contact. If nil, operator.Read supplies
	// them.
	Pages operator.Texts

	// UnratedAtOneAddress makes games between players at one address unrated.
	UnratedAtOneAddress bool
}

// Mail sends e-mails. The zero value sends none.
type Mail struct {
	Outbox *mail.Outbox
	Site   string // the server's address in letters, such as https://go.example.org
}

// site returns the server's address for records, or "" if it has no name.
func (c *Config) site() string {
	if c.Mail.Site != "" || len(c.Hosts) == 0 {
		return strings.TrimSuffix(c.Mail.Site, "/")
	}
	return c.Hosts[0]
}

// A Server is a Rosette server. Its exported fields are its parts, for programs that run it and for
// tests.
type Server struct {
	Store          store.Store
	Accounts       *account.Service
	Matches        *match.Host
	Projector      *store.Projector
	Reviews        *background.Service
	Jobs           *jobs.Service
	Roster         *roster.Roster
	Turns          *turns.Service
	Metrics        *metrics.Metrics
	Database       web.Contact // lost when this process loses its lease
	Socket         *socket.Server
	API            *matchhttp.Server
	Account        *accounthttp.Server
	Match          *match.Service
	Chat           *chat.Service
	Correspondence *correspondence.Service
	Inbox          *inbox.Service
	Lobby          *lobby.Service
	Moderation     *moderation.Service
	Notices        *notice.Service
	Rating         *rating.Service
	Streams        *stream.Server
	Pages          page.Site

	config   Config
	feed     feed
	node     *workremote.Node // lends jobs; nil without NATS
	computer *computer.Computer
	began    time.Time
	projects chan struct{} // wakes the projector
	groups   []web.Group
	writes   writes
	handler  http.Handler
	draining chan struct{} // closed when Run is about to end
}

// New returns a server, which the caller must run or close. It reads the clock and the name that
// servers on one store share.
func New(ctx context.Context, c Config) (*Server, error) {
	if c.Store == nil {
		return nil, errors.New("server: a Config needs a Store")
	}
	if c.Workers < 0 && c.NATS == nil {
		return nil, errors.New("server: a Config without Workers needs NATS, over which rosette work receives the jobs")
	}
	if c.Log == nil {
		c.Log = slog.New(slog.DiscardHandler)
	}
	c.Budget = cmp.Or(c.Budget, budget.New(budget.Options{}))
	var err error
	if c.Policy.Pages == nil {
		if c.Policy.Pages, err = operator.Read(nil, c.Policy.GuestGames); err != nil {
			return nil, err
		}
	}
	s := &Server{
		config: c, Store: c.Store, began: time.Now(), draining: make(chan struct{}), projects: make(chan struct{}, 1),
		Metrics: metrics.New(),
		Jobs:    jobs.New(jobs.Options{Engine: c.Engine, FixedSeed: c.FixedSeed, Workers: c.Workers}),
	}
	s.Projector = store.NewProjector(s.Store, c.Log)
	s.Projector.Hint = s.projects
	if err := s.newMatches(ctx); err != nil {
		return nil, fmt.Errorf("server clock or name: %w", err)
	}
	s.newRoutes()
	s.newPages()
	s.measure()
	return s, nil
}

// newMatches creates the parts that play: matches, the computer, reviews, and their connection to
// other processes.
func (s *Server) newMatches(ctx context.Context) error {
	others, err := s.connect(ctx)
	if err != nil {
		return err
	}
	if s.Matches, err = s.newHost(ctx, others); err != nil {
		return err
	}
	c := &s.config
	s.computer = computer.New(computer.Options{
		Host: s.Matches, Queue: s.Jobs.Queue, Holds: s.Matches.Holds, Now: s.Matches.Now, Log: c.Log,
		Owner: s.owner, Cost: jobs.MoveCost, Player: s.Jobs.Player,
		Waiting: func(id string, place int) { s.feed.Publish(matchhttp.QueueMessage(id, place)) },
	})
	s.Roster = roster.New(roster.Options{Feed: s.feed, Now: c.Now, Log: c.Log, Connected: connected(others)})
	s.Reviews = s.newReviews()
	return nil
}

// newRoutes creates the API's routes.
func (s *Server) newRoutes() {
	c := &s.config
	s.Accounts = s.newAccounts()
	front := web.New(web.Options{
		Sessions: s.Accounts, Hosts: c.Hosts, Now: c.Now, Log: c.Log, Limits: c.Limits, Budget: c.Budget, TLS: c.TLS,
		TrustProxy: c.TrustProxy, StaffPasskeys: c.StaffPasskeys, Answered: s.answered,
	})
	newLimiter := func(name string, most int, span time.Duration) account.Limiter {
		return front.NewLimiter(name, most, span)
	}
	s.Accounts.Limits = account.NewLimits(front.Limits.SignIns, front.Limits.SignUps, newLimiter)
	games := gameLists{s.Store.Games()}
	presence := matchhttp.NewPresence(front.Now, s.feed.Publish, s.Roster)
	s.Match = s.newMatch(front, games, presence)
	s.newChat(front)
	s.Socket = socket.New(front, socket.Options{
		Feed: s.feed, Reader: func(v account.Visitor) socket.Reader { return s.Chat.Reader(v) },
	})
	s.API = matchhttp.New(front, matchhttp.Options{
		Match: s.Match, Presence: presence, Chat: s.Chat, Feed: s.feed, Roster: s.Roster, Place: s.computer.Place,
		Socket: s.Socket,
	})
	chathttp.AddTopics(&s.Socket.Registry, s.Chat)
	challenges := s.newNotices()
	s.Lobby = s.newLobby(front, challenges)
	s.Inbox = s.newInbox(front)
	s.Streams = stream.New(stream.Options{API: s.API, Lobby: s.Lobby, Feed: s.feed, Every: c.StreamInterval})
	s.Rating = rating.New(rating.Options{
		Ratings: s.Store.Ratings(), Games: games, Matches: s.Match, Accounts: s.Accounts,
		Exports: front.NewLimiter("games-exported", rating.MaxExports, time.Hour), Now: front.Now,
	})
	s.Correspondence = correspondence.New(correspondence.Options{
		Matches: s.Matches, Games: games, Plans: tables.Conditional(s.Store), Accounts: s.Accounts,
		PublishTurns: s.API.PublishTurns, Now: s.Matches.Now, Log: front.Log,
		PlanLimit:     web.NewLimiter(front.Limits.Positions, time.Minute, front.Now),
		VacationLimit: web.NewLimiter(correspondence.MaxVacations, time.Hour, front.Now),
	})
	s.Account = s.newAccountRoutes(front)
	s.groups = []web.Group{
		s.API, s.Socket, lobbyhttp.New(s.Lobby, s.Match, &s.Socket.Registry), s.Account,
		&ratinghttp.Server{Server: front, Rating: s.Rating},
		&noticehttp.Server{Notices: s.Notices, Inbox: s.Inbox},
		&correspondencehttp.Server{Correspondence: s.Correspondence, Now: front.Now},
		&chathttp.Server{Chat: s.Chat, Moderation: s.Moderation},
		&moderationhttp.Server{Moderation: s.Moderation, Load: s.load}, s.Streams,
	}
}

// newMatch creates the service of matches.
func (s *Server) newMatch(front *web.Server, games gameLists, presence *matchhttp.Presence) *match.Service {
	c, limits := &s.config, front.Limits
	return match.NewService(match.ServiceOptions{
		Host: s.Matches, Sessions: s.Accounts, Games: games, Listed: s.Projector.Await, Names: s.Accounts,
		Ranks:    s.Store.Ratings(),
		Watchers: s.Accounts, Estimate: s.Jobs, Reviews: reviewer{s.Reviews, s.Jobs},
		CheckPublish: s.checkPublish, Addresses: front,
		Roster: s.Roster, Absent: presence.Absent, Playouts: c.Engine.ThinksByPlayouts,
		BeyondTraining: c.Engine.BeyondTraining, Levels: levels(),
		Boards: c.Boards, Version: c.Version, Site: c.site(),
		MaxThinking: limits.Thinking, OpenLimit: front.NewLimiter("games", limits.Games, time.Hour),
		EstimateLimit: front.NewLimiter("estimates", limits.Estimates, time.Minute), Log: front.Log, Now: front.Now,
	})
}

// newLobby creates the lobby.
func (s *Server) newLobby(front *web.Server, asked *challenges) *lobby.Service {
	return lobby.New(lobby.Options{
		Store: tables.Offers(s.Store), Accounts: s.Accounts, Ratings: s.Store.Ratings(), Matches: s.Match,
		Publisher: lobbyhttp.Publisher{Feed: s.feed}, Limit: front.NewLimiter("offers", front.Limits.Games, time.Hour),
		Most: lobby.MostOffers, Boards: s.Match.Boards, NotOneAddress: s.config.Policy.UnratedAtOneAddress,
		OnChallenge: asked.add, KeepAddress: front.KeepAddress,
		OnError: func(err error) { front.Log.Error("lobby: background work failed", "err", err) },
		Coin:    match.RandomColor, Seed: match.RandomSeed, Now: front.Now,
	})
}

// Handler returns all pages and routes, and the probes /healthz and /readyz.
func (s *Server) Handler() http.Handler { return s.handler }

// Groups returns the API's routes, starting with API.
func (s *Server) Groups() []web.Group { return s.groups }

// Run serves on the listener until ctx ends, and Config.Drain longer. It also runs the functions in
// others; if one returns an error, everything ends.
//
// Run uses two threads even on one core, so that requests are read while a commit waits for the
// disk and share the next one: with a single thread 1,500 games made 1,800 moves a second, with two
// 5,100.
func (s *Server) Run(ctx context.Context, listener net.Listener, others ...func(context.Context) error) error {
	if runtime.GOMAXPROCS(0) == 1 {
		runtime.GOMAXPROCS(2)
	}
	ctx, stop := s.drain(ctx)
	defer stop()
	defer s.Close()
	all, ctx := errgroup.WithContext(ctx)
	parts := append(others,
		s.Matches.Run, s.Projector.Run, s.Reviews.Run, s.Lobby.Run, s.Turns.Run, s.Roster.Run, s.Correspondence.Run,
		s.expire, s.followOthers,
		func(ctx context.Context) error { return s.API.ShareLimits(ctx, s.feed) },
		func(ctx context.Context) error { return s.API.Serve(ctx, listener, s.Handler()) },
	)
	if outbox := s.config.Mail.Outbox; outbox != nil {
		parts = append(parts, outbox.Run)
	}
	if s.node != nil {
		parts = append(parts, s.node.Run)
	}
	for _, run := range parts {
		all.Go(func() error { return run(ctx) })
	}
	return all.Wait()
}

// Close stops the computer and ends the connection to other processes. Run closes the server
// itself.
func (s *Server) Close() {
	s.computer.Close()
	s.feed.Close()
}

// drain returns a context that ends Config.Drain after ctx. During that time the server is not
// ready.
func (s *Server) drain(ctx context.Context) (later context.Context, stop func()) {
	later, cancel := context.WithCancel(context.WithoutCancel(ctx))
	end := context.AfterFunc(ctx, func() {
		close(s.draining)
		time.AfterFunc(s.config.Drain, cancel)
	})
	return later, func() { end(); cancel() }
}

// owner returns the first person in a match, who owns the computer's moves there.
func (s *Server) owner(_ string, settings play.Settings) work.Owner {
	for _, c := range board.Colors {
		if seat := settings.Seat(c); !seat.Bot() {
			return work.Owner{Person: seat.Actor(), Address: s.API.LastAddress(seat.Actor())}
		}
	}
	return work.Owner{}
}

// A reviewer provides the reviews and hints for pages.
type reviewer struct {
	*background.Service
	jobs *jobs.Service
}

// Hint implements [match.Reviewer].
func (r reviewer) Hint(ctx context.Context, owner work.Owner, g *game.Game, next board.Color) (engine.Hint, error) {
	return r.jobs.Hint(ctx, owner, g, next)
}

// Analyze implements [match.Reviewer].
func (r reviewer) Analyze(
	ctx context.Context, owner work.Owner, cost time.Duration, g *game.Game, next board.Color, p engine.SearchParams,
) (engine.Analysis, error) {
	return r.jobs.AnalyzeFor(ctx, owner, cost, g, next, p)
}

// Advise implements [match.Reviewer].
func (r reviewer) Advise(
	ctx context.Context, owner work.Owner, g *game.Game, next board.Color,
) (engine.Advice, error) {
	return r.jobs.Advise(ctx, owner, g, next)
}

// levels returns the names of the computer's levels.
func levels() (names []string) {
	for _, l := range engine.Levels {
		names = append(names, l.Name)
	}
	return names
}
