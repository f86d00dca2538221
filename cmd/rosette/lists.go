package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/review/background"
	"rosette/engine/task"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/http/correspondence"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/rating"
	"rosette/server/match"
	"rosette/server/page/operator"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/store"
	"rosette/server/store/tables"
	"rosette/server/work"
)

// newPlayers returns the routes of what players have done.
func newPlayers(games *matchhttp.Server, s store.Store, accounts *account.Service) *rating.Server {
	return rating.New(rating.Options{API: games, Ratings: s.Ratings(), Games: gameLists{s.Games()}, People: accounts})
}

// playedIn returns whether somebody has played a game or plays one.
func playedIn(games store.Games) func(ctx context.Context, actor string) (bool, error) {
	return func(ctx context.Context, actor string) (bool, error) {
		for _, running := range []bool{false, true} {
			found, err := games.Of(ctx, actor, running, 1, 0)
			if err != nil || len(found) > 0 {
				return len(found) > 0, err
			}
		}
		return false, nil
	}
}

// newCorrespondence returns the conditional moves and vacations of games by correspondence.
func newCorrespondence(games *matchhttp.Server, s store.Store, accounts *account.Service, matches *match.Host) *correspondence.Server {
	return correspondence.New(correspondence.Options{API: games, Plans: tables.Conditional(s), Accounts: accounts, Time: matches.Now})
}

// gameLists are those of the store as the API shows them.
type gameLists struct{ store.Games }

// Of returns the games of an actor.
func (g gameLists) Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]matchhttp.GameSummary, error) {
	games, err := g.Games.Of(ctx, actor, running, limit, before)
	return listed(games, actor), err
}

// Find returns the games that a filter lets through.
func (g gameLists) Find(ctx context.Context, f rating.Filter, limit int, before int64) ([]matchhttp.GameSummary, error) {
	games, err := g.Games.Find(ctx, store.Filter(f), limit, before)
	return listed(games, f.Actor), err
}

// listed returns games as the API shows them to an actor.
func listed(games []store.Game, actor string) (all []matchhttp.GameSummary) {
	for _, g := range games {
		l := matchhttp.GameSummary{
			ID: g.ID, Board: g.Board, Rules: g.Rules, Opened: g.Opened.UnixMilli(), Updated: g.Updated.UnixMilli(),
			Black: seatOf(g.Black), White: seatOf(g.White), Position: g.Position, Finished: g.Over, Result: g.Result,
			Rated: g.Rated, Annulled: g.Annulled, Pool: g.Pool,
		}
		for letter, p := range map[string]store.Player{"b": g.Black, "w": g.White} {
			if p.Actor == actor {
				l.Seat += letter
			}
		}
		all = append(all, l)
	}
	return all
}

// seatOf returns the seat of a player of a list.
func seatOf(p store.Player) play.Seat {
	kind, id, _ := strings.Cut(p.Actor, "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: p.Name}
}

// A policy is what the operator of a server decides about what it keeps and says.
type policy struct {
	pages      string        // folder of the pages that the operator has written; "" for none
	keepGuests string        // as the flag has it
	oneAddress string        // as the flag has it: yes or no
	guestGames time.Duration // after which games of guests are removed; 0 if they are kept
	texts      operator.Texts
}

// register registers the flags.
func (p *policy) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&p.pages, "pages", "", "`folder` with pages of your own in Markdown, such as privacy.en.md, terms.fr.md and contact.es.md")
	cmd.Flags().StringVar(&p.keepGuests, "guest-games", "forever", "remove games without an account that nobody has touched for so many `days`, such as 90d")
	cmd.Flags().StringVar(&p.oneAddress, "rate-one-address", "yes", "rate games between players at one address: `yes`, with a weight that falls with each game of a week, or no")
}

// read reads what the flags name.
func (p *policy) read() (err error) {
	if days, ok := strings.CutSuffix(p.keepGuests, "d"); ok {
		n, err := strconv.Atoi(days)
		if err != nil || n < 1 || n > 36500 {
			return usageError{fmt.Errorf("--guest-games %s: use a number of days such as 90d, or forever", p.keepGuests)}
		}
		p.guestGames = time.Duration(n) * 24 * time.Hour
	} else if p.keepGuests != "forever" && p.keepGuests != "" {
		return usageError{fmt.Errorf("--guest-games %s: use a number of days such as 90d, or forever", p.keepGuests)}
	}
	if p.oneAddress != "yes" && p.oneAddress != "no" && p.oneAddress != "" {
		return usageError{fmt.Errorf("--rate-one-address %s: use yes or no", p.oneAddress)}
	}
	var files fs.FS
	if p.pages != "" {
		files = os.DirFS(p.pages)
		if _, err := os.ReadDir(p.pages); err != nil {
			return usageError{fmt.Errorf("--pages: %w", err)}
		}
	}
	if p.texts, err = operator.Read(files, p.guestGames); err != nil {
		return usageError{fmt.Errorf("--pages: %w", err)}
	}
	return nil
}

// expireEvery is how often a server looks for what has expired.
const expireEvery = 6 * time.Hour

// expire removes what has expired, until ctx ends.
func (s *liveServer) expire(ctx context.Context) error {
	every := time.NewTicker(expireEvery)
	defer every.Stop()
	for {
		if err := s.expireOnce(ctx, s.api.Now()); err != nil && ctx.Err() == nil {
			s.api.Log.Error("what has expired could not be removed", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-every.C:
		}
	}
}

// expireOnce ends sessions that nobody uses, and removes the games of guests where the
// operator wants that.
func (s *liveServer) expireOnce(ctx context.Context, now time.Time) error {
	if err := tables.ExpireSessions(ctx, s.store, now.Add(-account.SessionLife)); err != nil {
		return err
	}
	if s.policy.guestGames == 0 {
		return nil
	}
	ids, err := tables.RemoveGuestGames(ctx, s.store, now.Add(-s.policy.guestGames))
	err = errors.Join(err, s.forget(ctx, ids))
	if len(ids) > 0 {
		s.api.Log.Info("games of guests were removed", "games", len(ids), "untouched", s.policy.keepGuests)
	}
	for some := range slices.Chunk(ids, 1000) {
		s.api.Feed.Publish(pubsub.Message{Topic: removedTopic, Data: []byte(strings.Join(some, " "))})
	}
	return err
}

// forget drops what this server keeps in memory of games that were removed, and their
// reviews.
func (s *liveServer) forget(ctx context.Context, ids []string) (err error) {
	for _, id := range ids {
		err = errors.Join(err, s.host.Forget(ctx, id), s.reviews.Forget(ctx, id))
	}
	return err
}

// Topics on which servers tell each other of what they keep in memory.
const (
	removedTopic = "removed" // games were removed, whose ids stand in the data
	devicesTopic = "devices" // somebody has switched on a device that tells him of turns
)

// hearOthers does what other servers tell, until ctx ends. A game that was removed and of
// which this server does not hear is shown until nobody has asked for it for long; a device is
// known within a few seconds all the same.
func (s *liveServer) hearOthers(ctx context.Context) error {
	others := s.api.Feed.Subscribe(64)
	defer func() { others.Close() }()
	others.Add(removedTopic)
	others.Add(devicesTopic)
	for {
		select {
		case <-ctx.Done():
			return nil
		case m, ok := <-others.Messages():
			if !ok { // too many came at once
				others = s.api.Feed.Subscribe(64)
				others.Add(removedTopic)
				others.Add(devicesTopic)
			} else if err := s.hear(ctx, *m); err != nil && ctx.Err() == nil {
				s.api.Log.Error("games that were removed stay in memory", "error", err)
			}
		}
	}
}

// hear does what another server, or this one, tells.
func (s *liveServer) hear(ctx context.Context, m pubsub.Message) error {
	if m.Topic == devicesTopic {
		s.notifier.turns.Changed()
		return nil
	}
	return s.forget(ctx, strings.Fields(string(m.Data)))
}

// sharedReviews returns the reviews in a database that other servers use as well, nil if there
// are no others.
func (s *liveServer) sharedReviews() background.Table {
	if _, shared := s.store.(timekeeper); !shared {
		return nil
	}
	return tables.Reviews(s.store)
}

// newReviews returns the reviews of games that are over.
func (s *liveServer) newReviews(queue *work.Queue, config configure.Config, folder string, log *slog.Logger) *background.Service {
	config.Threads = 1
	return background.New(background.Options{
		Folder: folder, Kept: s.sharedReviews(), Others: reviewers{s.roster}, Log: log,
		Game: func(ctx context.Context, id string) (g *game.Game, over bool, err error) {
			err = s.host.Read(ctx, id, func(m *play.Match) {
				if over = m.Over() && m.Begun(); over {
					g = m.GameAt(m.Moves())
				}
			})
			return g, over, err
		},
		Parallel: func() int {
			_, slots := s.workers()
			return max(1, slots)
		},
		Analyze: func(ctx context.Context, cost time.Duration, g *game.Game, next board.Color, p engine.SearchParams) (found engine.Analysis, err error) {
			job := work.Job{Owner: work.Owner{Person: "review", Address: "review"}, Cost: cost, Class: work.Review} // one share for the reviews of all
			job = requester{queue, config}.search(job, task.Analyze, g, next, p, func(a task.Answer) { found = *a.Analysis })
			_, err = queue.Do(ctx, job, nil, func(ctx context.Context) error {
				found = configure.Analyzer{Config: config}.Analyze(ctx, g, next, p)
				return nil
			})
			return found, err
		},
	})
}

// reviewers tell servers which of them reviews a game.
type reviewers struct{ *roster.Roster }

// reviewTopic is the topic of the review of a game in the roster.
func reviewTopic(id string) string { return "review/" + id }

// Tell implements [background.Others].
func (r reviewers) Tell(id string, done, total int, ok bool) {
	if !ok {
		r.Say(reviewTopic(id), nil)
		return
	}
	r.Say(reviewTopic(id), fmt.Appendf(nil, `{"done":%d,"total":%d}`, done, total))
}

// Elsewhere implements [background.Others].
func (r reviewers) Elsewhere(id string) (done, total int, ok bool) {
	for _, data := range r.Others(reviewTopic(id)) {
		var one struct{ Done, Total int }
		if json.Unmarshal(data, &one) == nil && (!ok || one.Total > total) {
			done, total, ok = one.Done, one.Total, true
		}
	}
	return done, total, ok
}

// levels returns the names of the levels of the computer.
func levels() []string {
	var all []string
	for _, l := range engine.Levels {
		all = append(all, l.Name)
	}
	return all
}

// proposal returns what the flags fill into the form of a new game.
func proposal(f *flags) (map[string]string, error) {
	proposed := map[string]string{}
	if f.set.Changed("rules") {
		rules, err := game.Preset(f.rulesText)
		if err != nil {
			return nil, usageError{fmt.Errorf("--rules: the page offers rulesets by name: use %s", strings.Join(game.Presets(), ", "))}
		}
		proposed["rules"] = rules.Preset
	}
	if f.set.Changed("board") && f.fromFile() {
		return nil, usageError{fmt.Errorf("serve offers built-in boards only; use %s", board.Boards)}
	}
	if f.set.Changed("board") {
		graph, err := f.graph()
		if err != nil {
			return nil, err
		}
		proposed["board"] = graph.Name()
	}
	if f.set.Changed("level") {
		proposed["level"] = f.config.Level
	}
	if f.set.Changed("komi") {
		proposed["komi"] = strconv.FormatFloat(f.komi, 'f', -1, 64)
		if err := (game.Rules{Komi: f.komi}).Check(); err != nil {
			return nil, usageError{err}
		}
	}
	return proposed, nil
}
