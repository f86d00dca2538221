// Package chat implements the routes for rooms, direct messages and reports, and the corresponding
// socket messages.
package chat

import (
	"context"
	"strings"

	"rosette/server/chat"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/moderation"
)

// A Server serves the routes. It is a [web.Group].
type Server struct {
	Chat       *chat.Service
	Moderation *moderation.Service
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.List, "/api/chat/rooms", "Rooms in which people talk", s.getRooms, 503)
	web.Create(routes, web.Cheap, "/api/chat/rooms", "Make a room", s.postRoom, 401, 403, 409, 422, 429, 503)
	web.Get(routes, web.Page, "/api/chat/rooms/{id}", "A room, and what was said there last", s.getRoom, 404, 503)
	web.Delete(routes, web.Cheap, "/api/chat/rooms/{id}",
		"Close a room that you have made", s.deleteRoom, 401, 403, 404, 503)
	web.Create(routes, web.Cheap, "/api/chat/rooms/{id}/lines",
		"Say something in a room", s.postLine, 401, 403, 404, 422, 429, 503)
	web.Put(routes, web.Cheap, "/api/chat/rooms/{id}/membership",
		"Join a room: it stands first in your list", s.membership(true), 401, 404, 503)
	web.Delete(routes, web.Cheap, "/api/chat/rooms/{id}/membership", "Leave a room", s.membership(false), 401, 404, 503)
	web.Get(routes, web.Page, "/api/chat/messages", "Your conversations", s.getMessages, 401, 503)
	web.Get(routes, web.Cheap, "/api/chat/messages/{name}",
		"Your conversation with somebody", s.getConversation, 401, 403, 404, 422, 503)
	web.Create(routes, web.Cheap, "/api/chat/messages/{name}",
		"Write to somebody: to a friend, or to a moderator", s.postMessage, 401, 403, 404, 422, 429, 503)
	web.Put(routes, web.Cheap, "/api/chat/messages/{name}/read",
		"Say that you have read a conversation", s.putRead, 401, 404, 503)
	web.Create(routes, web.Cheap, "/api/chat/reports",
		"Report a line, a person or a game to the moderators", s.postReport, 401, 404, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/chat/reports", "What has become of your reports", s.getOutcomes, 401, 503)
	web.Put(routes, web.Cheap, "/api/chat/reports/read", "Say that you have read that", s.putOutcomesRead, 401, 503)
}

type (
	noInput   struct{ web.Caller }
	noOutput  struct{}
	roomInput struct {
		web.Caller
		ID string `path:"id" maxLength:"64"`
	}
	nameInput struct {
		web.Caller
		Name string `path:"name" maxLength:"100"`
	}
	lineInput struct {
		web.Caller
		ID   string `path:"id" maxLength:"64"`
		Body struct {
			Text string `json:"text" doc:"Up to 300 characters"`
		}
	}
	messageInput struct {
		web.Caller
		Name string `path:"name" maxLength:"100"`
		Body struct {
			Text string `json:"text" doc:"Up to 300 characters"`
		}
	}
	newRoomInput struct {
		web.Caller
		Body NewRoom
	}
	reportInput struct {
		web.Caller
		Body NewReport
	}
	newRoomOutput struct {
		Location string `header:"Location"`
		Body     Room
	}
	reportOutput struct {
		Body struct {
			ID string `json:"id"`
		}
	}
	roomsOutput         struct{ Body []Room }
	roomChatOutput      struct{ Body RoomChat }
	lineOutput          struct{ Body wire.ChatLine }
	conversationsOutput struct{ Body []Conversation }
	directOutput        struct{ Body DirectChat }
	outcomesOutput      struct{ Body []Outcome }
)

func (s *Server) getRooms(ctx context.Context, in *noInput) (*roomsOutput, error) {
	all, err := s.Chat.Rooms(ctx, in.Visitor)
	return &roomsOutput{web.ListOf(all, roomOf)}, err
}

func (s *Server) postRoom(ctx context.Context, in *newRoomInput) (*newRoomOutput, error) {
	r, err := s.Chat.MakeRoom(ctx, in.Visitor, in.Body.Title, in.Body.About)
	return &newRoomOutput{"/api/chat/rooms/" + r.ID, roomOf(r)}, err
}

func (s *Server) getRoom(ctx context.Context, in *roomInput) (*roomChatOutput, error) {
	r, err := s.Chat.Room(ctx, in.Visitor, in.ID)
	return &roomChatOutput{RoomChat{roomOf(r.RoomInfo), web.ListOf(r.Lines, LineOf)}}, err
}

func (s *Server) deleteRoom(ctx context.Context, in *roomInput) (*noOutput, error) {
	return &noOutput{}, s.Chat.CloseRoom(ctx, in.Visitor, in.ID)
}

func (s *Server) postLine(ctx context.Context, in *lineInput) (*lineOutput, error) {
	l, err := s.Chat.Post(ctx, in.Visitor, chat.Room{ID: in.ID}.Topic(), in.Body.Text)
	return &lineOutput{LineOf(l)}, err
}

func (s *Server) membership(on bool) web.Handler[roomInput, noOutput] {
	return func(ctx context.Context, in *roomInput) (*noOutput, error) {
		return &noOutput{}, s.Chat.Join(ctx, in.Visitor, in.ID, on)
	}
}

func (s *Server) getMessages(ctx context.Context, in *noInput) (*conversationsOutput, error) {
	all, err := s.Chat.Conversations(ctx, in.Visitor)
	return &conversationsOutput{web.ListOf(all, conversationOf)}, err
}

func (s *Server) getConversation(ctx context.Context, in *nameInput) (*directOutput, error) {
	d, err := s.Chat.Direct(ctx, in.Visitor, in.Name, false)
	out := DirectChat{Name: d.Name, Lines: web.ListOf(d.Lines, LineOf)}
	if d.ID != "" {
		out.Topic = d.Topic()
	}
	if d.Refusal != nil {
		out.Why = strings.TrimPrefix(d.Refusal.Code, "refusal.")
	}
	return &directOutput{out}, err
}

func (s *Server) putRead(ctx context.Context, in *nameInput) (*noOutput, error) {
	_, err := s.Chat.Direct(ctx, in.Visitor, in.Name, true)
	return &noOutput{}, err
}

func (s *Server) postMessage(ctx context.Context, in *messageInput) (*lineOutput, error) {
	l, err := s.Chat.PostTo(ctx, in.Visitor, in.Name, in.Body.Text)
	return &lineOutput{LineOf(l)}, err
}

func (s *Server) postReport(ctx context.Context, in *reportInput) (*reportOutput, error) {
	b := in.Body
	r, err := s.Moderation.Report(ctx, in.Visitor, in.Address, moderation.NewReport{
		Kind: moderation.Kind(b.Kind), Room: b.Room, Number: b.Number, Name: b.Name, Game: b.Game, Text: b.Text,
	})
	out := &reportOutput{}
	out.Body.ID = r.ID
	return out, err
}

func (s *Server) getOutcomes(ctx context.Context, in *noInput) (*outcomesOutput, error) {
	all, err := s.Moderation.Outcomes(ctx, in.Visitor)
	return &outcomesOutput{web.ListOf(all, outcomeOf)}, err
}

func (s *Server) putOutcomesRead(ctx context.Context, in *noInput) (*noOutput, error) {
	return &noOutput{}, s.Moderation.ReadOutcomes(ctx, in.Visitor)
}
