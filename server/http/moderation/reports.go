package moderation

import (
	"context"
	"errors"
	"net/http"
	"slices"

	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

type (
	reportsInput struct {
		Closed bool   `query:"closed" doc:"Those that are closed instead of the open ones"`
		After  string `query:"after" doc:"The id of a report: that of the last one continues the list" maxLength:"64"`
	}
	reportsOutput struct{ Body []moderation.Report }
	closeInput    struct {
		ID   string `path:"id" maxLength:"64"`
		Body struct {
			Outcome string `json:"outcome" doc:"acted or dismissed"`
			Reason  string `json:"reason" doc:"Up to 200 characters, for other moderators"`
		}
	}
	logInput struct {
		Below int `query:"below" minimum:"0" doc:"Entries with a lower number: that of the last one continues the list"`
	}
	logOutput struct{ Body []moderation.Entry }
)

// Reports returns the reports that are open, the oldest first, or the others, the latest
// first: those behind the report of an id, "" for the first ones, and whether there are more.
// What a moderator is accused of is for others to see.
func (s *Server) Reports(r *http.Request, open bool, after string) (all []moderation.Report, more bool, err error) {
	v, err := s.Moderator(r)
	if err != nil {
		return nil, false, err
	}
	ctx, all := r.Context(), []moderation.Report{}
	var last moderation.Report
	if after != "" {
		if last, err = s.Table.ReportOf(ctx, after); err != nil {
			return nil, false, s.Problem(err)
		}
	}
	for {
		some, err := s.Table.Reports(ctx, open, last, mostReports)
		if err != nil {
			return nil, false, s.Problem(err)
		}
		for _, last = range some {
			if own, err := s.accuses(ctx, last, v); err != nil {
				return nil, false, s.Problem(err)
			} else if own {
				continue
			}
			if len(all) == mostReports {
				return all, true, nil
			}
			all = append(all, last)
		}
		if len(some) < mostReports {
			return all, false, nil
		}
	}
}

// accused returns the actors whom a report is about: both players of a game if it names
// nobody.
func (s *Server) accused(ctx context.Context, r moderation.Report) ([]string, error) {
	if r.On != "" || r.Game == "" {
		return []string{r.On}, nil
	}
	settings, err := s.Games.Settings(ctx, r.Game)
	if errors.Is(err, play.ErrNoMatch) || errors.Is(err, play.ErrDamaged) || errors.Is(err, play.ErrUnknownEvent) { // nobody reads it
		return nil, nil
	}
	return []string{settings.Black.Actor(), settings.White.Actor()}, err
}

// accuses reports whether a report is about a visitor.
func (s *Server) accuses(ctx context.Context, r moderation.Report, v web.Visitor) (bool, error) {
	actors, err := s.accused(ctx, r)
	return slices.ContainsFunc(actors, func(actor string) bool { return isOwn(v, actor) }), err
}

// reportOf returns a report as a moderator sees it: [moderation.ErrNoReport] if it is about
// himself.
func (s *Server) reportOf(ctx context.Context, v web.Visitor, id string) (moderation.Report, error) {
	report, err := s.Table.ReportOf(ctx, id)
	if err != nil {
		return moderation.Report{}, err
	}
	own, err := s.accuses(ctx, report, v)
	if err == nil && own {
		err = moderation.ErrNoReport
	}
	if err != nil {
		return moderation.Report{}, err
	}
	return report, nil
}

// ReportOf returns a report.
func (s *Server) ReportOf(r *http.Request, id string) (moderation.Report, error) {
	v, err := s.Moderator(r)
	if err != nil {
		return moderation.Report{}, err
	}
	report, err := s.reportOf(r.Context(), v, id)
	return report, s.Problem(err)
}

// CloseReport closes a report. Who has made it is told the outcome.
func (s *Server) CloseReport(r *http.Request, id, outcome, reason string) error {
	v, err := s.Moderator(r)
	if err != nil {
		return err
	}
	ctx := acting(r)
	report, err := s.reportOf(ctx, v, id)
	if err == nil {
		err = s.mayClose(ctx, v, report)
	}
	if err != nil {
		return s.Problem(err)
	}
	if reason, err = ReasonOf(reason); err != nil {
		return s.Problem(err)
	}
	if report, err = report.Close(moderation.State(outcome), v.User.Name, reason, s.Now()); err != nil {
		return s.Problem(err)
	}
	e := moderation.Entry{Act: moderation.ActClose, On: report.OnName, About: outcome, Reason: reason}
	if err := s.acts(v, e).Reports.Settle(ctx, report); err != nil {
		return s.Problem(err)
	}
	return s.Problem(s.Talk.TellOutcome(ctx, report))
}

// mayClose returns a refusal if a moderator may not close a report: nobody closes his own.
func (s *Server) mayClose(ctx context.Context, v web.Visitor, r moderation.Report) error {
	if isOwn(v, r.By) {
		return moderation.ErrInvolved
	}
	actors, err := s.accused(ctx, r)
	if err != nil {
		return err
	}
	return s.mayJudge(ctx, v, actors...)
}

// Entries returns what moderators have done, the latest first, with numbers below one; the
// last ones for 0.
func (s *Server) Entries(r *http.Request, below int) ([]moderation.Entry, error) {
	if _, err := s.Moderator(r); err != nil {
		return nil, err
	}
	all, err := s.Table.Entries(r.Context(), below, mostEntries)
	return append([]moderation.Entry{}, all...), s.Problem(err)
}

func (s *Server) getReports(ctx context.Context, in *reportsInput) (*reportsOutput, error) {
	all, _, err := s.Reports(web.RequestOf(ctx), !in.Closed, in.After)
	return &reportsOutput{all}, err
}

func (s *Server) postClose(ctx context.Context, in *closeInput) (*noOutput, error) {
	return &noOutput{}, s.CloseReport(web.RequestOf(ctx), in.ID, in.Body.Outcome, in.Body.Reason)
}

func (s *Server) getLog(ctx context.Context, in *logInput) (*logOutput, error) {
	all, err := s.Entries(web.RequestOf(ctx), in.Below)
	return &logOutput{all}, err
}
