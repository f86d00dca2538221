package play

import (
	"testing"
)

func TestTheFairKomiIsTheMeasuredOneWhereItIsPreciseAndTheCountIsByArea(t *testing.T) {
	for _, test := range []struct {
		board, rules string
		handicap     int
		want         float64
	}{
		{"rosette-3", "mindsports-chinese", 0, 10.5},
		{"rosette-4", "mindsports-chinese", 0, 7.5},
		{"rosette-5", "mindsports-chinese", 0, 9.5},
		{"rosette-5", "chinese", 0, 9.5},
		{"rosette-3", "mindsports-chinese", 1, 0.5},
		{"rosette-3", "mindsports-chinese", 3, 0.5},
		{"rosette-6", "mindsports-chinese", 0, 5.5}, // measured, but not to two points
		{"rosette-7", "mindsports-chinese", 0, 5.5},
		{"rosette-8", "mindsports-chinese", 0, 5.5},
		{"rosette-5", "mindsports-japanese", 0, 4.5}, // by territory
		{"rosette-5", "stone-scoring", 0, 7.5},       // with a group tax
		{"rosette-5", "aga-button", 0, 7},
		{"square-9", "tromp-taylor", 0, 7.5},
	} {
		if got := UsualKomi(test.board, preset(t, test.rules), test.handicap); got != test.want {
			t.Errorf("%+v: %v", test, got)
		}
	}
}

func TestAMeasurementWithAWideIntervalGivesNoFairKomi(t *testing.T) {
	for _, test := range []struct {
		measured MeasuredKomi
		want     float64
		ok       bool
	}{
		{MeasuredKomi{8, 10, 12}, 10.5, true},
		{MeasuredKomi{7.9, 10, 12}, 0, false},
		{MeasuredKomi{8, 10, 12.1}, 0, false},
		{MeasuredKomi{-2, -1.2, -0.5}, -1.5, true},
		{MeasuredKomi{}, 0, false},
	} {
		if komi, ok := test.measured.Fair(); komi != test.want || ok != test.ok {
			t.Errorf("%+v: %v %v", test, komi, ok)
		}
	}
}

func TestARatedMatchHasTheKomiOfItsRulesOrTheFairOne(t *testing.T) {
	for _, test := range []struct {
		board string
		komi  float64
		fits  bool
	}{
		{"rosette-3", 10.5, true},
		{"rosette-3", 5.5, true},
		{"rosette-3", 9.5, false},
		{"rosette-5", 9.5, true},
		{"rosette-6", 9.5, false},
	} {
		s := with(rated(t), func(s *Settings) { s.Board, s.Rules.Komi = test.board, test.komi })
		if _, err := Open(s, noon); (err == nil) != test.fits {
			t.Errorf("%+v: %v", test, err)
		}
		if _, err := Replay([]Event{{Seq: 1, At: noon, Kind: Opened, Settings: &s}}); err != nil {
			t.Errorf("%+v: an old match is not replayed: %v", test, err)
		}
	}
	s := with(rated(t), func(s *Settings) { s.Handicap, s.Rules.Komi = 2, 10.5 })
	if _, err := Open(s, noon); err == nil {
		t.Error("a rated match with two stones has the fair komi of an even game")
	}
}
