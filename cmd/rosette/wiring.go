// This file connects the engine with the packages that declare what they need of
// a computer player (play/computer, terminal, protocol/gtp), and the parts of the
// server with each other.

package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"rosette/api"
	"rosette/draw"
	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/deadstones"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/computer"
	"rosette/play/host"
	"rosette/play/view"
	"rosette/pubsub"
	"rosette/store"
	"rosette/work"
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

// inMemory is what --data takes to keep nothing.
const inMemory = "memory"

// databaseFile is the name of the database in the folder of --data.
const databaseFile = "rosette.db"

// databaseIn returns the path of the database in a folder.
func databaseIn(data string) (string, error) {
	file := filepath.Join(data, databaseFile)
	if _, err := os.Stat(file); err != nil {
		return "", usageError{fmt.Errorf("--data: %w; use the folder that serve was given", err)}
	}
	return file, nil
}

// openStore opens the store in the folder of --data, or one in memory.
func openStore(data string, log *slog.Logger) (store.Store, error) {
	if data == inMemory {
		return &store.Memory{}, nil
	}
	if data == "" {
		return nil, usageError{errors.New("--data names no folder; name one, or memory to keep nothing")}
	}
	if err := os.MkdirAll(data, 0o700); err != nil {
		return nil, usageError{fmt.Errorf("--data: %w", err)}
	}
	return store.OpenSQLite(filepath.Join(data, databaseFile), log)
}

// maxLimit is the largest number that a limit of the server may have.
const maxLimit = 1_000_000_000

// limitFlags adds a flag for each limit of the server.
func limitFlags(cmd *cobra.Command, l *api.Limits) {
	*l = api.Limits{}.WithDefaults()
	type limit struct {
		n           *int
		name, about string
	}
	for _, flag := range []limit{
		{&l.Connections, "connections", "open connections of an address"},
		{&l.AllOpen, "all-connections", "open connections of all addresses"},
		{&l.Sockets, "sockets", "open sockets of an address"},
		{&l.Topics, "topics", "games that one socket follows"},
		{&l.Requests, "requests", "requests of an address in a minute"},
		{&l.Games, "games", "games that an address opens in an hour"},
		{&l.Messages, "messages", "messages of a person on sockets in 20 seconds"},
		{&l.Thinking, "thinking", "seconds that the computer may be asked to think about a move"},
		{&l.Estimates, "estimates", "estimates for an address in a minute"},
	} {
		intFlag(cmd.Flags(), flag.n, "limit-"+flag.name, *flag.n, 1, maxLimit, "most "+flag.about)
	}
}

// A liveServer is what serve runs: matches, the computer that plays in them, the lists of
// games that follow them, and the API.
type liveServer struct {
	host      *host.Host
	computer  *computer.Computer
	projector *store.Projector
	api       *api.Server
}

// newServer connects the parts of a server. o has its limits, names and boards.
func newServer(f *flags, s store.Store, o api.Options) *liveServer {
	feed, changed := &pubsub.Local{}, make(chan struct{}, 1)
	threads, workers := shareOfCores(f.config.Threads)
	queue, estimates := work.New(work.Options{Workers: workers}), f.config
	estimates.Threads = threads
	srv := &liveServer{projector: &store.Projector{Store: s, Hint: changed, Log: o.Log}}
	publish := func(m pubsub.Message) {
		feed.Publish(m)
		srv.computer.Changed(strings.TrimPrefix(m.Topic, view.Topic("")))
		select {
		case changed <- struct{}{}:
		default: // the projector has a hint already
		}
	}
	srv.host = host.New(store.Matches{Log: s}, publish, host.Options{Log: o.Log, Awaited: func(id string) { srv.computer.Awaited(id) }})
	srv.computer = computer.New(computer.Options{
		Host: srv.host, Queue: queue, Now: srv.host.Now, Log: o.Log, Owner: srv.owner,
		Player: func(level string, thinking time.Duration) computer.Mover {
			return mover{flags: f, level: level, threads: threads, thinking: thinking}
		},
		Waiting: func(id string, place int) { feed.Publish(api.WaitingMessage(id, place)) },
	})
	o.Host, o.Feed, o.Sessions, o.Games = srv.host, feed, sessions{s.Sessions()}, gameLists{s.Games()}
	o.Place = srv.computer.Place
	o.Estimate, o.Levels = estimator{queue, estimates}, levels()
	srv.api = api.New(o)
	return srv
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

// run serves pages on the listener until ctx ends. It uses two threads even on one
// core, so that requests are read while a commit waits for the disk, and many are in
// the next one: with a single thread 1,500 games made 1,800 moves a second, with two
// 5,100.
func (s *liveServer) run(ctx context.Context, listener net.Listener, pages http.Handler) error {
	if runtime.GOMAXPROCS(0) == 1 {
		runtime.GOMAXPROCS(2)
	}
	defer s.computer.Close()
	all, ctx := errgroup.WithContext(ctx)
	all.Go(func() error { return s.host.Run(ctx) })
	all.Go(func() error { return s.projector.Run(ctx) })
	all.Go(func() error { return s.api.Serve(ctx, listener, pages) })
	return all.Wait()
}

// sessions are those of the store, in which a secret that nobody holds is no error.
type sessions struct{ store.Sessions }

// Actor returns who holds a secret, "" if nobody does.
func (s sessions) Actor(ctx context.Context, keyHash string) (string, error) {
	actor, err := s.Sessions.Actor(ctx, keyHash)
	if errors.Is(err, store.ErrNoSession) {
		return "", nil
	}
	return actor, err
}

// gameLists are those of the store as the API shows them.
type gameLists struct{ store.Games }

// Of returns the games of an actor.
func (g gameLists) Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]api.Listed, error) {
	games, err := g.Games.Of(ctx, actor, running, limit, before)
	var all []api.Listed
	for _, g := range games {
		l := api.Listed{
			ID: g.ID, Board: g.Board, Rules: g.Rules, Opened: g.Opened.UnixMilli(), Updated: g.Updated.UnixMilli(),
			Seats:    view.Seats{Black: listedPlayer(g.Black), White: listedPlayer(g.White)},
			Position: g.Position, Finished: g.Over, Result: g.Result,
		}
		for letter, p := range map[string]store.Player{"b": g.Black, "w": g.White} {
			if p.Actor == actor {
				l.Seat += letter
			}
		}
		all = append(all, l)
	}
	return all, err
}

// listedPlayer returns a player of a list without the identity of a guest.
func listedPlayer(p store.Player) view.Player {
	kind, id, _ := strings.Cut(p.Actor, "/")
	return view.PlayerOf(play.Seat{Kind: play.SeatKind(kind), ID: id, Name: p.Name})
}

// An estimator estimates positions when it is their turn.
type estimator struct {
	queue  *work.Queue
	config configure.Config
}

// Estimate estimates a position for somebody, within about a second.
func (e estimator) Estimate(ctx context.Context, who api.Owner, g *game.Game, next board.Color, visits int) (found engine.Estimate, err error) {
	cost := time.Duration(200+visits/2) * time.Millisecond
	_, err = e.queue.Do(ctx, work.Job{Owner: work.Owner(who), Cost: cost, Class: work.Estimate}, nil, func(ctx context.Context) (err error) {
		found, err = e.config.Estimate(ctx, g, next, engine.SearchParams{Visits: visits, Time: 700 * time.Millisecond})
		return err
	})
	if errors.Is(err, work.ErrBusy) {
		err = api.ErrBusy
	}
	return found, err
}

// levels returns the names of the levels of the computer.
func levels() []string {
	var all []string
	for _, l := range engine.Levels {
		all = append(all, l.Name)
	}
	return all
}

// A gtpPlayer is the computer as the player of a GTP session.
type gtpPlayer struct{ *player.Player }

// Choose returns the player's choice in plain values.
func (p gtpPlayer) Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (board.Point, bool, error) {
	choice, err := p.Player.Choose(ctx, g, c, t)
	return choice.Move, choice.Resign, err
}

// ChooseAnalyzing is Choose, and reports what the search has found so far.
func (p gtpPlayer) ChooseAnalyzing(
	ctx context.Context, g *game.Game, c board.Color, t engine.Time, q engine.SearchParams,
) (board.Point, bool, error) {
	choice, err := p.Player.ChooseAnalyzing(ctx, g, c, t, q)
	return choice.Move, choice.Resign, err
}

// A gtpJudge answers a GTP session about dead stones.
type gtpJudge struct{ deadstones.Judge }

// Dead proposes the dead stones of a game.
func (j gtpJudge) Dead(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return j.Propose(ctx, g)
}

// storedEvents returns the events of games from the database in a folder, once all
// games there are found to be sound.
func storedEvents(ctx context.Context, data string, ids []string) (map[string][]play.Event, error) {
	file := filepath.Join(data, databaseFile)
	report, err := store.Check(ctx, file)
	if err != nil {
		return nil, err
	}
	if err := report.Err(); err != nil {
		return nil, err
	}
	return store.ReadMatches(ctx, file, ids)
}

// storeGames makes games of two guests, on a clock that runs for weeks, in a new
// database in a folder, and returns their IDs.
func storeGames(ctx context.Context, data string, games int) (ids []string, err error) {
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
	s, err := store.OpenSQLite(filepath.Join(data, databaseFile), slog.New(slog.DiscardHandler))
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

// counted returns a picture with the dead stones and with what --territory or --count
// add to it.
func (r *rendering) counted(cmd *cobra.Command, g *game.Game, p *draw.Picture) (_ *draw.Picture, err error) {
	if p.Dead, err = deadStones(g, r.dead); err != nil || !r.count {
		if r.territory {
			p.Territory = g.Score(p.Dead...).Owner
		}
		return p, err
	}
	if !cmd.Flags().Changed("dead") && g.Rules().Ending != game.EndingAllAlive {
		proposal, err := r.config.Judge().Propose(cmd.Context(), g)
		if err != nil {
			return nil, err
		}
		p.Dead = proposal.Dead
		if possible := g.ScoreRange(p.Dead, proposal.Unsure); !possible.Certain() {
			fmt.Fprintf(cmd.ErrOrStderr(), "--count: %s, because it is unsure which chains are dead; the picture has the unsure ones alive, and --dead decides\n", possible)
		}
	}
	count, err := draw.Count(g, g.Score(p.Dead...))
	if err != nil {
		return nil, fmt.Errorf("--count: %w", err)
	}
	count.Title = p.Title
	return count, nil
}
