package neural

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"rosette/game/board"
	"rosette/internal/rng"
)

// Random returns an untrained network, the start for self-play. Equal arguments give equal weights.
// It fails if kind is not supported or a size is out of range (1 to 64 blocks; a multiple of 16
// channels up to 1024).
func Random(kind board.Lattice, blocks, channels int, seed uint64) (*Network, error) {
	l := lattices[kind]
	h := header{
		Lattice: l.name, Blocks: blocks, Channels: channels, Inputs: numPlanes, Globals: numGlobals, Taps: len(l.taps),
		Origin: map[string]json.RawMessage{"seed": json.RawMessage(fmt.Sprint(seed)), "steps": json.RawMessage("0")},
	}
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	h.Tensors = tensorsOf(kind, blocks, channels, numPlanes)
	generator := rng.SplitMix(seed)
	tensors := map[string][]float32{}
	for _, t := range h.Tensors {
		numbers := make([]float32, t.size())
		for i := range numbers {
			numbers[i] = t.random(&generator)
		}
		tensors[t.Name] = numbers
	}
	text, _ := json.Marshal(h) // cannot fail: numbers, strings and JSON
	return Read(bytes.NewReader(encode(text, h.Tensors, tensors)))
}

// random draws a weight: near one for scales, near zero for shifts, and otherwise uniform with the
// variance in He et al. (2015), which preserves the magnitude of activations.
func (t tensor) random(generator *rng.SplitMix) float32 {
	uniform := float64(generator.IntN(1<<30))/(1<<29) - 1 // −1 … 1
	switch {
	case strings.HasSuffix(t.Name, ".scale"):
		return float32(1 + 0.1*uniform)
	case len(t.Shape) == 1 && t.Shape[0] != headChannels:
		return float32(0.1 * uniform)
	}
	inputs := t.size() / t.Shape[len(t.Shape)-1]
	if len(t.Shape) == 1 {
		inputs = headChannels
	}
	gain := math.Sqrt(6 / float64(inputs))
	if strings.HasSuffix(t.Name, "conv2") {
		gain /= 2 // its output is added to the trunk
	}
	return float32(gain * uniform)
}
