package neural

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"math"
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

func TestWhatIsWrittenIsReadBack(t *testing.T) {
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
		for _, w := range tensorsOf(kind, 5, 32) {
			if !slices.Equal(back.tensors[w.Name], n.tensors[w.Name]) || len(back.tensors[w.Name]) != w.size() {
				t.Errorf("tensor %s differs", w.Name)
			}
		}
		if !bytes.Equal(file(t, back), data) {
			t.Error("written again it is another file")
		}
	}
}

// refused reads what must not be read, and checks that it says so in one line.
func refused(t testing.TB, what string, data []byte) string {
	t.Helper()
	_, err := Read(bytes.NewReader(data))
	if err == nil {
		t.Fatalf("%s: read without complaint", what)
	}
	text := err.Error()
	if !strings.HasPrefix(text, "network: ") || strings.ContainsAny(text, "\n\r") || len(text) > 250 {
		t.Fatalf("%s: %q is not one clear line", what, text)
	}
	return text
}

func TestAFileThatWasCutIsRefused(t *testing.T) {
	data := file(t, randomNetwork(t, board.Grid, 1, 16, 1))
	r := dice(t)
	for length := range len(data) {
		if length > 3000 && length < len(data)-300 && r.IntN(100) > 0 {
			continue // the hash is the same work at every length
		}
		refused(t, "cut", data[:length])
	}
	refused(t, "longer", append(slices.Clone(data), 0))
}

func TestAFileThatWasChangedIsRefused(t *testing.T) {
	data := file(t, randomNetwork(t, board.Grid, 1, 16, 1))
	r := dice(t)
	for at := range data {
		if at > 3000 && at < len(data)-300 && r.IntN(100) > 0 {
			continue
		}
		changed := slices.Clone(data)
		changed[at] ^= byte(1 + r.IntN(255))
		refused(t, "changed", changed)
	}
}

// sealed ends a file with the right hash, however wrong it is.
func sealed(body []byte) []byte {
	sum := sha256.Sum256(body)
	return append(slices.Clone(body), sum[:]...)
}

// headed puts a file together from a head that has been changed.
func headed(t *testing.T, change func(h *head, tensors map[string][]float32)) []byte {
	t.Helper()
	n := randomNetwork(t, board.Grid, 1, 16, 1)
	var h head
	if err := json.Unmarshal(n.text, &h); err != nil {
		t.Fatal(err)
	}
	change(&h, n.tensors)
	text, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	return encode(text, h.Tensors, n.tensors)
}

// loud makes all weights as large as they can be.
func loud(tensors map[string][]float32) {
	for _, w := range tensors {
		for i := range w {
			w[i] = 65504
		}
	}
}

func TestAFileOfAnotherKindIsRefusedWithTheReason(t *testing.T) {
	whole := file(t, randomNetwork(t, board.Grid, 1, 16, 1))
	body := whole[:len(whole)-sha256.Size]
	versioned, long := slices.Clone(whole), slices.Clone(body)
	binary.LittleEndian.PutUint32(versioned[len(magic):], 2)
	binary.LittleEndian.PutUint32(long[len(magic)+4:], math.MaxUint32)
	for want, data := range map[string][]byte{
		"no file of weights":                 []byte("PNG"),
		"cut short":                          []byte(magic),
		"version 2; this program":            versioned,
		"a head of 4294967295 bytes":         sealed(long),
		"SHA-256":                            append(whole[:len(whole)-1:len(whole)-1], whole[len(whole)-1]^1),
		"bytes of weights":                   sealed(append(slices.Clone(body), 0, 0)),
		"the head":                           sealed(append([]byte(magic), 1, 0, 0, 0, 1, 0, 0, 0, '[')),
		"lattice \"cube\"":                   headed(t, func(h *head, _ map[string][]float32) { h.Lattice = "cube" }),
		"23 inputs":                          headed(t, func(h *head, _ map[string][]float32) { h.Inputs = 23 }),
		"13 taps":                            headed(t, func(h *head, _ map[string][]float32) { h.Taps = 13 }),
		"0 blocks":                           headed(t, func(h *head, _ map[string][]float32) { h.Blocks = 0 }),
		"17 channels":                        headed(t, func(h *head, _ map[string][]float32) { h.Channels = 17 }),
		"\"twice\" does not belong":          headed(t, func(h *head, _ map[string][]float32) { h.Tensors = append(h.Tensors, tensor{"twice", []int{1}}) }),
		"\"owner\" stands twice":             headed(t, func(h *head, _ map[string][]float32) { h.Tensors = append(h.Tensors, tensor{"owner", []int{24}}) }),
		"tensor owner [24] is missing":       headed(t, func(h *head, _ map[string][]float32) { h.Tensors = h.Tensors[:len(h.Tensors)-1] }),
		"in.conv is [9 24 17]":               headed(t, func(h *head, _ map[string][]float32) { h.Tensors[0].Shape = []int{9, 24, 17} }),
		"block.1.aff1.scale [16] is missing": headed(t, func(h *head, _ map[string][]float32) { h.Blocks = 2 }),
		"weights are finite":                 headed(t, func(_ *head, w map[string][]float32) { w["owner"][3] = float32(math.NaN()) }),
		"is no number: its weights":          headed(t, func(_ *head, w map[string][]float32) { loud(w) }),
		"number 2 is +Inf":                   headed(t, func(_ *head, w map[string][]float32) { w["owner"][2] = 1e9 }),
	} {
		if got := refused(t, want, data); !strings.Contains(got, want) {
			t.Errorf("refused with %q, want %q in it", got, want)
		}
	}
}

func TestTensorsMayStandInAnyOrder(t *testing.T) {
	data := headed(t, func(h *head, _ map[string][]float32) { slices.Reverse(h.Tensors) })
	n, err := Read(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(n.tensors["in.conv"], randomNetwork(t, board.Grid, 1, 16, 1).tensors["in.conv"]) {
		t.Error("another in.conv")
	}
}

func TestNoNetworkIsMadeOfImpossibleSizes(t *testing.T) {
	for _, c := range []struct {
		kind             board.Lattice
		blocks, channels int
	}{{board.Custom, 2, 16}, {board.Grid, 0, 16}, {board.Grid, 2, 24}, {board.Grid, 65, 16}, {board.Grid, 1, 2048}} {
		if _, err := Random(c.kind, c.blocks, c.channels, 1); err == nil {
			t.Errorf("a network of %v", c)
		}
	}
}

func TestSixteenBitsAreReadAndWrittenWithoutLoss(t *testing.T) {
	for h := range 1 << 16 {
		x := fromHalf(uint16(h))
		if x != x {
			if back := fromHalf(toHalf(x)); back == back {
				t.Fatalf("%#04x is no number, and back it is %v", h, back)
			}
			continue
		}
		if back := toHalf(x); back != uint16(h) {
			t.Fatalf("%#04x is %v, and that is %#04x", h, x, back)
		}
	}
	for x, want := range map[float32]uint16{1: 0x3c00, -2: 0xc000, 65504: 0x7bff, 65519: 0x7bff, 65520: 0x7c00, 1. / (1 << 24): 1, 0.5 / (1 << 24): 0, 1.5 / (1 << 24): 2, 1 + 1./2048: 0x3c00, 1 + 3./2048: 0x3c02} {
		if got := toHalf(x); got != want {
			t.Errorf("%v is %#04x, want %#04x", x, got, want)
		}
	}
}

func TestTheNearestOfSixteenBitsIsTaken(t *testing.T) {
	r := dice(t)
	for range 10000 {
		x := float32(math.Ldexp(r.NormFloat64(), r.IntN(36)-25))
		h := toHalf(x)
		if math.IsInf(float64(fromHalf(h)), 0) {
			continue
		}
		miss := math.Abs(float64(fromHalf(h)) - float64(x))
		for _, beside := range []uint16{h - 1, h + 1} {
			if other := math.Abs(float64(fromHalf(beside)) - float64(x)); other < miss {
				t.Fatalf("%v is %#04x, but %#04x is nearer", x, h, beside)
			}
		}
	}
}

// FuzzRead reads files of which only the hash is right.
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
			t.Fatal("what was read is written as something else")
		}
	})
}
