package moderation

import (
	"cmp"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"rosette/server/chat"
	"rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/moderation"
	chatpage "rosette/server/page/chat"
)

// A reportsPart lists reports.
type reportsPart struct {
	Open, Closed         []reportRow
	MoreOpen, MoreClosed string // addresses of the next pages; "" on the last page
}

// A reportRow is a report as shown on a page.
type reportRow struct {
	moderation.Report
	Time   string
	About  string // the reported person
	From   string
	End    string // how it was closed
	Quote  []chatpage.QuoteLine
	Line   string // address of the line, or ""
	Person string // the reported person's address among people; "" for guests
	Judge  string // address for annulling the game, or ""
	Place  string // address of the reported room or game, or ""
}

// rowOf returns a report as shown on a page.
func (s Pages) rowOf(p page, v web.Visitor, r moderation.Report) reportRow {
	row := reportRow{
		Report: r, Time: s.at(p.Lang(), v, r.At), About: p.T("moderation.on.nobody"),
		From: say(p, "moderation.by", "name", r.ByName),
	}
	if r.AccusedName != "" {
		row.About = say(p, "moderation.on", "name", r.AccusedName)
	}
	if strings.HasPrefix(r.Accused, "user/") && r.AccusedName != "" {
		row.Person = "/admin/people/" + url.PathEscape(r.AccusedName)
	}
	if r.Room != "" {
		row.Line = lineAt(r.Room, r.Number, r.ID)
	}
	if id, ok := chat.RoomOf(r.Room); ok {
		row.Place = "/rooms/" + id
	}
	if r.Game != "" {
		row.Judge, row.Place = "/admin/games/"+r.Game, "/games/"+r.Game
	}
	if r.State != moderation.Open {
		row.End = say(p, "moderation.closed.by", "name", r.ClosedBy, "reason", r.Reason)
	}
	row.Quote = chatpage.QuoteLines(p.Lang(), r.Quote, s.Moderation.Now(), v.User.Profile.Zone)
	return row
}

// lineAt returns the address for moderating a line. report is the ID of the report that quotes it,
// or "".
func lineAt(room string, number int, report string) string {
	at := url.Values{"room": {room}, "number": {strconv.Itoa(number)}}
	if report != "" {
		at.Set("report", report)
	}
	return "/admin/line?" + at.Encode()
}

// reports shows open and closed reports.
func (s Pages) reports(w http.ResponseWriter, r *http.Request) {
	p, v, ok := s.admit(w, r, "reports")
	if !ok {
		return
	}
	p.Reports = &reportsPart{}
	for _, list := range []struct {
		open bool
		key  string // query parameter: the report after which the list continues
		rows *[]reportRow
		more *string
	}{
		{true, "after", &p.Reports.Open, &p.Reports.MoreOpen},
		{false, "closed", &p.Reports.Closed, &p.Reports.MoreClosed},
	} {
		all, more, err := s.Moderation.ListReports(r.Context(), v, list.open, r.URL.Query().Get(list.key))
		if err != nil {
			s.failed(w, r, err)
			return
		}
		for _, one := range all {
			*list.rows = append(*list.rows, s.rowOf(p, v, one))
		}
		if more {
			*list.more = "/admin?" + url.Values{list.key: {all[len(all)-1].ID}}.Encode()
		}
	}
	s.show(w, r, http.StatusOK, p, "")
}

// report shows one report.
func (s Pages) report(w http.ResponseWriter, r *http.Request) { s.showReport(w, r, http.StatusOK, "") }

func (s Pages) showReport(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	p, v, ok := s.admit(w, r, "reports")
	if !ok {
		return
	}
	one, err := s.Moderation.ReportOf(r.Context(), v, r.PathValue("id"))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	row := s.rowOf(p, v, one)
	p.Report = &row
	s.show(w, r, status, p, wrong)
}

// closeReport closes a report.
func (s Pages) closeReport(w http.ResponseWriter, r *http.Request) {
	s.act(w, r, func(v web.Visitor) error {
		outcome := moderation.State(r.PostForm.Get("outcome"))
		return s.Moderation.CloseReport(r.Context(), v, r.PathValue("id"), outcome, r.PostForm.Get("reason"))
	}, done("/admin"), s.showReport)
}

// lineRef reads a line's reference from a query or a form.
func lineRef(r *http.Request) moderation.LineRef {
	return moderation.LineRef{
		Room: r.FormValue("room"), Number: numberOf(r.FormValue("number")), Report: r.FormValue("report"),
	}
}

// A linePart is a line that may be hidden and whose author may be muted.
type linePart struct {
	moderation.LineRef
	Name   string
	Text   string
	Page   string
	Time   string
	Hidden bool
}

// line shows a line to a moderator.
func (s Pages) line(w http.ResponseWriter, r *http.Request) { s.showLine(w, r, http.StatusOK, "") }

func (s Pages) showLine(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	p, v, ok := s.admit(w, r, "")
	if !ok {
		return
	}
	ref := lineRef(r)
	l, err := s.Moderation.Line(r.Context(), v, ref)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	p.Line = &linePart{
		LineRef: ref, Name: cmp.Or(l.Name, p.T("moderation.somebody")), Text: l.Text, Time: s.at(p.Lang(), v, l.At),
		Hidden: l.Hidden,
	}
	if strings.HasPrefix(l.Actor, "user/") && l.Name != "" {
		p.Line.Page = account.Page(l.Name)
	}
	s.show(w, r, status, p, wrong)
}

// actOnLine hides a line, or mutes its author.
func (s Pages) actOnLine(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	ref, reason := lineRef(r), r.PostForm.Get("reason")
	s.act(w, r, func(v web.Visitor) error {
		if r.PostForm.Get("do") == "mute" {
			wanted := moderation.NewMute{Line: ref, Hours: numberOf(r.PostForm.Get("hours")), Reason: reason}
			return s.Moderation.Mute(r.Context(), v, wanted)
		}
		return s.Moderation.HideLine(r.Context(), v, ref, reason)
	}, lineAt(ref.Room, ref.Number, ref.Report)+"&done=1", s.showLine)
}

// A logPart is a part of the log.
type logPart struct {
	Entries []entryRow
	More    string // address of earlier entries
}

// An entryRow is an entry as shown on a page.
type entryRow struct{ Time, Text, Reason string }

// log shows the moderators' log.
func (s Pages) log(w http.ResponseWriter, r *http.Request) {
	p, v, ok := s.admit(w, r, "log")
	if !ok {
		return
	}
	all, err := s.Moderation.Entries(r.Context(), v, numberOf(r.URL.Query().Get("below")))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	p.Log = &logPart{}
	for _, e := range all {
		about, did := e.About, "moderation.did."+string(e.Act)
		switch e.Act {
		case moderation.ActCloseReport:
			did += "." + e.About // the outcome
		case moderation.ActRole:
			about = p.T("moderation.role." + e.About)
		}
		text := say(p, did, "by", cmp.Or(e.ByName, p.T("moderation.operator")), "on",
			cmp.Or(e.Person, p.T("moderation.somebody")),
			"about", about, "quote", e.Quote, "time", s.at(p.Lang(), v, e.Until))
		p.Log.Entries = append(p.Log.Entries, entryRow{s.at(p.Lang(), v, e.At), text, e.Reason})
		p.Log.More = "/admin/log?below=" + strconv.Itoa(e.Number)
		if e.Number == 1 {
			p.Log.More = ""
		}
	}
	s.show(w, r, http.StatusOK, p, "")
}
