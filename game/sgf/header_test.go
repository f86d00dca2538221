package sgf

import (
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestDatesOmitWhatTheyShareWithTheDayBefore(t *testing.T) {
	for days, want := range map[string]string{
		"": "", "2026-11-27": "2026-11-27", "2026-11-27 2026-11-27": "2026-11-27",
		"1996-05-06 1996-05-07 1996-05-08":            "1996-05-06,07,08",            // FF[4]
		"1996-12-27 1996-12-28 1997-01-03 1997-01-04": "1996-12-27,28,1997-01-03,04", // FF[4]
		"2026-11-30 2026-12-01 2027-12-01":            "2026-11-30,12-01,2027-12-01",
	} {
		var times []time.Time
		for day := range strings.FieldsSeq(days) {
			at, err := time.Parse(time.DateOnly, day)
			if err != nil {
				t.Fatal(err)
			}
			times = append(times, at)
		}
		if got := Dates(times); got != want {
			t.Errorf("%s: %s, want %s", days, got, want)
		}
	}
}

func TestAFileNameHasNoCharacterThatASystemForbids(t *testing.T) {
	began := time.Date(2026, 11, 27, 12, 0, 0, 0, time.UTC)
	for players, want := range map[[2]string]string{
		{"Ann", "Bob"}:                       "2026-11-27-Ann-Bob",
		{"柯洁", "Zoë B."}:                     "2026-11-27-柯洁-Zoë-B",
		{`..\/:*?"<>|`, "a\x00b\u202ec d--"}: "2026-11-27-a-b-c-d",
		{strings.Repeat("é", 99), "CON"}:     "2026-11-27-" + strings.Repeat("é", 30) + "-CON",
		{"", ""}:                             "2026-11-27",
	} {
		if got := FileName(began, players[0], players[1]); got != want {
			t.Errorf("%q: %s, want %s", players, got, want)
		}
	}
}

func TestOvertimeIsReadAsItIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		o := Overtime{Kind: rapid.SampledFrom([]OvertimeKind{NoOvertime, ByoYomi, Canadian, Fischer, Simple, Days}).Draw(t, "kind")}
		if o.Kind != NoOvertime {
			o.Time = time.Duration(rapid.IntRange(1, 1e7).Draw(t, "ms")) * time.Millisecond
		}
		switch o.Kind {
		case ByoYomi, Canadian:
			o.Count = rapid.IntRange(0, 1000).Draw(t, "count")
		case Fischer:
			o.Cap = time.Duration(rapid.IntRange(0, 1e6).Draw(t, "cap")) * time.Millisecond
		case Days:
			o.Time, o.Weekends = time.Duration(rapid.IntRange(1, 30).Draw(t, "days"))*day, rapid.Bool().Draw(t, "weekends")
		}
		if got, ok := ParseOvertime(o.String()); !ok || got != o {
			t.Fatal(o, "is read as", got, ok)
		}
	})
}

func TestGameInformationIsCopiedWithoutRulesAndResult(t *testing.T) {
	from := read(t, "(;PB[Ann]RU[Chinese]KM[2]HA[2]RE[B+R]SZ[5]C[x];PW[Bob]EV[Cup];B[aa])").Trees[0]
	to := &Node{}
	to.Set("EV", "Other")
	to.CopyInfo(from.Last())
	var ids []string
	for _, p := range to.Properties {
		ids = append(ids, p.ID+"["+p.Values[0]+"]")
	}
	if want := []string{"EV[Other]", "PW[Bob]", "PB[Ann]"}; !slices.Equal(ids, want) {
		t.Errorf("%v, want %v", ids, want)
	}
}
