package play

import (
	"testing"
	"time"

	"rosette/game/board"
)

// hours returns an outage between two hours after the opening of a match, at noon on a Wednesday.
func hours(from, to float64) []Outage { return []Outage{{second(from * 3600), second(to * 3600)}} }

func TestAnOutageTakesOnlyTimeInWhichTheClockRan(t *testing.T) {
	for _, c := range []struct {
		name, control, script string
		outages               []Outage
		missed, left          time.Duration // Black's, at the end of the last outage
	}{
		{"a vacation ends in it", "1d/move", "1h: b rest 240h → rested", hours(240, 271), 30 * time.Hour, 23 * time.Hour},
		{"a vacation begins after it", "1d/move", "5h: b rest 240h → rested", hours(1, 3), 0, 19 * time.Hour},
		{"a vacation lasts longer", "1d/move", "1h: b rest 240h → rested", hours(20, 40), 0, 23 * time.Hour},
		{"a vacation is over", "1d/move", "1h: b rest 10h → rested", hours(12, 40), 28 * time.Hour, 22 * time.Hour},
		{"a vacation lies in it", "1d/move", "1h: b rest 10h → rested", append(hours(2, 4), hours(10, 40)...), 29 * time.Hour, 23 * time.Hour},
		{"the opponent's vacation", "1d/move", "1h: w rest 240h → rested", hours(2, 40), 38 * time.Hour, 22 * time.Hour},
		{"a pause ends in it", "10m", "1m: b pause → pause-asked\n2m: w grant → granted paused", hours(23, 30), 30*time.Hour - 24*time.Hour - 2*time.Minute, 8 * time.Minute},
		{"a weekend begins in it", "3d/move-weekends", "1h: b aid → aid-asked", hours(59, 72), time.Hour, 72*time.Hour - 59*time.Hour},
		{"a weekend ends in it", "3d/move-weekends", "1h: b aid → aid-asked", hours(70, 118), 10 * time.Hour, 72*time.Hour - 60*time.Hour},
		{"a weekend lies in it", "3d/move-weekends", "1h: b aid → aid-asked", hours(58, 110), 4 * time.Hour, 72*time.Hour - 58*time.Hour},
		{"it lies in a weekend", "3d/move-weekends", "1h: b aid → aid-asked", hours(70, 80), 0, 72*time.Hour - 60*time.Hour},
	} {
		m := runScript(t, between(t, "square-5", "tromp-taylor", c.control), c.script)
		end := c.outages[len(c.outages)-1].To
		if got := m.Missed(c.outages); got != c.missed {
			t.Errorf("%s: missed %v, want %v", c.name, got, c.missed)
		}
		events, err := m.Decide(Command{Kind: Suspend, For: m.Missed(c.outages)}, end)
		if err != nil && c.missed > 0 {
			t.Errorf("%s: %v", c.name, err)
		}
		for _, e := range reread(t, events) {
			m.Apply(e)
		}
		if got := m.Clock(board.Black, end).Total(); got != c.left {
			t.Errorf("%s: left %v, want %v", c.name, got, c.left)
		}
		if again := m.Missed(c.outages); again != 0 && c.missed > 0 {
			t.Errorf("%s: missed %v once more", c.name, again)
		}
	}
}

func TestAnOutageIsNoTimeToAgreeIn(t *testing.T) {
	stop := "0s: b c3 → played\n1s: w pass → passed\n2s: b pass → passed stopped\n3s: server propose → proposed\n59m: b agree → agreed\n"
	people := with(ratedAgainstABot(t, "mindsports-chinese", "1d/move"), func(s *Settings) { s.Black = Seat{Kind: SeatUser, ID: "3"} })
	for _, c := range []struct {
		name   string
		s      Settings
		script string
		claim  time.Duration // after an outage from the 2nd to the 12th hour
	}{
		{"between people", people, stop, 82*time.Hour + 59*time.Minute},
		{"on vacation", people, stop + "1h: w rest 5h → rested", 84 * time.Hour},
		{"against a bot", ratedAgainstABot(t, "mindsports-chinese", "1d/move"), stop, 82*time.Hour + 59*time.Minute},
		{"live", ratedAgainstABot(t, "mindsports-chinese", "2h"), stop, 11*time.Hour + 4*time.Minute},
	} {
		m := runScript(t, c.s, c.script)
		if got := do(m, Command{Kind: Suspend, For: m.Missed(hours(2, 12))}, 12*3600); got != "suspended" {
			t.Errorf("%s: %s", c.name, got)
		}
		if s, ok := m.Stall(); !ok || s.Claim.Sub(noon) != c.claim {
			t.Errorf("%s: %v after the begin, want %v", c.name, s.Claim.Sub(noon), c.claim)
		}
	}
}

func TestAnOutageAndAVacationDoNothingInAMatch(t *testing.T) {
	m := runScript(t, between(t, "square-5", "tromp-taylor", "1d/move"), "1h: b c3 → played\n2h: w rest 0h5m → rested\n2h: b rest 10h → rested")
	if got := do(m, Command{Kind: Suspend, For: time.Hour}, 4*3600); got != "suspended" {
		t.Fatal(got)
	}
	if got := m.Touched(); !got.Equal(second(3600)) {
		t.Error(got)
	}
}

// Decisions by earlier programs remain valid: they treated vacations and weekends as time that an
// outage could remove.
func TestWhatWasDecidedOfOldOutagesAndClaimsStands(t *testing.T) {
	s := between(t, "square-5", "aga", "3d/move-weekends")
	first, err := Open(s, noon)
	if err != nil {
		t.Fatal(err)
	}
	at := func(hours int) time.Time { return noon.Add(time.Duration(hours) * time.Hour) }
	m, err := Replay([]Event{
		first,
		{Seq: 2, Kind: Rested, Color: board.Black, At: at(1), For: 10 * time.Hour},
		{Seq: 3, Kind: Suspended, At: at(12), For: 5 * time.Hour},
		{Seq: 4, Kind: Passed, Color: board.Black, At: at(12)},
		{Seq: 5, Kind: Passed, Color: board.White, At: at(12)},
		{Seq: 6, Kind: Stopped, At: at(12)},
		{Seq: 7, Kind: Agreed, Color: board.White, At: at(12)},
		{Seq: 8, Kind: Claimed, Color: board.White, Side: board.White, At: at(84)},
		{Seq: 9, Kind: Ended, Result: "W+F", At: at(84)},
	})
	if err != nil || !m.Over() {
		t.Error(err)
	}
}

// Several processes may apply a vacation, each of them late. They must agree on its end.
func TestAVacationAppliedLateEndsOnTime(t *testing.T) {
	for _, late := range []float64{0, 90} {
		first, err := Open(between(t, "square-5", "aga", "3d/move"), noon)
		if err != nil {
			t.Fatal(err)
		}
		m := NewMatch()
		m.Apply(first)
		end := noon.Add(240 * time.Hour)
		if got := do(m, Command{Kind: Rest, By: board.Black, Until: end}, late); got != "rested" {
			t.Fatal(got)
		}
		if got := m.Away(board.Black); !got.Equal(end) {
			t.Errorf("applied %g s late, the vacation ends %v, want %v", late, got, end)
		}
		if got := do(m, Command{Kind: Rest, By: board.Black, Until: end}, late+1); got == "rested" {
			t.Error("it begins twice")
		}
	}
}
