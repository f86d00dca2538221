//go:build !amd64

package neural

// hasVNNI is false: there are no 8-bit kernels in assembly for this processor.
const hasVNNI = false

var tilesVNNI [maxPanels + 1]func(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool,
)

func maxActivationVNNI(in, scale, shift *float32, rows, width int) float32 {
	panic("neural: no kernel for this processor")
}

func quantizeVNNI(out *uint8, in, scale, shift *float32, rows, width int, factor float32) {
	panic("neural: no kernel for this processor")
}
