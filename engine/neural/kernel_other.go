//go:build !amd64

package neural

// fast is false: there are no kernels for this processor yet.
const fast = false

func tileFMA(out *float32, width int, in *float32, depth int, rows *int32, taps int, weights *float32, more bool) {
	panic("neural: no kernel for this processor")
}

func rectifyFMA(out, in, scale, shift *float32, rows, width, stride int) {
	panic("neural: no kernel for this processor")
}

func poolFMA(sum, most, in, shift *float32, rows *int32, count, stride int) {
	panic("neural: no kernel for this processor")
}

func addFMA(out, in *float32, width int) { panic("neural: no kernel for this processor") }
