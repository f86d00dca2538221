package neural

import "golang.org/x/sys/cpu"

// bestInt8 returns the 8-bit kernel for processors with FEAT_DotProd: all since Armv8.4 and many
// with Armv8.2. Without it NEON is hardly faster with bytes than with float32.
func bestInt8() *int8Kernel {
	if !hasFMA || !cpu.ARM64.HasASIMDDP {
		return nil
	}
	return &int8Kernel{
		name: "NEON dot product", panels: 1, tiles: [maxPanels + 1]int8Tile{1: tileDot},
		maxActivation: maxActivationNEON, quantize: quantizeNEON,
	}
}

//go:noescape
func tileDot(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32,
	add bool, sums *int32,
)

//go:noescape
func maxActivationNEON(in, scale, shift *float32, rows, width int) float32

//go:noescape
func quantizeNEON(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
