// Package chat implements the routes by which people talk: rooms, messages between two
// people, and reports to the moderators. It also says who may say what in the chats of
// games, which package api serves: there is one way to say a line.
package chat

import (
	"context"
	"errors"
	"net/http"
	"time"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/http/web"
	"rosette/server/moderation"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/refusal"
)

// Lines keep what people say.
type Lines interface {
	// Say keeps a line and returns it with its number, the next one of its room.
	Say(ctx context.Context, l chat.Line) (chat.Line, error)
	// Lines returns the last lines of a room, up to limit, in their order.
	Lines(ctx context.Context, room string, limit int) ([]chat.Line, error)
	// Line returns a line, [chat.ErrNoLine] if there is none.
	Line(ctx context.Context, room string, number int) (chat.Line, error)
	// Hide hides a line and returns it.
	Hide(ctx context.Context, room string, number int) (chat.Line, error)
}

// Rooms keep rooms and conversations.
type Rooms interface {
	// Make keeps a new room, unless its owner has most open ones: [chat.ErrRooms].
	Make(ctx context.Context, r chat.Room, most int) error
	// Room returns a room that somebody has made, [chat.ErrNoRoom] if there is none.
	Room(ctx context.Context, id string) (chat.Room, error)
	// Rooms returns the open rooms that people have made, those where something was said
	// last first.
	Rooms(ctx context.Context, limit int) ([]chat.Room, error)
	// Close closes a room. It returns [chat.ErrNoRoom] if there is none that is open.
	Close(ctx context.Context, id string, now time.Time) error
	// Converse returns the conversation of two users. If there is none it keeps c, unless c
	// has no id: then it returns c and [chat.ErrNoRoom].
	Converse(ctx context.Context, c chat.Conversation) (chat.Conversation, error)
	// Conversation returns a conversation by its id, [chat.ErrNoRoom] if there is none.
	Conversation(ctx context.Context, id string) (chat.Conversation, error)
	// Conversations returns those of a user in which something was said, the last first.
	Conversations(ctx context.Context, user string, limit int) ([]chat.Conversation, error)
	// Read notes up to which line a user has read.
	Read(ctx context.Context, id, user string, number int) error
}

// Moderation keeps mutes and reports.
type Moderation interface {
	// Mute returns the mute of one of some actors that ends last, the zero Mute if there
	// is none.
	Mute(ctx context.Context, actors ...string) (moderation.Mute, error)
	// Report keeps a report.
	Report(ctx context.Context, r moderation.Report) error
}

// Options are what a server needs.
type Options struct {
	Lines      Lines
	Lists      Rooms
	Moderation Moderation
	Acting     func(e moderation.Entry) Rooms // rooms whose writes add e to the moderators' log
	Accounts   *account.Service
	Feed       Feed
	Roster     *roster.Roster // has who follows rooms in other processes; without it this process is alone
	Languages  []string       // of the rooms of the server

	// Reads returns the parts of the chat of a match that somebody reads, and its players.
	// It returns an error if there is no such match.
	Reads func(ctx context.Context, v web.Visitor, match string) (parts []chat.Part, players []string, err error)
}

// A Feed carries what is said to sockets.
type Feed interface {
	Subscribe(buffer int) pubsub.Subscriber
	Publish(m pubsub.Message)
}

// A Server answers the routes. It is a [web.Group].
type Server struct {
	Options
	*web.Server
	lines   *web.Limiter // of a person
	reports *web.Limiter // of an address
	there   *attendance
}

// Flood limits.
const (
	maxLines   = 8 // lines of a person in lineWindow
	lineWindow = 20 * time.Second
	maxReports = 10 // of an address, in an hour
)

// New returns a server.
func New(shared *web.Server, o Options) *Server {
	if o.Roster == nil {
		o.Roster = roster.New(roster.Options{Feed: o.Feed})
	}
	return &Server{
		Options: o, Server: shared,
		lines:   shared.NewLimiter("lines", maxLines, lineWindow),
		reports: shared.NewLimiter("reports", maxReports, time.Hour),
		there:   newAttendance(o.Feed, o.Roster, shared.Log),
	}
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.Page, "/api/chat/rooms", "Rooms in which people talk", s.getRooms, 503)
	web.Create(routes, web.Cheap, "/api/chat/rooms", "Make a room", s.postRoom, 401, 403, 409, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/chat/rooms/{id}", "A room, and what was said there last", s.getRoom, 404, 503)
	web.Delete(routes, web.Cheap, "/api/chat/rooms/{id}", "Close a room that you have made", s.deleteRoom, 401, 403, 404, 503)
	web.Create(routes, web.Cheap, "/api/chat/rooms/{id}/lines", "Say something in a room", s.postLine, 401, 403, 404, 422, 429, 503)
	web.Put(routes, web.Cheap, "/api/chat/rooms/{id}/membership", "Join a room: it stands first in your list", s.membership(true), 401, 404, 503)
	web.Delete(routes, web.Cheap, "/api/chat/rooms/{id}/membership", "Leave a room", s.membership(false), 401, 404, 503)
	web.Get(routes, web.Cheap, "/api/chat/messages", "Your conversations", s.getMessages, 401, 503)
	web.Get(routes, web.Cheap, "/api/chat/messages/{name}", "Your conversation with somebody", s.getConversation, 401, 403, 404, 422, 503)
	web.Create(routes, web.Cheap, "/api/chat/messages/{name}", "Write to somebody: to a friend, or to a moderator", s.postMessage, 401, 403, 404, 422, 429, 503)
	web.Put(routes, web.Cheap, "/api/chat/messages/{name}/read", "Say that you have read a conversation", s.putRead, 401, 404, 503)
	web.Create(routes, web.Cheap, "/api/chat/reports", "Report a line, a person or a game to the moderators", s.postReport, 401, 404, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/chat/reports", "What has become of your reports", s.getOutcomes, 401, 503)
	web.Put(routes, web.Cheap, "/api/chat/reports/read", "Say that you have read that", s.putOutcomesRead, 401, 503)
}

// statuses are those of refusals; of others it is 422.
var statuses = map[error]int{
	chat.ErrStranger: http.StatusUnauthorized, chat.ErrAccount: http.StatusUnauthorized,
	chat.ErrMuted: http.StatusForbidden, chat.ErrScope: http.StatusForbidden, chat.ErrFriends: http.StatusForbidden,
	chat.ErrBlocked: http.StatusForbidden, chat.ErrNotYours: http.StatusForbidden,
	chat.ErrNoRoom: http.StatusNotFound, chat.ErrNoLine: http.StatusNotFound,
	chat.ErrRooms: http.StatusConflict, chat.ErrTooFast: http.StatusTooManyRequests,
	moderation.ErrAbout: http.StatusNotFound,
}

// Problem returns the problem of an error.
func (s *Server) Problem(err error) error {
	var p web.Problem
	var said chat.Refusal
	var judged moderation.Refusal
	status := func(err error) int {
		if status, ok := statuses[err]; ok {
			return status
		}
		return http.StatusUnprocessableEntity
	}
	switch {
	case err == nil || errors.As(err, &p):
		return err
	case errors.As(err, &said):
		p = web.ProblemOf(status(said), "refusal."+string(said), nil)
		if said == chat.ErrTooFast {
			p.Wait = lineWindow / maxLines
		}
		return p
	case errors.As(err, &judged):
		return web.ProblemOf(status(judged), "moderation.refused."+string(judged), nil)
	case refusal.Of(err) != nil:
		return web.AsProblem(err)
	case !errors.Is(err, context.Canceled): // else the client has gone
		s.Log.Error("api: talk", "err", err)
	}
	return web.ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
}

// member returns who sends a request, if it is somebody with an account.
func (s *Server) member(r *http.Request) (web.Visitor, error) {
	v, err := s.Visitor(r)
	switch {
	case err != nil:
		return v, s.Problem(err)
	case v.User.ID == "":
		return v, s.Problem(chat.ErrAccount)
	}
	return v, nil
}
