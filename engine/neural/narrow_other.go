//go:build !amd64

package neural

// quick is false: there are no narrow kernels for this processor yet.
const quick = false

var tilesVNNI [mostPanels + 1]func(out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, factor float32, more bool)

func peakVNNI(in, scale, shift *float32, rows, width int) float32 {
	panic("neural: no kernel for this processor")
}

func narrowVNNI(out *uint8, in, scale, shift *float32, rows, width int, factor float32) {
	panic("neural: no kernel for this processor")
}
