package neural

import (
	"fmt"

	"rosette/game/board"
)

// Layer widths outside the trunk.
const (
	poolChannels  = 16               // channels that a block pools
	boardPool     = 3 * poolChannels // numbers from board pooling: mean, scaled mean, maximum
	hexagonPool   = 2 * poolChannels // numbers from hexagon pooling: mean, maximum
	hexagonBlocks = 4                // later blocks have no hexagon pooling
	headChannels  = 24               // channels in each group in the heads
	headPool      = 3 * headChannels // numbers from pooling in the heads
	valueChannels = 2 * headChannels // hidden layer in the value head
	outcomes      = 3                // win, draw, loss
)

// poolsBoard reports whether a block has board pooling, as every second one does.
func poolsBoard(block int) bool { return block%2 == 1 }

// poolsHexagons reports whether a block has hexagon pooling, as the first blocks without board
// pooling do on honeycombs.
func poolsHexagons(kind board.Lattice, block int) bool {
	return kind == board.Honeycomb && block%2 == 0 && block < hexagonBlocks
}

// tensorsOf lists the tensors for a network with c channels that reads the given number of planes.
// Convolutions are [taps][inputs][outputs], other weights [inputs][outputs].
func tensorsOf(kind board.Lattice, blocks, c, inputs int) []tensor {
	taps := len(lattices[kind].taps)
	all := []tensor{
		{"in.conv", []int{taps, inputs, c}}, {"in.globals.w", []int{numGlobals, c}}, {"in.globals.b", []int{c}},
	}
	for i := range blocks {
		name := func(what string) string { return fmt.Sprintf("block.%d.%s", i, what) }
		all = append(all,
			tensor{name("aff1.scale"), []int{c}}, tensor{name("aff1.shift"), []int{c}},
			tensor{name("conv1"), []int{taps, c, c}})
		if poolsBoard(i) {
			all = append(all,
				tensor{name("pool.shift"), []int{poolChannels}}, tensor{name("pool.w"), []int{boardPool, c}},
				tensor{name("pool.b"), []int{c}})
		}
		if poolsHexagons(kind, i) {
			all = append(all, tensor{
				name("hex.shift"), []int{poolChannels},
			}, tensor{name("hex.w"), []int{hexagonPool, c}})
		}
		all = append(all,
			tensor{name("aff2.scale"), []int{c}}, tensor{name("aff2.shift"), []int{c}},
			tensor{name("conv2"), []int{taps, c, c}})
	}
	const h, v = headChannels, valueChannels
	return append(all,
		tensor{"end.scale", []int{c}}, tensor{"end.shift", []int{c}},
		tensor{"policy.p", []int{c, h}}, tensor{"policy.g", []int{c, h}}, tensor{"policy.g.b", []int{h}},
		tensor{"policy.pool.w", []int{headPool, h}}, tensor{"policy.pool.b", []int{h}}, tensor{"policy.out", []int{h}},
		tensor{"policy.pass1.w", []int{headPool, h}}, tensor{"policy.pass1.b", []int{h}},
		tensor{"policy.pass2.w", []int{h}}, tensor{"policy.pass2.b", []int{1}},
		tensor{"value.v", []int{c, h}}, tensor{"value.v.b", []int{h}},
		tensor{"value.u.w", []int{headPool, v}}, tensor{"value.u.b", []int{v}},
		tensor{"value.outcome.w", []int{v, outcomes}}, tensor{"value.outcome.b", []int{outcomes}},
		tensor{"score.u", []int{v, h}}, tensor{"score.b", []int{h}},
		tensor{"score.margin", []int{h}}, tensor{"score.parity", []int{h}},
		tensor{"score.out.w", []int{h}}, tensor{"score.out.b", []int{1}},
		tensor{"owner", []int{h}},
	)
}
