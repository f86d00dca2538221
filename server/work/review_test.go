package work

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// One person's review waits for a move that another person requests later, however little of the
// other person's share is left.
func TestAReviewWaitsForTheMovesOfAll(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := New(Options{Workers: 1})
		var order []string
		var all sync.WaitGroup
		for i, j := range []Job{
			{Owner: Owner{Person: "a", Address: "192.0.2.1"}, Cost: full, Class: Move},
			{Owner: Owner{Person: "review", Address: "review"}, Cost: short, Class: Review},
			{Owner: Owner{Person: "a", Address: "192.0.2.1"}, Cost: full, Class: Move},
			{Owner: Owner{Person: "a", Address: "192.0.2.1"}, Cost: full, Class: Estimate},
		} {
			all.Go(func() {
				time.Sleep(time.Duration(i) * time.Millisecond)
				if _, err := q.Do(t.Context(), j, nil, func(context.Context) error {
					order = append(order, fmt.Sprint(j.Class))
					time.Sleep(j.Cost)
					return nil
				}); err != nil {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if want := []string{"move", "move", "estimate", "review"}; !slices.Equal(order, want) {
			t.Errorf("the classes began in the order %v, want %v", order, want)
		}
	})
}
