package moderation

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/server/account"
)

func TestAReportIsAboutSomebodyElse(t *testing.T) {
	whole := Report{Kind: Spam, By: "user/1", Accused: "user/2"}
	for name, c := range map[string]struct {
		change func(*Report)
		want   error
	}{
		"as it is":           {func(*Report) {}, nil},
		"an unknown kind":    {func(r *Report) { r.Kind = "rudeness" }, ErrKind},
		"nothing":            {func(r *Report) { r.Accused = "" }, ErrNoSubject},
		"a game of two more": {func(r *Report) { r.Accused, r.Game = "", "g" }, nil},
		"oneself":            {func(r *Report) { r.Accused = r.By }, ErrSelf},
		"a long text":        {func(r *Report) { r.Text = strings.Repeat("é", MaxText+1) }, ErrText},
		"a text that fits":   {func(r *Report) { r.Text = strings.Repeat("é", MaxText) }, nil},
	} {
		r := whole
		c.change(&r)
		if err := r.Check(); !errors.Is(err, c.want) || c.want == nil && err != nil {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
}

func TestAReportIsClosedOnce(t *testing.T) {
	noon := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	closed, err := Report{State: Open}.Close(Dismissed, "Mod", "nothing", noon)
	if err != nil || closed.State != Dismissed || closed.ClosedBy != "Mod" || !closed.Closed.Equal(noon) {
		t.Errorf("%+v, %v", closed, err)
	}
	if _, err := closed.Close(Acted, "Mia", "x", noon); !errors.Is(err, ErrReportClosed) {
		t.Error(err)
	}
	if _, err := (Report{State: Open}).Close("perhaps", "Mia", "x", noon); !errors.Is(err, ErrOutcome) {
		t.Error(err)
	}
}

// Every feature that publishes texts calls Mute.Check through Service.CheckPublish.
func TestAMuteForbidsTextsUntilItsEnd(t *testing.T) {
	noon := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	forbidden := map[account.Text]bool{
		account.ChatLine: true, account.DirectMessage: true, account.ModeratorMessage: false,
		account.RoomText: true, account.ProfileText: true, account.SeatText: true,
	}
	for text, forbids := range forbidden {
		for _, c := range []struct {
			mute    Mute
			forbids bool
		}{
			{Mute{Until: noon.Add(1)}, forbids},
			{Mute{Until: noon.Add(24 * time.Hour)}, forbids},
			{Mute{Until: noon}, false},
			{Mute{}, false},
		} {
			if err := c.mute.Check(text, noon); errors.Is(err, account.ErrMuted) != c.forbids || (err != nil) != c.forbids {
				t.Errorf("%s, muted until %v: %v", text, c.mute.Until, err)
			}
		}
	}
}

func TestAMuteHasALength(t *testing.T) {
	for _, hours := range MuteHours() {
		if err := CheckMuteLength(time.Duration(hours) * time.Hour); err != nil {
			t.Errorf("%d hours: %v", hours, err)
		}
	}
	for _, span := range []time.Duration{0, -time.Hour, time.Minute, 400 * 24 * time.Hour} {
		if err := CheckMuteLength(span); !errors.Is(err, ErrMuteLength) {
			t.Errorf("%v: %v", span, err)
		}
	}
}
