package neural

import (
	"fmt"
	"strings"
	"testing"

	"rosette/game/board"
)

// One lattice's taps would read the other's weights.
func TestANetworkOfAnotherLatticeEvaluatesNothing(t *testing.T) {
	for name, lattice := range map[string]board.Lattice{"rosette-2": board.Grid, "square-5": board.Honeycomb} {
		g, next := randomGame(t, name, seeded(t))
		e := New(randomNetwork(t, lattice, 1, 16, 1), 1)
		func() {
			defer func() {
				if said := fmt.Sprint(recover()); !strings.Contains(said, LatticeName(lattice)) || !strings.Contains(said, name) {
					t.Errorf("%s, network for %s boards: panic %s", name, LatticeName(lattice), said)
				}
			}()
			e.Output(g, next)
		}()
	}
}
