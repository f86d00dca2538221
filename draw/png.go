package draw

import (
	"compress/zlib"
	"context"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"math"
)

// Limits for a PNG, in pixels.
const (
	MinWidth  = 16
	MaxWidth  = 8192
	maxPixels = 1 << 25
)

// bandRows is the height of a band, the part in memory at a time.
const bandRows = 64

// png writes the scene as an image with that width. It draws bands from top to bottom, each with
// the shapes that overlap it, so that memory grows only with the width.
func (s *scene) png(ctx context.Context, w io.Writer, width int) error {
	if width < MinWidth || width > MaxWidth {
		return fmt.Errorf("draw: a width of %d; use %d to %d pixels", width, MinWidth, MaxWidth)
	}
	scale := float64(width) / (s.high.X - s.low.X)
	height := max(1, int(math.Round((s.high.Y-s.low.Y)*scale)))
	if height > maxPixels/width {
		most := int(math.Sqrt(maxPixels * (s.high.X - s.low.X) / (s.high.Y - s.low.Y)))
		return fmt.Errorf("draw: %d by %d pixels are too many; use a width of up to %d", width, height, most)
	}
	file, err := newPNGFile(w, width, height)
	if err != nil {
		return err
	}
	c := newCanvas(s, scale, width, min(bandRows, height))
	boxes := c.boxes(s.shapes)
	for top := 0; top < height; top += bandRows {
		c.begin(top, min(bandRows, height-top))
		for i, shape := range s.shapes {
			if !c.enter(boxes[i]) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			shape.paint(c)
		}
		if err := file.write(c.pixels); err != nil {
			return err
		}
	}
	return file.close()
}

// level is the compression level. Rows are not filtered, because filters make pictures with
// gradients larger.
const level = 4

// A pngFile writes an image with 24 bits per pixel as a PNG.
type pngFile struct {
	w     io.Writer
	data  *zlib.Writer
	chunk []byte // next data chunk: length, type, content
}

// Parts of a PNG.
const (
	pngSignature = "\x89PNG\r\n\x1a\n"
	chunkHead    = 8       // bytes: length and type
	chunkSize    = 1 << 15 // bytes of data in a chunk
	trueColour   = "\x08\x02\x00\x00\x00"
)

// newPNGFile writes an image's header.
func newPNGFile(w io.Writer, width, height int) (*pngFile, error) {
	f := &pngFile{w: w, chunk: make([]byte, chunkHead, chunkHead+chunkSize+4)}
	head := binary.BigEndian.AppendUint32(make([]byte, chunkHead, 32), uint32(width))
	head = binary.BigEndian.AppendUint32(head, uint32(height))
	if _, err := io.WriteString(w, pngSignature); err != nil {
		return nil, err
	}
	if err := f.put("IHDR", append(head, trueColour...)); err != nil {
		return nil, err
	}
	data, err := zlib.NewWriterLevel((*pngData)(f), level)
	f.data = data
	return f, err
}

// write adds rows, each with its filter type before its pixels.
func (f *pngFile) write(rows []byte) error {
	_, err := f.data.Write(rows)
	return err
}

// close completes the image. It does not close the writer.
func (f *pngFile) close() error {
	if err := f.data.Close(); err != nil {
		return err
	}
	if err := f.put("IDAT", f.chunk); err != nil {
		return err
	}
	return f.put("IEND", make([]byte, chunkHead, chunkHead+4))
}

// put writes a chunk, which begins with room for length and type.
func (f *pngFile) put(kind string, chunk []byte) error {
	binary.BigEndian.PutUint32(chunk, uint32(len(chunk)-chunkHead))
	copy(chunk[4:], kind)
	_, err := f.w.Write(binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:])))
	return err
}

// A pngData receives a file's compressed data.
type pngData pngFile

// Write implements [io.Writer].
func (d *pngData) Write(data []byte) (n int, err error) {
	for n < len(data) {
		if len(d.chunk) == chunkHead+chunkSize {
			if err := (*pngFile)(d).put("IDAT", d.chunk); err != nil {
				return n, err
			}
			d.chunk = d.chunk[:chunkHead]
		}
		some := data[n:min(len(data), n+chunkHead+chunkSize-len(d.chunk))]
		d.chunk = append(d.chunk, some...)
		n += len(some)
	}
	return n, nil
}
