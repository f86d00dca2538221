package match

import (
	"context"

	"rosette/server/account"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/pubsub"
)

// A WaitingGame is a game that waits for the client: it is the client's turn against
// another person, and they do not sit at the board together.
type WaitingGame struct {
	ID       string `json:"id"`
	Page     string `json:"page"` // address of its page
	Deadline int64  `json:"deadline,omitempty" doc:"When the game is lost on time or the opponent may claim it, in milliseconds since 1970; absent if never"`
}

type waitingOutput struct{ Body []WaitingGame }

// getWaiting lists the games that wait for the client.
func (s *Server) getWaiting(ctx context.Context, in *noInput) (*waitingOutput, error) {
	all, err := s.Match.Waiting(ctx, in.Visitor)
	return &waitingOutput{web.ListOf(all, WaitingGameOf)}, err
}

// WaitingGameOf converts a waiting match to its JSON type.
func WaitingGameOf(w match.WaitingMatch) WaitingGame {
	return WaitingGame{ID: w.ID, Page: "/games/" + w.ID, Deadline: w.Deadline}
}

// turnsTopic notifies a client that its waiting games may have changed. Each actor has a separate
// topic, see OwnTurns.
const turnsTopic = "turns"

// OwnTurns returns the topic for turns in an actor's games.
func OwnTurns(actor account.Actor) string { return turnsTopic + "/" + string(actor) }

// turns returns the socket topic turnsTopic.
func turns() socket.Topic {
	return socket.Topic{
		Join: func(context.Context, *socket.Conn, wire.Request) (socket.Snapshot, error) {
			return socket.Snapshot{Messages: [][]byte{[]byte(turnsMessage)}}, nil
		},
		Sources: func(c *socket.Conn, _ string) (topics []string) {
			for _, actor := range c.Visitor.Own() {
				topics = append(topics, OwnTurns(actor))
			}
			return topics
		},
	}
}

// turnsMessage is the only message of turnsTopic.
const turnsMessage = `{"kind":"turns","topic":"turns"}`

// PublishTurns notifies the players of a match that the turn may have changed, unless they sit at
// the board together.
func (s *Server) PublishTurns(ctx context.Context, id string) error {
	actors, err := s.Match.Turns(ctx, id)
	for _, actor := range actors {
		s.Feed.Publish(pubsub.Message{Topic: OwnTurns(actor), Data: []byte(turnsMessage)})
	}
	return err
}
