package neural

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

func file(t testing.TB, n *Network) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := n.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestAWrittenNetworkIsReadBackUnchanged(t *testing.T) {
	for _, kind := range []board.Lattice{board.Honeycomb, board.Grid} {
		n := randomNetwork(t, kind, 5, 32, 1)
		data := file(t, n)
		back, err := Read(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if back.Hash != n.Hash || back.Lattice != kind || back.Blocks != 5 || back.Channels != 32 || string(back.Origin["seed"]) != "1" {
			t.Errorf("read back: %s %d×%d %s", back.Lattice, back.Blocks, back.Channels, back.Origin)
		}
		for _, w := range tensorsOf(kind, 5, 32, numPlanes) {
			if !slices.Equal(back.tensors[w.Name], n.tensors[w.Name]) || len(back.tensors[w.Name]) != w.size() {
				t.Errorf("tensor %s differs", w.Name)
			}
		}
		if !bytes.Equal(file(t, back), data) {
			t.Error("writing it again gives another file")
		}
	}
}

// refused checks that Read rejects data with a one-line error, and returns the error.
func refused(t testing.TB, what string, data []byte) string {
	t.Helper()
	_, err := Read(bytes.NewReader(data))
	if err == nil {
		t.Fatalf("%s: read without an error", what)
	}
	text := err.Error()
	if !strings.HasPrefix(text, "network: ") || strings.ContainsAny(text, "\n\r") || len(text) > 250 {
		t.Fatalf("%s: %q is not one clear line", what, text)
	}
	return text
}

func TestATruncatedFileIsRefused(t *testing.T) {
	data := file(t, randomNetwork(t, board.Grid, 1, 16, 1))
	r := seeded(t)
	for length := range len(data) {
		if length > 3000 && length < len(data)-300 && r.IntN(100) > 0 {
			continue // the hash costs the same at every length
		}
		refused(t, "cut", data[:length])
	}
	refused(t, "longer", append(slices.Clone(data), 0))
}

func TestACorruptedFileIsRefused(t *testing.T) {
	data := file(t, randomNetwork(t, board.Grid, 1, 16, 1))
	r := seeded(t)
	for at := range data {
		if at > 3000 && at < len(data)-300 && r.IntN(100) > 0 {
			continue
		}
		changed := slices.Clone(data)
		changed[at] ^= byte(1 + r.IntN(255))
		refused(t, "changed", changed)
	}
}

// sealed appends the correct hash to a file.
func sealed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(slices.Clone(body), sum[:]...)
}

// withHeader encodes a network with a changed header and changed weights.
func withHeader(t *testing.T, change func(h *header, tensors map[string][]float32)) []byte {
	t.Helper()
	n := randomNetwork(t, board.Grid, 1, 16, 1)
	var h header
	if err := json.Unmarshal(n.header, &h); err != nil {
		t.Fatal(err)
	}
	change(&h, n.tensors)
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	return encode(text, h.Tensors, n.tensors)
}

// maximize sets all weights to the largest number.
func maximize(tensors map[string][]float32) {
	for _, w := range tensors {
		for i := range w {
			w[i] = 65504
		}
	}
}

func TestAnInvalidFileIsRefusedWithTheReason(t *testing.T) {
	whole := file(t, randomNetwork(t, board.Grid, 1, 16, 1))
	body := whole[:len(whole)-sha256.Size]
	versioned, long := slices.Clone(whole), slices.Clone(body)
	binary.LittleEndian.PutUint32(versioned[len(magic):], 2)
	binary.LittleEndian.PutUint32(long[len(magic)+4:], math.MaxUint32)
	for want, data := range map[string][]byte{
		"not a network file":             []byte("PNG"),
		"cut short":                      []byte(magic),
		"version 2; this program":        versioned,
		"a header with 4294967295 bytes": sealed(long),
		"SHA-256":                        append(whole[:len(whole)-1:len(whole)-1], whole[len(whole)-1]^1),
		"bytes of weights":               sealed(append(slices.Clone(body), 0, 0)),
		"header: ":                       sealed(append([]byte(magic), 1, 0, 0, 0, 1, 0, 0, 0, '[')),
		"lattice \"cube\"":               withHeader(t, func(h *header, _ map[string][]float32) { h.Lattice = "cube" }),
		"23 inputs":                      withHeader(t, func(h *header, _ map[string][]float32) { h.Inputs = 23 }),
		"13 taps":                        withHeader(t, func(h *header, _ map[string][]float32) { h.Taps = 13 }),
		"0 blocks":                       withHeader(t, func(h *header, _ map[string][]float32) { h.Blocks = 0 }),
		"17 channels":                    withHeader(t, func(h *header, _ map[string][]float32) { h.Channels = 17 }),
		"unknown tensor \"twice\" in a network": withHeader(
			t, func(h *header, _ map[string][]float32) { h.Tensors = append(h.Tensors, tensor{"twice", []int{1}}) },
		),
		"\"owner\" occurs twice in a network": withHeader(
			t, func(h *header, _ map[string][]float32) { h.Tensors = append(h.Tensors, tensor{"owner", []int{24}}) },
		),
		"tensor owner [24] is missing":         withHeader(t, func(h *header, _ map[string][]float32) { h.Tensors = h.Tensors[:len(h.Tensors)-1] }),
		"in.conv has shape [9 24 17]":          withHeader(t, func(h *header, _ map[string][]float32) { h.Tensors[0].Shape = []int{9, 24, 17} }),
		"block.1.aff1.scale [16] is missing":   withHeader(t, func(h *header, _ map[string][]float32) { h.Blocks = 2 }),
		"weights must be finite":               withHeader(t, func(_ *header, w map[string][]float32) { w["owner"][3] = float32(math.NaN()) }),
		"is not a number, because its weights": withHeader(t, func(_ *header, w map[string][]float32) { maximize(w) }),
		"number 2 is +Inf":                     withHeader(t, func(_ *header, w map[string][]float32) { w["owner"][2] = 1e9 }),
	} {
		if got := refused(t, want, data); !strings.Contains(got, want) {
			t.Errorf("refused with %q, want %q in it", got, want)
		}
	}
}

func TestTensorsMayBeInAnyOrder(t *testing.T) {
	data := withHeader(t, func(h *header, _ map[string][]float32) { slices.Reverse(h.Tensors) })
	n, err := Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(n.tensors["in.conv"], randomNetwork(t, board.Grid, 1, 16, 1).tensors["in.conv"]) {
		t.Error("in.conv differs")
	}
}

func TestARandomNetworkOfAnInvalidSizeIsRefused(t *testing.T) {
	for _, c := range []struct {
		kind             board.Lattice
		blocks, channels int
	}{{board.Custom, 2, 16}, {board.Grid, 0, 16}, {board.Grid, 2, 24}, {board.Grid, 65, 16}, {board.Grid, 1, 2048}} {
		if _, err := Random(c.kind, c.blocks, c.channels, 1); err == nil {
			t.Errorf("a network of %v", c)
		}
	}
}

func TestEveryFloat16IsConvertedBackToItself(t *testing.T) {
	for h := range 1 << 16 {
		x := fromFloat16(uint16(h))
		if x != x {
			if back := fromFloat16(toFloat16(x)); back == back {
				t.Fatalf("%#04x is NaN, and back it is %v", h, back)
			}
			continue
		}
		if back := toFloat16(x); back != uint16(h) {
			t.Fatalf("%#04x is %v, converted back %#04x", h, x, back)
		}
	}
	for x, want := range map[float32]uint16{
		1: 0x3c00, -2: 0xc000, 65504: 0x7bff, 65519: 0x7bff, 65520: 0x7c00, 1. / (1 << 24): 1, 0.5 / (1 << 24): 0,
		1.5 / (1 << 24): 2, 1 + 1./2048: 0x3c00, 1 + 3./2048: 0x3c02,
	} {
		if got := toFloat16(x); got != want {
			t.Errorf("%v is %#04x, want %#04x", x, got, want)
		}
	}
}

func TestTheNearestFloat16IsChosen(t *testing.T) {
	r := seeded(t)
	for range 10000 {
		x := float32(math.Ldexp(r.NormFloat64(), r.IntN(36)-25))
		h := toFloat16(x)
		if math.IsInf(float64(fromFloat16(h)), 0) {
			continue
		}
		miss := math.Abs(float64(fromFloat16(h)) - float64(x))
		for _, beside := range []uint16{h - 1, h + 1} {
			if other := math.Abs(float64(fromFloat16(beside)) - float64(x)); other < miss {
				t.Fatalf("%v is %#04x, but %#04x is nearer", x, h, beside)
			}
		}
	}
}

// FuzzRead reads files with a correct hash and arbitrary contents.
func FuzzRead(f *testing.F) {
	whole := file(f, randomNetwork(f, board.Grid, 1, 16, 1))
	body := whole[:len(whole)-sha256.Size]
	f.Add(body)
	f.Add(body[:2000])
	f.Add([]byte(magic + "\x01\x00\x00\x00\x02\x00\x00\x00{}"))
	f.Fuzz(func(t *testing.T, body []byte) {
		n, err := Read(bytes.NewReader(sealed(body)))
		if err != nil {
			if strings.ContainsAny(err.Error(), "\n\r") {
				t.Fatalf("%q is not one line", err)
			}
			return
		}
		if !bytes.Equal(file(t, n), sealed(body)) {
			t.Fatal("a network that was read is written differently")
		}
	})
}

// zeros is an endless file that counts the bytes read.
type zeros int

func (z *zeros) Read(p []byte) (int, error) {
	clear(p)
	*z += zeros(len(p))
	return len(p), nil
}

func TestAFileOfAnotherKindIsRefusedByItsFirstBytes(t *testing.T) {
	var endless zeros
	if _, err := Read(&endless); err == nil || !strings.Contains(err.Error(), "not a network file") {
		t.Errorf("said %v", err)
	}
	if endless > 4096 {
		t.Errorf("read %d bytes first", endless)
	}
}

// TestANetworkOfFewerPlanesIgnoresTheOthers compares a file for the first 24 planes with one for
// all planes that has weights 0 for the others.
func TestANetworkOfFewerPlanesIgnoresTheOthers(t *testing.T) {
	for _, kind := range []board.Lattice{board.Honeycomb, board.Grid} {
		whole := randomNetwork(t, kind, 2, 32, 5)
		taps, c := len(lattices[kind].taps), whole.Channels
		var few []float32
		first := whole.tensors["in.conv"]
		for tap := range taps {
			row := first[tap*numPlanes*c : (tap+1)*numPlanes*c]
			few = append(few, row[:plainPlanes*c]...)
			clear(row[plainPlanes*c:])
		}
		zeros, err := parse(encode(whole.header, whole.order, whole.tensors))
		if err != nil {
			t.Fatal(err)
		}
		var h header
		if err := json.Unmarshal(whole.header, &h); err != nil {
			t.Fatal(err)
		}
		h.Inputs, h.Tensors = plainPlanes, tensorsOf(kind, 2, c, plainPlanes)
		text, err := json.Marshal(h)
		if err != nil {
			t.Fatal(err)
		}
		whole.tensors["in.conv"] = few
		plain, err := parse(encode(text, h.Tensors, whole.tensors))
		if err != nil {
			t.Fatal(err)
		}
		g, next := randomGame(t, map[board.Lattice]string{board.Honeycomb: "rosette-3", board.Grid: "square-9"}[kind], seeded(t))
		a, b := New(plain, 1), New(zeros, 1)
		if !a.features.Plain || b.features.Plain {
			t.Error("planes are read that have no weights, or not read that have")
		}
		if got, want := *a.Output(g, next), *b.Output(g, next); !reflect.DeepEqual(got, want) {
			t.Errorf("%v: a network of %d planes says %v, want %v", kind, plainPlanes, got, want)
		}
	}
}
