package neural

import "golang.org/x/sys/cpu"

// hasFMA reports whether the processor supports the float32 kernels in assembly, as every arm64
// does. Only tests assign to it, to compare assembly with Go.
var hasFMA = cpu.ARM64.HasASIMD

// nameFMA names the assembly kernels.
const nameFMA = "NEON"

// tileFMA is [tilePlain] in NEON.
//
//go:noescape
func tileFMA(out *float32, width int, in *float32, depth int, rows *int32, taps int, weights *float32, add bool)

// rectifyFMA is [rectifyPlain] in NEON.
//
//go:noescape
func rectifyFMA(out, in, scale, shift *float32, rows, width, stride int)

// poolFMA is [poolPlain] in NEON, for 8 columns.
//
//go:noescape
func poolFMA(sum, maximum, in, shift *float32, rows *int32, count, stride int)

// addFMA is [addPlain] in NEON.
//
//go:noescape
func addFMA(out, in *float32, width int)
