//go:build !amd64 && !arm64

package neural

// hasFMA is false: this processor has no float32 kernels in assembly.
const hasFMA = false

const nameFMA = ""

func tileFMA(out *float32, width int, in *float32, depth int, rows *int32, taps int, weights *float32, add bool) {
	panic("neural: no kernel for this processor")
}

func rectifyFMA(out, in, scale, shift *float32, rows, width, stride int) {
	panic("neural: no kernel for this processor")
}

func poolFMA(sum, maximum, in, shift *float32, rows *int32, count, stride int) {
	panic("neural: no kernel for this processor")
}

func addFMA(out, in *float32, width int) { panic("neural: no kernel for this processor") }

// bestInt8 returns nil: this processor has no 8-bit kernel.
func bestInt8() *int8Kernel { return nil }
