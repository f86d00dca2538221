package moderators

import (
	"context"
	"net/http"

	"rosette/api/web"
	"rosette/moderation"
)

type (
	reportsInput struct {
		Closed bool `query:"closed" doc:"Those that are closed instead of the open ones"`
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
// first.
func (s *Server) Reports(r *http.Request, open bool) ([]moderation.Report, error) {
	if _, err := s.Moderator(r); err != nil {
		return nil, err
	}
	all, err := s.Table.Reports(r.Context(), open, mostReports)
	return append([]moderation.Report{}, all...), s.Problem(err)
}

// ReportOf returns a report.
func (s *Server) ReportOf(r *http.Request, id string) (moderation.Report, error) {
	if _, err := s.Moderator(r); err != nil {
		return moderation.Report{}, err
	}
	report, err := s.Table.ReportOf(r.Context(), id)
	return report, s.Problem(err)
}

// CloseReport closes a report. Who has made it is told the outcome.
func (s *Server) CloseReport(r *http.Request, id, outcome, reason string) error {
	v, err := s.Moderator(r)
	if err != nil {
		return err
	}
	ctx := r.Context()
	report, err := s.Table.ReportOf(ctx, id)
	if err != nil {
		return s.Problem(err)
	}
	if reason, err = ReasonOf(reason); err != nil {
		return s.Problem(err)
	}
	if report, err = report.Close(moderation.State(outcome), v.User.Name, reason, s.Now()); err != nil {
		return s.Problem(err)
	}
	if err := s.Table.Settle(ctx, report); err != nil {
		return s.Problem(err)
	}
	if err := s.Talk.TellOutcome(ctx, report); err != nil {
		return s.Problem(err)
	}
	return s.Problem(s.log(ctx, v, moderation.Entry{Act: moderation.ActClose, On: report.OnName, About: outcome, Reason: reason}))
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
	all, err := s.Reports(web.RequestOf(ctx), !in.Closed)
	return &reportsOutput{all}, err
}

func (s *Server) postClose(ctx context.Context, in *closeInput) (*noOutput, error) {
	return &noOutput{}, s.CloseReport(web.RequestOf(ctx), in.ID, in.Body.Outcome, in.Body.Reason)
}

func (s *Server) getLog(ctx context.Context, in *logInput) (*logOutput, error) {
	all, err := s.Entries(web.RequestOf(ctx), in.Below)
	return &logOutput{all}, err
}
