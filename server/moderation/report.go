package moderation

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

	"rosette/server/account"
	"rosette/server/chat"
)

// MaxReports bounds the reports of an address in an hour.
const MaxReports = 10

// mostReports is how many reports a page of the list has.
const mostReports = 100

// A NewReport is a report on a line, a game or a person: on the first that is set.
type NewReport struct {
	Kind   Kind
	Room   string // of a line
	Number int    // of a line
	Game   string
	Name   string // of a person
	Text   string // up to [MaxText] characters
}

// Draft returns the report that a visitor would make. Its quotation leaves out what the
// visitor does not see.
func (s *Service) Draft(ctx context.Context, v account.Visitor, wanted NewReport) (Report, error) {
	r, passage, err := s.draft(ctx, v, wanted)
	if err != nil {
		return r, err
	}
	blocks, err := s.Chat.Blocks(ctx, v)
	unseen := func(l chat.Line) bool { return l.Hidden || blocks[l.Actor] && l.Number != r.Number }
	r.Quote = quote(slices.DeleteFunc(slices.Clone(passage), unseen), r.Number)
	return r, err
}

// Report stores a report of a visitor at an address. Visitors report only what they may read.
func (s *Service) Report(ctx context.Context, v account.Visitor, address string, wanted NewReport) (Report, error) {
	r, passage, err := s.draft(ctx, v, wanted)
	if err != nil {
		return r, err
	}
	r.Quote = quote(passage, r.Number)
	if err := r.Check(); err != nil {
		return r, err
	}
	if wait, ok := s.Reports.Take(address); !ok {
		return r, tooManyReports(wait.Round(time.Second))
	}
	return r, s.Table.Report(ctx, r)
}

// tooManyReports returns [ErrTooManyReports] with the time to wait.
func tooManyReports(wait time.Duration) error {
	e := ErrTooManyReports.With("n", int(wait.Seconds()))
	e.Wait = wait
	return e
}

// draft returns a report without its quotation, and the passage to quote.
func (s *Service) draft(ctx context.Context, v account.Visitor, wanted NewReport) (Report, []chat.Line, error) {
	if v.Actor == "" {
		return Report{}, nil, chat.ErrStranger
	}
	r := Report{
		ID: account.NewKey(), Kind: wanted.Kind, By: string(v.Actor), ByName: v.User.Name,
		Text: strings.TrimSpace(account.Clean(wanted.Text)), At: s.Now(), State: Open,
	}
	var err error
	if v.User.ID == "" {
		if r.ByName, err = s.Accounts.GuestName(ctx, r.By); err != nil {
			return r, nil, err
		}
	}
	var passage []chat.Line
	switch {
	case wanted.Room != "":
		passage, err = s.aboutLine(ctx, v, &r, wanted.Room, wanted.Number)
	case wanted.Game != "":
		passage, err = s.aboutGame(ctx, v, &r, wanted.Game)
	default:
		var other account.User
		other, err = s.Accounts.Named(ctx, wanted.Name)
		r.On, r.OnName = other.Actor(), other.Name
	}
	return r, passage, noGame(err)
}

// aboutLine makes a report one on a line, and returns the passage around it.
func (s *Service) aboutLine(
	ctx context.Context, v account.Visitor, r *Report, room string, number int,
) ([]chat.Line, error) {
	if err := s.Chat.CheckRead(ctx, v, room); err != nil {
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
	r.Room, r.Number = room, number
	r.On, r.OnName = line.Actor, line.Name
	r.Game, _, _ = chat.MatchOf(room)
	i := slices.IndexFunc(lines, func(l chat.Line) bool { return l.Number == number })
	if i < 0 { // an old line
		return []chat.Line{line}, nil
	}
	return lines[max(0, i-Passage):min(len(lines), i+After+1)], nil
}

// aboutGame makes a report one on a game, and on the opponent if a player makes it. It returns
// the last lines of the chat that the visitor reads.
func (s *Service) aboutGame(ctx context.Context, v account.Visitor, r *Report, game string) ([]chat.Line, error) {
	c, err := s.Chat.MatchChat(ctx, v, game)
	if err != nil {
		return nil, err
	}
	r.Game = game
	var others []string
	for _, p := range c.Players {
		if !isOwn(v, p.Actor) {
			others = append(others, p.Actor)
		}
	}
	if len(others) == 1 {
		r.On = others[0]
		if r.OnName, err = s.Accounts.ActorName(ctx, r.On); err != nil {
			return nil, err
		}
	}
	var lines []chat.Line
	for _, part := range c.Parts {
		last, err := s.Lines.Lines(ctx, part.Room(game), Passage)
		if err != nil {
			return nil, err
		}
		lines = append(lines, last...)
	}
	slices.SortStableFunc(lines, func(a, b chat.Line) int { return a.At.Compare(b.At) })
	return lines, nil
}

// quote returns lines as a quotation; about is the number of the reported one.
func quote(lines []chat.Line, about int) (quoted []QuotedLine) {
	for _, l := range lines {
		q := QuotedLine{Number: l.Number, Name: l.Name, Text: l.Text, At: l.At, About: l.Number == about}
		quoted = append(quoted, q)
	}
	return quoted
}

// ListReports returns the open reports, the oldest first, or the others, the latest first: up
// to 100 after the report of an id, and whether there are more. It leaves out reports on the
// moderator.
func (s *Service) ListReports(
	ctx context.Context, v account.Visitor, open bool, after string,
) (all []Report, more bool, err error) {
	if err := s.CheckModerator(v); err != nil {
		return nil, false, err
	}
	var last Report
	if after != "" {
		if last, err = s.Table.ReportOf(ctx, after); err != nil {
			return nil, false, err
		}
	}
	for {
		some, err := s.Table.Reports(ctx, open, last, mostReports)
		if err != nil {
			return nil, false, err
		}
		for _, last = range some {
			own, err := s.accuses(ctx, last, v)
			switch {
			case err != nil:
				return nil, false, err
			case own:
				continue
			case len(all) == mostReports:
				return all, true, nil
			}
			all = append(all, last)
		}
		if len(some) < mostReports {
			return all, false, nil
		}
	}
}

// ReportOf returns a report.
func (s *Service) ReportOf(ctx context.Context, v account.Visitor, id string) (Report, error) {
	if err := s.CheckModerator(v); err != nil {
		return Report{}, err
	}
	return s.report(ctx, v, id)
}

// CloseReport closes a report as acted on or dismissed. Its author gets the outcome.
func (s *Service) CloseReport(ctx context.Context, v account.Visitor, id string, outcome State, reason string) error {
	if err := s.CheckModerator(v); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	r, err := s.report(ctx, v, id)
	if err != nil {
		return err
	}
	if err := s.mayClose(ctx, v, r); err != nil {
		return err
	}
	if reason, err = CleanReason(reason); err != nil {
		return err
	}
	if r, err = r.Close(outcome, cmp.Or(v.User.Name, OperatorName), reason, s.Now()); err != nil {
		return err
	}
	e := Entry{Act: ActClose, On: r.OnName, About: string(outcome), Reason: reason}
	if err := s.logged(v, e).Reports.Settle(ctx, r); err != nil {
		return err
	}
	return s.addOutcome(ctx, r)
}
