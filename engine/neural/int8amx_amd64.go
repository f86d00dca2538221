package neural

import "golang.org/x/sys/cpu"

// int8AMX returns the kernel for processors with AMX, which multiplies tiles with 16 rows of 64
// bytes. It returns nil if the processor lacks AMX or the system does not permit it.
func int8AMX() *int8Kernel {
	if !hasVNNI() || !cpu.X86.HasAMXTile || !cpu.X86.HasAMXInt8 || !requestTiles() {
		return nil
	}
	return &int8Kernel{
		name: "AMX", panels: 4, layer: multiplyAMX, maxActivation: maxActivationVNNI, quantize: quantizeVNNI,
	}
}

// tileBytes is the width of a tile row.
const tileBytes = 64

// An amxLayer is a convolution over all points for a set of panels, in the layout that layerAMX
// reads.
type amxLayer struct {
	out     *float32
	in      *uint8
	rows    *int32 // [tiles][taps][8]
	weights *int8
	scale   *float32
	width   int // bytes between output rows
	depth   int
	taps    int
	tiles   int // each has 8 rows
	panels  int
	chunk   int    // bytes in a row that one step multiplies
	steps   int    // for each output row
	stride  int    // weight bytes in one step
	mask    uint64 // for the bytes in a chunk
	unit    float32
	add     bool
	config  [64]byte // tile configuration for LDTILECFG
}

// multiplyAMX is [tileInt8Plain] for all tiles.
func multiplyAMX(s int8Set) {
	l := amxLayer{
		out: &s.out[0], in: &s.in[0], rows: &s.rows[0], weights: &s.weights[0], scale: &s.scale[0], width: 4 * s.width,
		depth: s.depth, taps: s.taps, tiles: s.tiles, panels: len(s.scale) / tileWide, unit: s.unit, add: s.add,
	}
	parts := s.depth / tileBytes
	for parts == 0 || s.depth%(4*parts) != 0 || s.depth/parts > tileBytes {
		parts++
	}
	l.chunk, l.steps = s.depth/parts, parts*s.taps
	l.stride, l.mask = l.chunk*tileWide*l.panels, 1<<l.chunk-1
	l.config[0] = 1 // the only palette: 8 tiles of 1 kB
	for tile := range 8 {
		width, rows := tileBytes, 16
		switch {
		case tile == 4:
			width = l.chunk
		case tile > 4:
			rows = l.chunk / 4
		}
		l.config[16+2*tile], l.config[48+tile] = byte(width), byte(rows)
	}
	layerAMX(&l)
}

// layerAMX computes a layer.
//
//go:noescape
func layerAMX(l *amxLayer)
