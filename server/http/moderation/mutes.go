package moderation

import (
	"context"
	"net/http"
	"slices"
	"time"

	"rosette/server/chat"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

type (
	// NewMute is whom a moderator mutes: a user by name, or who has said a line.
	NewMute struct {
		Name   string `json:"name,omitempty" maxLength:"100"`
		Room   string `json:"room,omitempty" maxLength:"100"`
		Number int    `json:"number,omitempty"`
		Report string `json:"report,omitempty" maxLength:"64" doc:"The id of a report that quotes the line, where you may not read the room yourself"`
		Hours  int    `json:"hours" doc:"1 to 8784"`
		Reason string `json:"reason" doc:"Up to 200 characters; who is muted reads it"`
	}
	// A Silenced is who is muted.
	Silenced struct {
		Actor  string `json:"actor"`
		Name   string `json:"name"`
		Until  int64  `json:"until"`
		Reason string `json:"reason"`
	}
	// A HiddenLine is a line that a moderator hides.
	HiddenLine struct {
		Room   string `json:"room" maxLength:"100"`
		Number int    `json:"number"`
		Report string `json:"report,omitempty" maxLength:"64" doc:"The id of a report that quotes the line, where you may not read the room yourself"`
		Reason string `json:"reason,omitempty" doc:"Up to 200 characters"`
	}
	muteInput   struct{ Body NewMute }
	mutesOutput struct{ Body []Silenced }
	actorInput  struct {
		Actor string `query:"actor" maxLength:"100"`
	}
	hideInput struct{ Body HiddenLine }
)

// mostHours is more than any mute has.
const mostHours = 1 << 14

// Mutes returns who is muted now.
func (s *Server) Mutes(r *http.Request) (all []Silenced, err error) {
	if _, err := s.Moderator(r); err != nil {
		return nil, err
	}
	mutes, err := s.Table.Mutes(r.Context(), s.Now(), mostMutes)
	all = []Silenced{}
	for _, m := range mutes {
		all = append(all, Silenced{m.Actor, m.Name, m.Until.UnixMilli(), m.Reason})
	}
	return all, s.Problem(err)
}

// Line returns a line for a moderator; report is as in [HiddenLine].
func (s *Server) Line(r *http.Request, room string, number int, report string) (chat.Line, error) {
	v, err := s.Moderator(r)
	if err != nil {
		return chat.Line{}, err
	}
	l, err := s.line(r.Context(), v, room, number, report)
	return l, s.Problem(err)
}

// line returns a line on which a moderator may act: one that he may read like everybody
// else, or one that a report quotes. Conversations of others, private games and what players
// say to each other while they play are not open to moderators.
func (s *Server) line(ctx context.Context, v web.Visitor, room string, number int, report string) (chat.Line, error) {
	var quoted moderation.Report
	var err error
	if report == "" {
		err = s.Talk.MayRead(ctx, v, room)
	} else {
		quoted, err = s.reportOf(ctx, v, report)
	}
	if err != nil {
		return chat.Line{}, err
	}
	l, err := s.Talk.Lines.Line(ctx, room, number)
	if err == nil && report != "" && !quotes(quoted, l) {
		err = chat.ErrNoLine
	}
	if err != nil {
		return chat.Line{}, err
	}
	return l, nil
}

// quotes reports whether a report quotes a line. The passage of a report of a game, which
// names no room, may be of both parts of its chat.
func quotes(r moderation.Report, l chat.Line) bool {
	match, _, _ := chat.MatchOf(l.Room)
	if r.Room != l.Room && (r.Room != "" || r.Game == "" || r.Game != match) {
		return false
	}
	return slices.ContainsFunc(r.Quote, func(said moderation.Said) bool { return said.Number == l.Number && said.At.Equal(l.At) })
}

// Mute mutes somebody for the moderator who sends a request.
func (s *Server) Mute(r *http.Request, wanted NewMute) error {
	v, err := s.Moderator(r)
	if err != nil {
		return err
	}
	ctx := acting(r)
	span := time.Duration(min(max(wanted.Hours, 0), mostHours)) * time.Hour
	m := moderation.Mute{By: string(v.Actor), At: s.Now(), Until: s.Now().Add(span)}
	if wanted.Room != "" {
		var l chat.Line
		if l, err = s.line(ctx, v, wanted.Room, wanted.Number, wanted.Report); err == nil {
			m.Actor = l.Actor
			m.Name, err = s.nameOf(ctx, l.Actor, l.Name)
		}
	} else {
		u, failed := s.Accounts.Named(ctx, wanted.Name)
		m.Actor, m.Name, err = u.Actor(), u.Name, failed
	}
	if err == nil {
		err = s.mute(ctx, v, m, wanted)
	}
	return s.Problem(err)
}

// mute stores a mute with its log entry and notifies the muted person.
func (s *Server) mute(ctx context.Context, v web.Visitor, m moderation.Mute, wanted NewMute) (err error) {
	if m.Reason, err = ReasonOf(wanted.Reason); err != nil {
		return err
	}
	if err := moderation.CheckSpan(m.Until.Sub(m.At)); err != nil {
		return err
	}
	if err := s.mayActOn(ctx, v, m.Actor); err != nil {
		return err
	}
	e := moderation.Entry{Act: moderation.ActMute, On: m.Name, Until: m.Until, Reason: m.Reason}
	if err := s.acts(v, e).Mutes.SetMute(ctx, m); err != nil {
		return err
	}
	return s.Talk.TellMuted(m)
}

// Unmute lets an actor write again.
func (s *Server) Unmute(r *http.Request, actor string) error {
	v, err := s.Moderator(r)
	if err != nil {
		return err
	}
	ctx := acting(r)
	if err := s.mayActOn(ctx, v, actor); err != nil {
		return s.Problem(err)
	}
	m, err := s.Table.Mute(ctx, actor)
	if err == nil {
		_, err = s.acts(v, moderation.Entry{Act: moderation.ActUnmute, On: m.Name}).Mutes.EndMute(ctx, actor, s.Now())
	}
	if err != nil {
		return s.Problem(err)
	}
	return s.Problem(s.Talk.TellMuted(moderation.Mute{Actor: actor}))
}

// Hide hides a line.
func (s *Server) Hide(r *http.Request, wanted HiddenLine) error {
	v, err := s.Moderator(r)
	if err != nil {
		return err
	}
	reason, err := ReasonOf(wanted.Reason)
	if err != nil {
		return s.Problem(err)
	}
	ctx := acting(r)
	l, err := s.line(ctx, v, wanted.Room, wanted.Number, wanted.Report)
	if err != nil {
		return s.Problem(err)
	}
	name, err := s.nameOf(ctx, l.Actor, l.Name)
	if err != nil {
		return s.Problem(err)
	}
	e := moderation.Entry{Act: moderation.ActHide, On: name, About: wanted.Room, Quote: l.Text, Reason: reason}
	hidden, err := s.acts(v, e).Lines.Hide(ctx, wanted.Room, wanted.Number)
	if err != nil {
		return s.Problem(err)
	}
	return s.Problem(s.Talk.TellHidden(hidden))
}

func (s *Server) getMutes(ctx context.Context, _ *noInput) (*mutesOutput, error) {
	all, err := s.Mutes(web.RequestOf(ctx))
	return &mutesOutput{all}, err
}

func (s *Server) postMute(ctx context.Context, in *muteInput) (*noOutput, error) {
	return &noOutput{}, s.Mute(web.RequestOf(ctx), in.Body)
}

func (s *Server) deleteMute(ctx context.Context, in *actorInput) (*noOutput, error) {
	return &noOutput{}, s.Unmute(web.RequestOf(ctx), in.Actor)
}

func (s *Server) postHide(ctx context.Context, in *hideInput) (*noOutput, error) {
	return &noOutput{}, s.Hide(web.RequestOf(ctx), in.Body)
}
