package neural

import (
	"fmt"

	"rosette/game/board"
)

// Widths of what lies besides the trunk.
const (
	pooled   = 16         // channels that a block pools
	hidden   = 24         // channels of a head
	opinions = 2 * hidden // what the value head makes of its pool
	summed   = 3 * hidden // a head's pool: mean, scaled mean, most
	outcomes = 3          // won, drawn, lost
	pooling  = 3 * pooled // a block's pool
	corners  = 2 * pooled // a hexagon's pool: mean, most
	hexagons = 4          // blocks from here on have no hexagon pooling
)

// poolsAll tells whether a block pools the whole board: every second does.
func poolsAll(block int) bool { return block%2 == 1 }

// poolsHexagons tells whether a block pools hexagons: the others do, as long as
// there are some and the block is among the first.
func poolsHexagons(kind board.Lattice, block int) bool {
	return kind == board.Honeycomb && block%2 == 0 && block < hexagons
}

// tensorsOf lists what a network of that size consists of.
func tensorsOf(kind board.Lattice, blocks, c int) []tensor {
	taps := len(lattices[kind].taps)
	all := []tensor{{"in.conv", []int{taps, planes, c}}, {"in.globals.w", []int{globals, c}}, {"in.globals.b", []int{c}}}
	for i := range blocks {
		name := func(what string) string { return fmt.Sprintf("block.%d.%s", i, what) }
		all = append(all, tensor{name("aff1.scale"), []int{c}}, tensor{name("aff1.shift"), []int{c}}, tensor{name("conv1"), []int{taps, c, c}})
		if poolsAll(i) {
			all = append(all, tensor{name("pool.shift"), []int{pooled}}, tensor{name("pool.w"), []int{pooling, c}}, tensor{name("pool.b"), []int{c}})
		}
		if poolsHexagons(kind, i) {
			all = append(all, tensor{name("hex.shift"), []int{pooled}}, tensor{name("hex.w"), []int{corners, c}})
		}
		all = append(all, tensor{name("aff2.scale"), []int{c}}, tensor{name("aff2.shift"), []int{c}}, tensor{name("conv2"), []int{taps, c, c}})
	}
	return append(all,
		tensor{"end.scale", []int{c}}, tensor{"end.shift", []int{c}},
		tensor{"policy.p", []int{c, hidden}}, tensor{"policy.g", []int{c, hidden}}, tensor{"policy.g.b", []int{hidden}},
		tensor{"policy.pool.w", []int{summed, hidden}}, tensor{"policy.pool.b", []int{hidden}}, tensor{"policy.out", []int{hidden}},
		tensor{"policy.pass1.w", []int{summed, hidden}}, tensor{"policy.pass1.b", []int{hidden}},
		tensor{"policy.pass2.w", []int{hidden}}, tensor{"policy.pass2.b", []int{1}},
		tensor{"value.v", []int{c, hidden}}, tensor{"value.v.b", []int{hidden}},
		tensor{"value.u.w", []int{summed, opinions}}, tensor{"value.u.b", []int{opinions}},
		tensor{"value.outcome.w", []int{opinions, outcomes}}, tensor{"value.outcome.b", []int{outcomes}},
		tensor{"score.u", []int{opinions, hidden}}, tensor{"score.b", []int{hidden}},
		tensor{"score.margin", []int{hidden}}, tensor{"score.parity", []int{hidden}},
		tensor{"score.out.w", []int{hidden}}, tensor{"score.out.b", []int{1}},
		tensor{"owner", []int{hidden}},
	)
}
