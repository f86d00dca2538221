package neural

import "golang.org/x/sys/cpu"

// fast tells whether this processor has what the kernels in assembly are made
// of. Tests turn it off to hear the same from plain Go.
var fast = cpu.X86.HasAVX2 && cpu.X86.HasFMA

// tileFMA is [tilePlain] on the vector unit.
//
//go:noescape
func tileFMA(out *float32, width int, in *float32, depth int, rows *int32, taps int, weights *float32, more bool)

// rectifyFMA is [rectifyPlain] on the vector unit, of rows that lie stride apart.
//
//go:noescape
func rectifyFMA(out, in, scale, shift *float32, rows, width, stride int)

// poolFMA is [poolPlain] on the vector unit.
//
//go:noescape
func poolFMA(sum, most, in, shift *float32, rows *int32, count, stride int)

// addFMA is [addPlain] on the vector unit.
//
//go:noescape
func addFMA(out, in *float32, width int)
