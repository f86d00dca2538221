package neural

import "golang.org/x/sys/cpu"

// hasVNNI reports whether the processor runs the 8-bit kernels in assembly; in Go
// they are slower than float32. Only tests assign to it, to compare both.
var hasVNNI = hasFMA && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VNNI

// A tileVNNI is [tileInt8Plain] in AVX-512 VNNI, for a set of panels.
type tileVNNI func(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool,
)

// tilesVNNI are the kernels by their number of panels.
var tilesVNNI = [maxPanels + 1]tileVNNI{1: tile1VNNI, 2: tile2VNNI, 3: tile3VNNI}

//go:noescape
func tile1VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool,
)

//go:noescape
func tile2VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool,
)

//go:noescape
func tile3VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool,
)

// maxActivationVNNI is [maxActivationPlain] in AVX-512, for a width that is a
// multiple of 16.
//
//go:noescape
func maxActivationVNNI(in, scale, shift *float32, rows, width int) float32

// quantizeVNNI is [quantizePlain] in AVX-512, for a width that is a multiple of 16.
//
//go:noescape
func quantizeVNNI(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
