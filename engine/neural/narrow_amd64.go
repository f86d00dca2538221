package neural

import "golang.org/x/sys/cpu"

// quick tells whether this processor has what the narrow kernels are made of;
// only then they are faster than whole numbers. Tests turn it off to hear the
// same from plain Go.
var quick = fast && cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VNNI

// A tileVNNI is [tileNarrowPlain] of a set of panels on the vector unit.
type tileVNNI func(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, factor float32, more bool)

// tilesVNNI are by how many panels they compute.
var tilesVNNI = [mostPanels + 1]tileVNNI{1: tile1VNNI, 2: tile2VNNI, 3: tile3VNNI}

//go:noescape
func tile1VNNI(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, factor float32, more bool)

//go:noescape
func tile2VNNI(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, factor float32, more bool)

//go:noescape
func tile3VNNI(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, factor float32, more bool)

// peakVNNI is [peakPlain] on the vector unit, of rows whose width is a multiple
// of 16.
//
//go:noescape
func peakVNNI(in, scale, shift *float32, rows, width int) float32

// narrowVNNI is [narrowPlain] on the vector unit.
//
//go:noescape
func narrowVNNI(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
