package notice_test

import (
	"testing"
	"time"

	"rosette/server/notice"
)

func TestADailyDigestComesInTheMorningOfWhoReadsIt(t *testing.T) {
	for _, c := range []struct {
		now    string
		hourly bool
		zone   string
		want   string
	}{
		{"2026-05-01T12:00:00Z", false, "", "2026-05-02T08:00:00Z"},
		{"2026-05-01T07:59:00Z", false, "", "2026-05-01T08:00:00Z"},
		{"2026-05-01T12:00:00Z", false, "America/Port-au-Prince", "2026-05-02T12:00:00Z"},
		{"2026-05-01T11:59:00Z", false, "America/Port-au-Prince", "2026-05-01T12:00:00Z"},
		{"2026-03-28T12:00:00Z", false, "Europe/Paris", "2026-03-29T06:00:00Z"}, // summer time begins
		{"2026-05-01T12:00:00Z", false, "Mars/Olympus", "2026-05-02T08:00:00Z"},
		{"2026-05-01T12:00:00Z", true, "Europe/Paris", "2026-05-01T13:00:00Z"},
	} {
		now, err := time.Parse(time.RFC3339, c.now)
		if err != nil {
			t.Fatal(err)
		}
		if got := notice.NextDigest(now, c.hourly, c.zone).UTC().Format(time.RFC3339); got != c.want {
			t.Errorf("%+v: %s", c, got)
		}
	}
	last := time.UnixMilli(1_700_000_000_123)
	if got := notice.LastDigest(notice.DigestNotice("user/a", last, last)); !got.Equal(last) {
		t.Errorf("%v, want %v", got, last)
	}
}
