package account_test

import (
	"testing"
	"time"

	"pgregory.net/rapid"

	"rosette/server/account"
	"rosette/server/refusal"
)

// days is a slow count of vacation days, hour by hour.
type days struct {
	saved float64 // hours
	until time.Time
}

// pass advances the count by an hour.
func (d *days) pass(now time.Time) {
	if now.Before(d.until) {
		d.saved--
		return
	}
	d.saved = min(30*24, d.saved+30.0/365)
}

func TestVacationDaysAgreeWithASlowCount(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
		v, slow := account.Vacation{Saved: 10 * 24 * time.Hour, At: now}, &days{saved: 10 * 24}
		for range rapid.IntRange(1, 6).Draw(t, "turns") {
			for range rapid.IntRange(0, 24*120).Draw(t, "hours") {
				slow.pass(now)
				now = now.Add(time.Hour)
			}
			if got := v.Left(now).Hours(); got < slow.saved-1.1 || got > slow.saved+1.1 {
				t.Fatalf("%.2f hours, want %.2f", got, slow.saved)
			}
			slow.saved = v.Left(now).Hours() // hours that are not whole
			_, on := v.On(now)
			if on {
				ended, err := v.End(now)
				if _, still := ended.On(now); err != nil || still || ended.Left(now) != v.Left(now) {
					t.Fatalf("%+v, %v", ended, err)
				}
				v, slow.until = ended, time.Time{}
				continue
			}
			begun, err := v.Begin(now)
			if err != nil && v.Left(now) >= 24*time.Hour || err == nil && v.Left(now) < 24*time.Hour {
				t.Fatalf("%v with %v left", err, v.Left(now))
			}
			if err == nil {
				v, slow.until = begun, now.Add(v.Left(now))
			}
		}
	})
}

func TestAVacationBeginsAndEndsOnce(t *testing.T) {
	now := time.Date(2026, 5, 1, 12, 0, 0, 0, time.UTC)
	fresh := account.Vacation{Saved: 10 * 24 * time.Hour, At: now}
	on, err := fresh.Begin(now)
	if until, ok := on.On(now); err != nil || !ok || !until.Equal(now.AddDate(0, 0, 10)) {
		t.Fatalf("%+v, %v", on, err)
	}
	if _, ok := on.On(now.AddDate(0, 0, 10)); ok {
		t.Error("it does not end by itself")
	}
	for code, err := range map[string]error{
		"correspondence.vacation.on":    func() error { _, err := on.Begin(now); return err }(),
		"correspondence.vacation.off":   func() error { _, err := fresh.End(now); return err }(),
		"correspondence.vacation.short": func() error { _, err := account.Vacation{At: now}.Begin(now.Add(time.Hour)); return err }(),
	} {
		if refused := refusal.Of(err); refused == nil || refused.Code != code {
			t.Errorf("%v, want %s", err, code)
		}
	}
}
