package main

import (
	"bytes"
	"image"
	"image/color"
	"image/png"
	"math"
)

// icons are the program's icons for a home screen, by name in dist, with their size in pixels and
// the flower's part of it. Systems crop a maskable icon, so its flower is smaller.
var icons = map[string]struct {
	size int
	part float64
}{
	"icon-192.png":      {192, 0.84},
	"icon-512.png":      {512, 0.84},
	"icon-maskable.png": {512, 0.6},
	"touch-icon.png":    {180, 0.74},
}

var (
	paper = [3]float64{0xf6, 0xf1, 0xe8}
	wine  = [3]float64{0x97, 0x26, 0x4d}
)

// samples is the number of samples in a pixel, in each direction.
const samples = 4

// drawIcon returns the site's logo on paper as a PNG.
func drawIcon(size int, part float64) ([]byte, error) {
	picture := image.NewNRGBA(image.Rect(0, 0, size, size))
	unit := 92 / (part * float64(size)) // the flower is 92 across
	for y := range size {
		for x := range size {
			share := 0.0
			for k := range samples * samples {
				at := func(pixel, step int) float64 {
					return (float64(pixel) + (float64(step)+0.5)/samples - float64(size)/2) * unit
				}
				if inFlower(at(x, k%samples), at(y, k/samples)) {
					share += 1.0 / samples / samples
				}
			}
			mix := func(i int) uint8 { return uint8(math.Round(paper[i] + share*(wine[i]-paper[i]))) }
			picture.SetNRGBA(x, y, color.NRGBA{mix(0), mix(1), mix(2), 255})
		}
	}
	var out bytes.Buffer
	err := png.Encode(&out, picture)
	return out.Bytes(), err
}

// inFlower reports whether a point lies in one of the six petals in icon.svg. The upright petal lies
// between two quadratic Bézier curves from the centre to a tip 46 above it, with their control
// points 15 to each side at height 26.
func inFlower(x, y float64) bool {
	for i := range 6 {
		sin, cos := math.Sincos(float64(i) * math.Pi / 3)
		across, along := x*cos+y*sin, x*sin-y*cos
		if along < 0 || along > 46 {
			continue
		}
		t := (52 - math.Sqrt(2704-24*along)) / 12
		if math.Abs(across) <= 30*t*(1-t) {
			return true
		}
	}
	return false
}
