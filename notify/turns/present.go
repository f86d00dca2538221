package turns

import (
	"context"
	"encoding/json"
	"log/slog"
	"time"

	"rosette/pubsub"
)

// questions is the topic on which processes ask each other who is there.
const questions = "notices/present"

// A question asks all processes who is there.
type question struct {
	Reply string `json:"reply"` // the topic of the answers
	Seats []Seat `json:"seats"`
}

// Attendance knows over all processes which players have a page open that shows their
// game.
type Attendance struct {
	Feed interface {
		Subscribe(buffer int) pubsub.Subscriber
		Publish(m pubsub.Message)
	}
	Here func(Seat) bool // whether a player has such a page that this process serves
	Wait time.Duration   // for the answers of other processes
	Key  func() string   // makes a name that nobody has
	Log  *slog.Logger
}

// Run answers other processes until ctx ends.
func (a *Attendance) Run(ctx context.Context) error {
	for ctx.Err() == nil {
		a.answer(ctx)
	}
	return nil
}

// answer answers until ctx ends or too many questions have come at once.
func (a *Attendance) answer(ctx context.Context) {
	asked := a.Feed.Subscribe(64)
	defer asked.Close()
	asked.Add(questions)
	for {
		select {
		case <-ctx.Done():
			return
		case m, ok := <-asked.Messages():
			if !ok {
				return
			}
			var q question
			if err := json.Unmarshal(m.Data, &q); err != nil {
				a.Log.Warn("a question who is there cannot be read", "err", err)
				continue
			}
			a.say(q.Reply, a.here(q.Seats))
		}
	}
}

func (a *Attendance) here(seats []Seat) (here []Seat) {
	for _, seat := range seats {
		if a.Here(seat) {
			here = append(here, seat)
		}
	}
	return here
}

// say publishes seats as an answer, if there are any.
func (a *Attendance) say(topic string, seats []Seat) {
	if len(seats) == 0 {
		return
	}
	a.publish(topic, seats)
}

func (a *Attendance) publish(topic string, what any) {
	data, err := json.Marshal(what)
	if err != nil {
		panic(err) // strings and numbers: cannot happen
	}
	a.Feed.Publish(pubsub.Message{Topic: topic, Data: data})
}

// Present returns which of some players are there. It waits for the answers of other
// processes unless all are here.
func (a *Attendance) Present(ctx context.Context, seats []Seat) map[Seat]bool {
	present := map[Seat]bool{}
	add := func(there []Seat) {
		for _, seat := range there {
			present[seat] = true
		}
	}
	if add(a.here(seats)); len(present) == len(seats) {
		return present
	}
	reply := questions + "/" + a.Key()
	answers := a.Feed.Subscribe(64)
	defer answers.Close()
	answers.Add(reply)
	a.publish(questions, question{reply, seats})
	limit := time.NewTimer(a.Wait)
	defer limit.Stop()
	for len(present) < len(seats) {
		select {
		case <-ctx.Done():
			return present
		case <-limit.C:
			return present
		case m, ok := <-answers.Messages():
			if !ok {
				return present
			}
			var there []Seat
			if err := json.Unmarshal(m.Data, &there); err != nil {
				a.Log.Warn("an answer who is there cannot be read", "err", err)
				continue
			}
			add(there)
		}
	}
	return present
}
