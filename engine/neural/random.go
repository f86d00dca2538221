package neural

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"

	"rosette/game/board"
	"rosette/rng"
)

// Random returns a network that has learned nothing: what self-play begins with,
// and tests. It fails for a lattice or sizes that no network has.
func Random(kind board.Lattice, blocks, channels int, seed uint64) (*Network, error) {
	l := lattices[kind]
	h := head{
		Lattice: l.name, Blocks: blocks, Channels: channels, Inputs: planes, Globals: globals, Taps: len(l.taps),
		Origin: map[string]json.RawMessage{"seed": json.RawMessage(fmt.Sprint(seed)), "steps": json.RawMessage("0")},
	}
	if err := h.check(); err != nil {
		return nil, fmt.Errorf("network: %w", err)
	}
	h.Tensors = tensorsOf(kind, blocks, channels)
	luck := rng.SplitMix(seed)
	tensors := map[string][]float32{}
	for _, t := range h.Tensors {
		numbers := make([]float32, t.size())
		for i := range numbers {
			numbers[i] = t.random(&luck)
		}
		tensors[t.Name] = numbers
	}
	text, _ := json.Marshal(h) // numbers, words and what was JSON cannot fail
	return Read(bytes.NewReader(encode(text, h.Tensors, tensors)))
}

// random draws a weight: so that what comes out is about as large as what goes
// in, near one for scales and near zero for shifts.
func (t tensor) random(luck *rng.SplitMix) float32 {
	even := float64(luck.IntN(1<<30))/(1<<29) - 1 // from −1 to 1
	switch {
	case strings.HasSuffix(t.Name, ".scale"):
		return float32(1 + 0.1*even)
	case len(t.Shape) == 1 && t.Shape[0] != hidden:
		return float32(0.1 * even)
	}
	inputs := t.size() / t.Shape[len(t.Shape)-1]
	if len(t.Shape) == 1 {
		inputs = hidden
	}
	gain := math.Sqrt(6 / float64(inputs))
	if strings.HasSuffix(t.Name, "conv2") {
		gain /= 2
	}
	return float32(gain * even)
}
