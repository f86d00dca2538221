package server

import (
	"cmp"
	"context"
	"errors"
	"time"

	"rosette/play"
	"rosette/server/account"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
	"rosette/server/match"
	"rosette/server/notice"
	"rosette/server/notice/inbox"
	"rosette/server/notice/push"
	"rosette/server/notice/turns"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// newNotices creates the notices on devices and by e-mail, and their routes.
func (s *Server) newNotices() *challenges {
	c := &s.config
	table := tables.Notices(s.Store)
	options := c.Push
	options.Store = table
	sender := push.New(options)
	letters := s.newDigests(table)
	if outbox := c.Mail.Outbox; outbox != nil {
		about := s.newAccountMail(letters, table.Add)
		s.Accounts.Mail = about
		outbox.Letters, outbox.Now = tables.Letters(s.Store), c.Now
		outbox.Write = func(ctx context.Context, l notice.PendingLetter) (notice.WrittenLetter, error) {
			if l.Kind == notice.DigestKind {
				return letters.write(ctx, l)
			}
			return about.Write(ctx, l)
		}
	}
	asked := &challenges{offers: tables.Offers(s.Store), notices: table, people: people{s.Accounts}}
	s.Turns = turns.New(turns.Options{
		Store: table, Games: loggedGames{s.Store, s.Matches}, People: people{s.Accounts}, Sender: sender,
		Present: func(seat turns.Seat) bool { return s.API.Presence.Present(seat.Game, seat.Color) },
		Others:  map[notice.Kind]turns.SendFunc{notice.Digest: letters.send, notice.Challenge: asked.send},
		Now:     c.Now, Log: c.Log,
	})
	asked.show = s.Turns.SendToDevices
	s.Notices = notice.New(notice.Options{
		Devices: table, Key: sender.Key, Plain: c.Push.Loopback, Now: s.API.Now,
		Changes: s.API.NewLimiter("devices", notice.MaxChanges, time.Hour),
		OnDeviceAdded: func() {
			s.Turns.DeviceAdded()
			s.feed.Publish(pubsub.Message{Topic: devicesTopic})
		},
	})
	return asked
}

// newInbox creates the service that counts turns, challenges and messages.
func (s *Server) newInbox(front *web.Server) *inbox.Service {
	return inbox.New(inbox.Options{
		Turns: func(ctx context.Context, v account.Visitor) (int, error) {
			all, err := s.Match.Waiting(ctx, v)
			return len(all), err
		},
		Challenges: s.Lobby.CountChallenges,
		Messages: func(ctx context.Context, v account.Visitor) (int, error) {
			if v.User.ID == "" {
				return 0, nil
			}
			return s.Chat.Unread(ctx, v.User.ID)
		},
		Topics: func(a account.Actor) []string { return []string{matchhttp.OwnTurns(a), a.Topic()} },
		Feed:   s.feed, Now: front.Now,
	})
}

// loggedGames are matches and the log that stores them. They implement [turns.Games].
type loggedGames struct {
	store.Store
	matches *match.Host
}

// Changed returns the matches with events after a position.
func (g loggedGames) Changed(ctx context.Context, after int64, limit int) (ids []string, err error) {
	records, err := g.Since(ctx, after, limit)
	for _, r := range store.UntilGap(records, after) {
		ids = append(ids, r.Match())
	}
	return ids, err
}

// End returns the position up to which game lists are complete.
func (g loggedGames) End(ctx context.Context) (int64, error) { return g.Games().Position(ctx) }

// Read calls look with a match.
func (g loggedGames) Read(ctx context.Context, id string, look func(*play.Match)) error {
	return g.matches.Read(ctx, id, look)
}

// people adapts accounts for notices. It implements [turns.People].
type people struct{ *account.Service }

// GuestsOf returns the guests linked to an actor.
func (p people) GuestsOf(ctx context.Context, actor string) ([]string, error) {
	id, ok := account.UserID(actor)
	if !ok {
		return nil, nil
	}
	return p.Service.GuestsOf(ctx, id)
}

// SignedIn reports whether a session has not ended.
func (p people) SignedIn(ctx context.Context, session string) (bool, error) {
	_, err := p.Store.Session(ctx, session)
	if errors.Is(err, account.ErrNoSession) {
		return false, nil
	}
	return err == nil, err
}

// NameIn returns the name of a player in a language.
func (p people) NameIn(ctx context.Context, lang string, seat play.Seat) (string, error) {
	player := wire.Player{Kind: string(seat.Kind), Name: seat.Name}
	var err error
	switch seat.Kind {
	case play.SeatUser:
		player.Name, err = p.NameOf(ctx, seat.Actor())
		player.Name = cmp.Or(player.Name, account.ClosedName)
	case play.SeatGuest:
		player.Name, err = p.GuestName(ctx, seat.Actor())
	case play.SeatBot:
		player.Level = seat.ID
	}
	return matchhttp.PersonIn(lang, player).Name, err
}

// challenges notifies people about challenges.
type challenges struct {
	offers  tables.OfferTable
	notices notice.Store
	people  people
	show    func(ctx context.Context, n notice.Notice, words func(lang string) (notice.Message, error),
		e push.Envelope) error
}

// add stores a notice for a challenge, if the person has a device.
func (c *challenges) add(ctx context.Context, o lobby.Offer) error {
	devices, err := c.notices.Devices(ctx, o.To)
	if err != nil || len(devices) == 0 {
		return err
	}
	due := c.people.Now().Add(turns.UsualWait)
	return c.notices.Add(ctx, notice.Notice{
		Kind: notice.Challenge, Subject: o.ID, Actor: o.To, Occasion: string(o.Kind), Due: due,
	})
}

// send notifies a person about a challenge, if the offer is still open.
func (c *challenges) send(ctx context.Context, n notice.Notice) (*notice.Notice, error) {
	o, err := c.offers.Offer(ctx, n.Subject)
	if errors.Is(err, lobby.ErrNoOffer) {
		return nil, nil
	}
	now := c.people.Now()
	if err != nil || o.At(now) != lobby.Open {
		return nil, err
	}
	return nil, c.show(ctx, n, func(lang string) (notice.Message, error) {
		name, err := c.people.NameIn(ctx, lang, o.Maker)
		return notice.ChallengeMessage(lang, o.ID, o.Game.Board, name), err
	}, push.Envelope{Topic: o.ID, Life: max(time.Minute, o.Ends.Sub(now)), Urgent: true})
}
