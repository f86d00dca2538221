package chat

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"time"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

type (
	// NewReport is what somebody reports: a line, a person or a game.
	NewReport struct {
		Kind   string `json:"kind" doc:"cheating, insults, spam or other"`
		Room   string `json:"room,omitempty" doc:"Of a line: the topic of its room or conversation, or match/ID/players or match/ID/watchers"`
		Number int    `json:"number,omitempty" doc:"Of a line"`
		Name   string `json:"name,omitempty" doc:"Of a person" maxLength:"100"`
		Game   string `json:"game,omitempty" doc:"The id of a game" maxLength:"64"`
		Text   string `json:"text,omitempty" doc:"What you want to add, up to 1,000 characters"`
	}
	reportInput  struct{ Body NewReport }
	reportOutput struct {
		Body struct {
			ID string `json:"id"`
		}
	}
)

// Draft returns what a request would report: whom, and what of the passage the client sees.
// Only what the client may read itself can be reported.
func (s *Server) Draft(r *http.Request, wanted NewReport) (moderation.Report, error) {
	report, passage, err := s.draft(r, wanted)
	if err != nil {
		return report, err
	}
	v, err := s.Visitor(r)
	if err != nil {
		return report, s.Problem(err)
	}
	blocks, err := s.Blocks(r.Context(), v)
	if err != nil {
		return report, s.Problem(err)
	}
	unseen := func(l chat.Line) bool { return l.Hidden || blocks[l.Actor] && l.Number != report.Number }
	report.Quote = quote(slices.DeleteFunc(slices.Clone(passage), unseen), report.Number)
	return report, nil
}

// draft returns what a request would report, and the passage as it was said.
func (s *Server) draft(r *http.Request, wanted NewReport) (moderation.Report, []chat.Line, error) {
	v, err := s.Visitor(r)
	switch {
	case err != nil:
		return moderation.Report{}, nil, s.Problem(err)
	case v.Actor == "":
		return moderation.Report{}, nil, s.Problem(chat.ErrStranger)
	}
	report := moderation.Report{
		ID: account.NewKey(), Kind: moderation.Kind(wanted.Kind), By: string(v.Actor), ByName: v.User.Name,
		Text: strings.TrimSpace(account.Clean(wanted.Text)), At: s.Now(), State: moderation.Open,
	}
	if v.User.ID == "" {
		if report.ByName, err = s.Accounts.GuestName(r.Context(), report.By); err != nil {
			return report, nil, s.Problem(err)
		}
	}
	var passage []chat.Line
	switch {
	case wanted.Room != "":
		passage, err = s.aboutLine(r.Context(), v, &report, wanted.Room, wanted.Number)
	case wanted.Game != "":
		passage, err = s.aboutGame(r.Context(), v, &report, wanted.Game)
	default:
		var other account.User
		other, err = s.Accounts.Named(r.Context(), wanted.Name)
		report.On, report.OnName = other.Actor(), other.Name
	}
	return report, passage, s.Problem(err)
}

// aboutLine makes a report one of a line, and returns the passage around it.
func (s *Server) aboutLine(ctx context.Context, v web.Visitor, r *moderation.Report, room string, number int) ([]chat.Line, error) {
	if err := s.MayRead(ctx, v, room); err != nil {
		return nil, err
	}
	line, err := s.Lines.Line(ctx, room, number)
	if err != nil {
		return nil, err
	}
	lines, err := s.Lines.Lines(ctx, room, chat.MaxLines)
	if err != nil {
		return nil, err
	}
	r.Room, r.Number, r.On, r.OnName = room, number, line.Actor, line.Name
	if match, _, ok := chat.MatchOf(room); ok {
		r.Game = match
	}
	at := slices.IndexFunc(lines, func(l chat.Line) bool { return l.Number == number })
	if at < 0 { // long ago
		lines, at = []chat.Line{line}, 0
	}
	return lines[max(0, at-moderation.Passage):min(len(lines), at+moderation.After+1)], nil
}

// quote returns lines as they are; about is the number of the one that is reported.
func quote(lines []chat.Line, about int) (quoted []moderation.Said) {
	for _, l := range lines {
		quoted = append(quoted, moderation.Said{Number: l.Number, Name: l.Name, Text: l.Text, At: l.At, About: l.Number == about})
	}
	return quoted
}

// MayRead returns an error unless somebody may read a room.
func (s *Server) MayRead(ctx context.Context, v web.Visitor, room string) error {
	if id, ok := chat.RoomOf(room); ok {
		_, err := s.RoomNamed(ctx, id)
		return err
	}
	if id, ok := chat.DirectOf(room); ok {
		_, _, err := s.conversation(ctx, v, id)
		return err
	}
	match, part, ok := chat.MatchOf(room)
	if !ok {
		return chat.ErrNoLine
	}
	parts, _, err := s.Reads(ctx, v, match)
	if err == nil && !slices.Contains(parts, part) {
		err = chat.ErrNoLine
	}
	return err
}

// aboutGame makes a report one of a game: of the opponent if a player reports it. It returns
// the last lines of the chat that the reporter reads.
func (s *Server) aboutGame(ctx context.Context, v web.Visitor, r *moderation.Report, game string) ([]chat.Line, error) {
	parts, players, err := s.Reads(ctx, v, game)
	if err != nil {
		return nil, err
	}
	r.Game = game
	own := v.Own()
	others := slices.DeleteFunc(slices.Clone(players), func(actor string) bool { return slices.Contains(own, web.Actor(actor)) })
	if len(others) == 1 {
		r.On = others[0]
		if r.OnName, err = s.Accounts.ActorName(ctx, r.On); err != nil {
			return nil, err
		}
	}
	var lines []chat.Line
	for _, part := range parts {
		said, err := s.Lines.Lines(ctx, part.Room(game), moderation.Passage)
		if err != nil {
			return nil, err
		}
		lines = append(lines, said...)
	}
	slices.SortStableFunc(lines, func(a, b chat.Line) int { return a.At.Compare(b.At) })
	return lines, nil
}

// Report keeps what the client of a request reports.
func (s *Server) Report(r *http.Request, wanted NewReport) (moderation.Report, error) {
	report, passage, err := s.draft(r, wanted)
	if err == nil {
		report.Quote = quote(passage, report.Number)
		err = s.Problem(report.Check())
	}
	if err != nil {
		return report, err
	}
	if wait, ok := s.reports.Take(s.Address(r)); !ok {
		return report, web.TooMany("moderation.report.too-many", wait.Round(time.Second), nil)
	}
	return report, s.Problem(s.Moderation.Report(r.Context(), report))
}

func (s *Server) postReport(ctx context.Context, in *reportInput) (*reportOutput, error) {
	report, err := s.Report(web.RequestOf(ctx), in.Body)
	out := &reportOutput{}
	out.Body.ID = report.ID
	return out, err
}
