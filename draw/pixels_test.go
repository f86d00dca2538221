package draw

import (
	"runtime/metrics"
	"testing"
)

// mostMemory is the largest memory that a picture may allocate, including the file in a buffer.
const mostMemory = 8 << 20

func TestBandsDrawThePixelsOfAWholeImage(t *testing.T) {
	all := busyPictures()
	all["all fields"] = fullPicture(t)
	for name, p := range all {
		const width = serverWidth / 2
		got, want := pixels(t, p, width), wholeImage(p.layout(), width)
		levels := map[int]int{} // number of pixels by difference in levels of 255
		for y := range got.Bounds().Dy() {
			for x := range width {
				r, g, b, _ := got.At(x, y).RGBA()
				pixel := want.Pix[want.PixOffset(x, y):]
				most := 0
				for i, c := range []uint32{r, g, b} {
					d := int(c>>8) - int(pixel[i])
					most = max(most, d, -d)
				}
				levels[most]++
			}
		}
		n := width * got.Bounds().Dy()
		if few := n / 100; levels[0]+levels[1] != n || levels[1] > few {
			t.Errorf("%s: of %d pixels so many differ by levels: %v; want at most %d, and by one", name, n, levels, few)
		}
	}
}

// allocated returns the number of bytes allocated by the process so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

func TestAPictureCostsABoundedAmountOfMemory(t *testing.T) {
	for name, p := range busyPictures() {
		for _, format := range []string{"svg", "png"} {
			before := allocated()
			var file fileSize
			if err := p.Write(t.Context(), &file, format, serverWidth); err != nil {
				t.Fatal(err)
			}
			// A growing buffer needs twice the file's size.
			if cost := int(allocated()-before) + 2*int(file); cost > mostMemory || file == 0 {
				t.Errorf("%s as %s of %d bytes costs %d bytes, want at most %d", name, format, file, cost, mostMemory)
			}
		}
	}
}

// A fileSize is a writer that counts bytes.
type fileSize int

func (l *fileSize) Write(b []byte) (int, error) {
	*l += fileSize(len(b))
	return len(b), nil
}
