package neural

import "golang.org/x/sys/cpu"

// hasFMA reports whether the processor supports the float32 kernels in assembly. Only tests assign
// to it, to compare assembly with Go.
var hasFMA = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// nameFMA names the assembly kernels.
const nameFMA = "AVX2"

// tileFMA is [tilePlain] in AVX2.
//
//go:noescape
func tileFMA(out *float32, width int, in *float32, depth int, rows *int32, taps int, weights *float32, add bool)

// rectifyFMA is [rectifyPlain] in AVX2.
//
//go:noescape
func rectifyFMA(out, in, scale, shift *float32, rows, width, stride int)

// poolFMA is [poolPlain] in AVX2, for 8 columns.
//
//go:noescape
func poolFMA(sum, maximum, in, shift *float32, rows *int32, count, stride int)

// addFMA is [addPlain] in AVX2.
//
//go:noescape
func addFMA(out, in *float32, width int)
