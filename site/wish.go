package site

import (
	"context"
	"encoding/json"
	"errors"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

const probe = play.Kind("probe") // a browser asks whether the line still lives

// browserKinds are the commands a browser may send; clocks and proposals are
// the host's.
var browserKinds = map[play.Kind]bool{
	play.Offer: true, play.Take: true, play.Bid: true, play.Yield: true, play.Place: true,
	play.Play: true, play.Pass: true, play.Mark: true, play.Agree: true, play.Dispute: true,
	play.ChooseMover: true, play.Confirm: true, play.Void: true, play.Resign: true,
	play.Undo: true, play.Grant: true, play.Refuse: true,
}

// A wish is a command as a browser sends it.
type wish struct {
	Kind   play.Kind `json:"kind"`
	As     string    `json:"as"` // b or w: for whom, where two people share the browser
	Point  string    `json:"point"`
	Points []string  `json:"points"`
	Dead   bool      `json:"dead"`
	Komi   float64   `json:"komi"`
	Side   string    `json:"side"` // b or w
	After  int       `json:"after"`
	ID     string    `json:"id"`
}

// A reply says what became of a wish. Refused is a key, empty if it was done.
type reply struct {
	Kind    string `json:"kind"`
	ID      string `json:"id"`
	Seq     int    `json:"seq"`
	Refused string `json:"refused,omitempty"`
}

// colorOf reads a letter; what is none is Empty.
func colorOf(letter string) board.Color {
	for _, c := range board.Colors {
		if letters[c] == letter {
			return c
		}
	}
	return board.Empty
}

// heed does what a message wants and says what became of it.
func (k *socket) heed(ctx context.Context, data []byte) reply {
	var w wish
	if err := json.Unmarshal(data, &w); err != nil || w.ID == "" || len(w.ID) > maxID {
		return reply{Kind: "reply", Refused: "malformed"}
	}
	answer := reply{Kind: "reply", ID: w.ID}
	if w.Kind == probe {
		answer.Seq = w.After
		return answer
	}
	var err error
	answer.Seq, err = k.grant(ctx, w)
	answer.Refused = k.key(err)
	return answer
}

// grant asks the host for what is wished. Colours may change hands in a talk
// about komi, so there a wish counts only for the match that settled whose it
// is.
func (k *socket) grant(ctx context.Context, w wish) (seq int, err error) {
	if err := k.story.refresh(ctx); err != nil {
		return 0, err
	}
	by, agreed, seq := k.speaks(w.As)
	switch {
	case by == board.Empty:
		return seq, play.ErrNotSeated
	case !browserKinds[w.Kind]:
		return seq, play.ErrNoCommand
	}
	if agreed.KomiBy != play.KomiGiven && (w.After <= 0 || w.After > seq) {
		w.After = seq
	}
	return k.Host.Do(ctx, k.story.id, play.Command{
		Kind: w.Kind, By: by, Point: w.Point, Points: w.Points, Dead: w.Dead,
		Komi: w.Komi, Side: colorOf(w.Side), After: w.After, ID: w.ID,
	})
}

// speaks returns for whom the browser speaks. Who holds both seats may say so;
// otherwise it is who must act.
func (k *socket) speaks(as string) (by board.Color, agreed play.Settings, seq int) {
	k.story.mu.Lock()
	defer k.story.mu.Unlock()
	m := k.story.match
	agreed, seq = m.Settings(), m.Seq()
	held := k.keys.seats(agreed)
	switch {
	case as != "":
		if c := colorOf(as); slices.Contains(held, c) {
			by = c
		}
	case len(held) < 2:
		by = append(held, board.Empty)[0]
	case m.ToMove() != board.Empty:
		by = m.ToMove()
	default:
		by = board.Black
		if !m.Awaits(by) && m.Awaits(board.White) {
			by = board.White
		}
	}
	return by, agreed, seq
}

// key returns the key of a refusal, and one for what should not go wrong.
func (k *socket) key(err error) string {
	var match play.Refusal
	var rules game.Refusal
	switch {
	case err == nil:
		return ""
	case errors.As(err, &match):
		return string(match)
	case errors.As(err, &rules):
		return string(rules)
	}
	k.Log.Error("site: command", "match", k.story.id, "err", err)
	return "not-now"
}
