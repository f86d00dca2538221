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

// A review of one person waits for the move that another asks for later, however little
// that other has left of his share.
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
