package account

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
)

// SessionLife is the lifetime of an unused session.
const SessionLife = 365 * 24 * time.Hour

// FreshFor is the time limit after a sign-in for changes to sign-in methods and tokens without
// another confirmation.
const FreshFor = 10 * time.Minute

// seenEvery is the precision of a session's last use. Each update waits for the disk.
const seenEvery = 10 * time.Minute

// A Session lets the holder of its key act as an actor.
type Session struct {
	KeyHash string // see [KeyHash]
	Actor   string
	Created time.Time
	Seen    time.Time // about the time of the last use
	Device  Device
	Method  Method // of the sign-in
}

// A Method is a way to sign in.
type Method string

// The methods. Guest sessions have ByPassword. ByVerifiedPasskey means that the device has checked
// a fingerprint, a face or a code.
const (
	ByPassword        Method = ""
	ByPasskey         Method = "passkey"
	ByVerifiedPasskey Method = "verified-passkey"
	ByLink            Method = "link" // in an e-mail
)

// expired reports whether the session has been unused for SessionLife.
func (s Session) expired(now time.Time) bool { return now.Sub(s.Last()) > SessionLife }

// Fresh reports whether the sign-in or the last confirmation was at most [FreshFor] ago. A
// confirmation begins another session.
func (s Session) Fresh(now time.Time) bool { return now.Sub(s.Created) < FreshFor }

// Last returns about the time of the session's last use, or its creation if an earlier version made
// it.
func (s Session) Last() time.Time {
	if s.Seen.IsZero() {
		return s.Created
	}
	return s.Seen
}

// A Device is the browser and operating system of a session, such as "Firefox/Android". It contains
// only the common names and no other part of the User-Agent.
type Device string

// Browser returns the browser's name, or "" if it is unknown.
func (d Device) Browser() string { b, _, _ := strings.Cut(string(d), "/"); return b }

// System returns the operating system's name, or "" if it is unknown.
func (d Device) System() string { _, s, _ := strings.Cut(string(d), "/"); return s }

// browsers and systems are names, each with a word that identifies it in a User-Agent. The first
// match counts, since most browsers also claim to be others.
var (
	browsers = [][2]string{
		{"Edg", "Edge"},
		{"OPR/", "Opera"},
		{"SamsungBrowser", "Samsung"},
		{"Vivaldi", "Vivaldi"},
		{"Firefox", "Firefox"},
		{"FxiOS", "Firefox"},
		{"CriOS", "Chrome"},
		{"Chromium", "Chromium"},
		{"Chrome", "Chrome"},
		{"Safari", "Safari"},
		{"curl", "curl"},
	}
	systems = [][2]string{
		{"Android", "Android"},
		{"iPhone", "iPhone"},
		{"iPad", "iPad"},
		{"Windows", "Windows"},
		{"CrOS", "ChromeOS"},
		{"Macintosh", "macOS"},
		{"FreeBSD", "FreeBSD"},
		{"Linux", "Linux"},
	}
)

// DeviceOf returns the device of a User-Agent.
func DeviceOf(userAgent string) Device {
	find := func(table [][2]string) string {
		for _, row := range table {
			if strings.Contains(userAgent, row[0]) {
				return row[1]
			}
		}
		return ""
	}
	return Device(find(browsers) + "/" + find(systems))
}

// End ends a session of an actor.
func (s *Service) End(ctx context.Context, actor, keyHash string) error {
	return s.reportEnded(actor, s.Store.EndSession(ctx, actor, keyHash))
}

// EndAll ends an actor's sessions except one, or all if exceptKeyHash is "".
func (s *Service) EndAll(ctx context.Context, actor, exceptKeyHash string) error {
	return s.reportEnded(actor, s.Store.EndSessions(ctx, actor, exceptKeyHash))
}

// reportEnded calls s.OnSessionsEnded unless err is set, and returns err.
func (s *Service) reportEnded(actor string, err error) error {
	if err == nil && s.OnSessionsEnded != nil {
		s.OnSessionsEnded(actor)
	}
	return err
}

// Holds reports whether an identity is still valid: its session or token has not ended.
func (s *Service) Holds(ctx context.Context, i Identity) (bool, error) {
	if i.Token {
		found, err := s.Store.Find(ctx, KindToken, i.Session.KeyHash)
		return len(found) > 0, err
	}
	_, err := s.Store.Session(ctx, i.Session.KeyHash)
	if errors.Is(err, ErrNoSession) {
		return false, nil
	}
	return err == nil, err
}

// Sessions returns the sessions of the user, the latest first.
func (s *Service) Sessions(ctx context.Context, v Visitor) ([]Session, error) {
	u, err := v.user()
	if err != nil {
		return nil, err
	}
	return s.sessions(ctx, u)
}

func (s *Service) sessions(ctx context.Context, u User) ([]Session, error) {
	all, err := s.Store.SessionsOf(ctx, u.Actor())
	now := s.Now()
	all = slices.DeleteFunc(all, func(one Session) bool { return one.expired(now) })
	slices.SortStableFunc(all, func(a, b Session) int { return b.Last().Compare(a.Last()) })
	return all, err
}

// EndSession ends one of the user's sessions, such as one on another device. The present
// session must be fresh.
func (s *Service) EndSession(ctx context.Context, v Visitor, keyHash string) error {
	u, err := s.freshUser(v)
	if err != nil {
		return err
	}
	return s.End(ctx, u.Actor(), keyHash)
}

// EndOtherSessions ends the user's other sessions and forgets the other browsers. The present
// session must be fresh.
func (s *Service) EndOtherSessions(ctx context.Context, c Client) error {
	u, err := s.freshUser(c.Visitor)
	if err != nil {
		return err
	}
	return s.endOtherSessions(ctx, u, c)
}

// lastSeen returns about the time of a user's last visit.
func (s *Service) lastSeen(ctx context.Context, u User) (time.Time, error) {
	all, err := s.sessions(ctx, u)
	if err != nil || len(all) == 0 {
		return u.Created, err
	}
	return all[0].Last(), nil
}
