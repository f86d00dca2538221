package chat

import (
	"net/http"
	"net/url"

	"rosette/i18n"
	"rosette/server/chat"
	"rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// A messagesPage lists conversations.
type messagesPage struct {
	shell.Texts
	Conversations []conversationRow
	Friends       []conversationRow
	Outcomes      []outcomeRow // outcomes of reports
	Wrong         string       // error about the name
	Typed         string
}

// A conversationRow is a conversation in a list, or a friend.
type conversationRow struct {
	Name, Path, Unread, Time string
}

// conversationsOnHome is the number of conversations shown.
const conversationsOnHome = 5

// Unread returns the data for the template "unread": the client's latest conversations with unread
// lines, or nil without such conversations.
func (s Pages) Unread(r *http.Request, lang string) (any, error) {
	v, err := s.Web.Visitor(r)
	if err != nil || v.User.ID == "" {
		return nil, err
	}
	all, err := s.Chat.UnreadConversations(r.Context(), v, conversationsOnHome)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	p := messagesPage{Texts: shell.Texts(lang)}
	for _, c := range all {
		row := conversationRow{Name: c.Name, Path: pathOf(c.Name), Unread: p.Count("chat.unread", c.Unread)}
		p.Conversations = append(p.Conversations, row)
	}
	return p, nil
}

// An outcomeRow is the outcome of a report.
type outcomeRow struct {
	Text, Time string
	New        bool
}

// outcomes returns the outcomes of a visitor's reports, and marks them as read.
func (s Pages) outcomes(r *http.Request, lang string, v web.Visitor) (rows []outcomeRow, err error) {
	all, err := s.Moderation.Outcomes(r.Context(), v)
	for _, o := range all {
		key := "chat.outcome." + string(o.State)
		if o.Name == "" {
			key += ".nobody"
		}
		text := i18n.T(lang, key, i18n.Args{"name": i18n.Verbatim(o.Name)})
		rows = append(rows, outcomeRow{text, s.line(lang, v, "", chat.Line{At: o.At}).Time, o.New})
	}
	if err == nil {
		err = s.Moderation.ReadOutcomes(r.Context(), v)
	}
	return rows, err
}

// pathOf returns the address of the conversation with a user.
func pathOf(name string) string { return "/messages/" + url.PathEscape(name) }

// messages shows the user's conversations.
func (s Pages) messages(w http.ResponseWriter, r *http.Request) {
	s.showMessages(w, r, http.StatusOK, func(*messagesPage) {})
}

// showMessages shows the user's conversations, with the form as modified by change.
func (s Pages) showMessages(w http.ResponseWriter, r *http.Request, status int, change func(*messagesPage)) {
	lang, v, ok := s.visitor(w, r, "chat/messages")
	if !ok {
		return
	}
	all, err := s.Chat.Conversations(r.Context(), v)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	friends, err := s.Chat.Friends(r.Context(), v.User)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	p := messagesPage{Texts: shell.Texts(lang)}
	if p.Outcomes, err = s.outcomes(r, lang, v); err != nil {
		s.failed(w, r, err)
		return
	}
	for _, c := range all {
		row := conversationRow{
			Name: c.Name, Path: pathOf(c.Name), Time: s.line(p.Lang(), v, "", chat.Line{At: c.Latest}).Time,
		}
		if c.Unread > 0 {
			row.Unread = p.Count("chat.unread", c.Unread)
		}
		p.Conversations = append(p.Conversations, row)
	}
	for _, u := range friends {
		p.Friends = append(p.Friends, conversationRow{Name: u.Name, Path: pathOf(u.Name)})
	}
	change(&p)
	s.Show(w, r, status, "chat/messages", p)
}

// openConversation redirects to the conversation with a user.
func (s Pages) openConversation(w http.ResponseWriter, r *http.Request) {
	v, ok := s.form(w, r)
	if !ok {
		return
	}
	name := r.PostForm.Get("name")
	d, err := s.Chat.Direct(r.Context(), v, name, false)
	if err == nil {
		http.Redirect(w, r, pathOf(d.Name), http.StatusSeeOther)
		return
	}
	if status, why, ok := s.mended(w, r, "chat/messages", err); ok {
		s.showMessages(w, r, status, func(p *messagesPage) { p.Wrong, p.Typed = why, name })
	}
}

// A conversationPage shows a conversation.
type conversationPage struct {
	chatPage
	Name, Person string
}

// conversation shows the conversation with a user.
func (s Pages) conversation(w http.ResponseWriter, r *http.Request) {
	s.showConversation(w, r, http.StatusOK, func(*chatPage) {})
}

// showConversation shows a conversation, with the form as modified by change.
func (s Pages) showConversation(w http.ResponseWriter, r *http.Request, status int, change func(*chatPage)) {
	lang, v, ok := s.visitor(w, r, "chat/conversation")
	if !ok {
		return
	}
	d, err := s.Chat.Direct(r.Context(), v, r.PathValue("name"), true)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	heading := i18n.T(lang, "chat.with", i18n.Args{"name": i18n.Verbatim(d.Name)})
	p := conversationPage{Name: d.Name, Person: account.Page(d.Name), chatPage: chatPage{
		Texts: shell.Texts(lang), Heading: heading, Path: pathOf(d.Name),
		Send: "/api/chat/messages/" + url.PathEscape(d.Name),
		Read: "/api/chat/messages/" + url.PathEscape(d.Name) + "/read",
	}}
	topic := ""
	if d.ID != "" {
		topic = d.Topic()
	}
	s.fill(r, v, &p.chatPage, topic, d.Lines)
	if p.cannotWrite, err = s.refusalNotice(r, lang, v, p.Path, d.Refusal); err != nil {
		s.Failed(w, r, err)
		return
	}
	change(&p.chatPage)
	s.Show(w, r, status, "chat/conversation", p)
}

// sayTo sends a message to a user.
func (s Pages) sayTo(w http.ResponseWriter, r *http.Request) {
	v, ok := s.form(w, r)
	if !ok {
		return
	}
	_, err := s.Chat.PostTo(r.Context(), v, r.PathValue("name"), r.PostForm.Get("text"))
	s.lineResponse(w, r, "chat/conversation", err, s.showConversation)
}
