package player

import (
	"reflect"
	"testing"
	"time"

	"rosette/engine"
)

func TestASearchForASpecialMoveHasAnEighthOfTheTime(t *testing.T) {
	for _, l := range []struct{ of, want engine.SearchParams }{
		{engine.SearchParams{Visits: 400, Time: 8 * time.Second}, engine.SearchParams{Visits: 400, Time: time.Second}},
		{engine.SearchParams{Visits: 400}, engine.SearchParams{Visits: 400}}, // without a time limit
	} {
		if found := briefly(l.of); !reflect.DeepEqual(found, l.want) {
			t.Errorf("%+v briefly is %+v, want %+v", l.of, found, l.want)
		}
	}
}
