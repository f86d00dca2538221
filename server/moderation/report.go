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

// MaxReports limits the reports per address and hour.
const MaxReports = 10

// mostReports is the page size for the list of reports.
const mostReports = 100

// A NewReport is a request to report a line, a game or a person. The first one set counts.
type NewReport struct {
	Kind   Kind
	Room   string // of the line
	Number int    // of the line
	Game   string
	Name   string // of the person
	Text   string // up to [MaxText] characters
}

// Draft returns the report that a visitor would make. Its quotation omits lines hidden from the
// visitor.
func (s *Service) Draft(ctx context.Context, v account.Visitor, wanted NewReport) (Report, error) {
	r, passage, err := s.draft(ctx, v, wanted)
	if err != nil {
		return r, err
	}
	var shown []chat.Line
	reader := s.Chat.Reader(v)
	for _, l := range passage {
		omitted, err := reader.Omits(ctx, l.Actor)
		if err != nil {
			return r, err
		}
		if !l.Hidden && (!omitted || l.Number == r.Number) {
			shown = append(shown, l)
		}
	}
	r.Quote = quote(shown, r.Number)
	return r, nil
}

// Report stores a report from a visitor at an address. Visitors can only report what they may read.
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
	err = s.Table.Report(ctx, r)
	s.open.clear()
	return r, err
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
		return Report{}, nil, chat.ErrAnonymous
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
		other, err = s.Accounts.UserByName(ctx, wanted.Name)
		r.Accused, r.AccusedName = other.Actor(), other.Name
	}
	return r, passage, noGame(err)
}

// aboutLine sets the reported line and returns the passage around it.
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
	r.Accused, r.AccusedName = line.Actor, line.Name
	r.Game, _, _ = chat.MatchOf(room)
	i := slices.IndexFunc(lines, func(l chat.Line) bool { return l.Number == number })
	if i < 0 { // an old line
		return []chat.Line{line}, nil
	}
	return lines[max(0, i-LinesBefore):min(len(lines), i+LinesAfter+1)], nil
}

// aboutGame sets the reported game, and the opponent if the visitor is a player. It returns the
// last chat lines that the visitor may read.
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
		r.Accused = others[0]
		if r.AccusedName, err = s.Accounts.ActorName(ctx, r.Accused); err != nil {
			return nil, err
		}
	}
	var lines []chat.Line
	for _, part := range c.Parts {
		last, err := s.Lines.Lines(ctx, part.Room(game), LinesBefore)
		if err != nil {
			return nil, err
		}
		lines = append(lines, last...)
	}
	slices.SortStableFunc(lines, func(a, b chat.Line) int { return a.At.Compare(b.At) })
	return lines, nil
}

// quote converts lines to a quotation. about is the number of the reported line.
func quote(lines []chat.Line, about int) (quoted []QuotedLine) {
	for _, l := range lines {
		q := QuotedLine{Number: l.Number, Name: l.Name, Text: l.Text, At: l.At, About: l.Number == about}
		quoted = append(quoted, q)
	}
	return quoted
}

// ListReports returns the open reports, oldest first, or the closed ones, latest first. It returns
// up to 100 reports after the one with an ID, and whether there are more. It omits reports that
// accuse the moderator.
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
			own, err := s.isAccused(ctx, last, v)
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

// CloseReport closes a report as acted on or dismissed and sends its author the outcome.
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
	e := Entry{Act: ActCloseReport, Person: r.AccusedName, About: string(outcome), Reason: reason}
	err = s.tablesWithEntry(v, e).Reports.CloseReport(ctx, r)
	s.open.clear()
	if err != nil {
		return err
	}
	return s.addOutcome(ctx, r)
}
