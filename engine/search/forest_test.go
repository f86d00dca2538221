package search

import "testing"

func TestATreeThatFillsUpListsMovesLater(t *testing.T) {
	f := newForest(1000, 10)
	for used, want := range map[int32]int32{1: expandAt, 249: expandAt, 250: 2 * expandAt, 500: 4 * expandAt, 999: 8 * expandAt} {
		f.used.Store(used)
		if got := f.ripe(); got != want {
			t.Errorf("with %d of 1000 nodes moves are listed after %d visits, want %d", used, got, want)
		}
	}
}
