package chat

import (
	"net/http"
	"net/url"
	"strconv"
	"time"

	"rosette/i18n"
	"rosette/server/moderation"
	"rosette/server/page/shell"
)

// A reportPage is the page with the report form.
type reportPage struct {
	shell.Texts
	About  string // a sentence about the reported person or game
	Quote  []QuoteLine
	Kinds  []moderation.Kind
	Filled moderation.NewReport
	Wrong  string
	Sent   bool
}

// A QuoteLine is a line in a passage as shown on a page.
type QuoteLine struct {
	moderation.QuotedLine
	Time string
}

// QuoteLines returns a passage for a page in a language and a time zone, shown at now.
func QuoteLines(lang string, passage []moderation.QuotedLine, now time.Time, zone string) (lines []QuoteLine) {
	for _, q := range passage {
		lines = append(lines, QuoteLine{q, Moment(lang, q.At, now, zone)})
	}
	return lines
}

// wantedOf reads a report from a form.
func wantedOf(values url.Values) moderation.NewReport {
	number, err := strconv.Atoi(values.Get("number"))
	if err != nil {
		number = 0 // no line has this number
	}
	return moderation.NewReport{
		Kind: moderation.Kind(values.Get("kind")), Room: values.Get("room"), Number: number, Name: values.Get("name"),
		Game: values.Get("game"), Text: values.Get("text"),
	}
}

// report shows the report form.
func (s Pages) report(w http.ResponseWriter, r *http.Request) {
	if r.URL.Query().Has("sent") {
		if lang, _, ok := s.visitor(w, r, "moderation/report"); ok {
			s.Show(w, r, http.StatusOK, "moderation/report", reportPage{Texts: shell.Texts(lang), Sent: true})
		}
		return
	}
	s.showReport(w, r, http.StatusOK, wantedOf(r.URL.Query()), "")
}

// showReport shows the form with an error.
func (s Pages) showReport(
	w http.ResponseWriter, r *http.Request, status int, wanted moderation.NewReport, wrong string,
) {
	lang, v, ok := s.visitor(w, r, "moderation/report")
	if !ok {
		return
	}
	draft, err := s.Moderation.Draft(r.Context(), v, wanted)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	p := reportPage{Texts: shell.Texts(lang), Kinds: moderation.Kinds(), Filled: wanted, Wrong: wrong}
	p.Quote = QuoteLines(p.Lang(), draft.Quote, s.Chat.Now(), v.User.Profile.Zone)
	if p.About = p.T("moderation.report.game"); draft.AccusedName != "" {
		p.About = i18n.T(lang, "moderation.report.person", i18n.Args{"name": i18n.Verbatim(draft.AccusedName)})
	}
	s.Show(w, r, status, "moderation/report", p)
}

// sendReport stores a report.
func (s Pages) sendReport(w http.ResponseWriter, r *http.Request) {
	v, ok := s.form(w, r)
	if !ok {
		return
	}
	wanted := wantedOf(r.PostForm)
	_, err := s.Moderation.Report(r.Context(), v, s.Web.Address(r), wanted)
	if err == nil {
		http.Redirect(w, r, "/report?sent=1", http.StatusSeeOther)
		return
	}
	if status, why, ok := s.mended(w, r, "moderation/report", err); ok {
		s.showReport(w, r, status, wanted, why)
	}
}
