package neural

import "golang.org/x/sys/cpu"

// bestInt8 returns the fastest 8-bit kernel that the processor runs.
func bestInt8() *int8Kernel {
	switch {
	case !hasFMA:
		return nil
	case cpu.X86.HasAVX512F && cpu.X86.HasAVX512BW && cpu.X86.HasAVX512VL && cpu.X86.HasAVX512VNNI:
		return &int8Kernel{
			name: "AVX-512 VNNI", panels: 3, tiles: [maxPanels + 1]int8Tile{1: tile1VNNI, 2: tile2VNNI, 3: tile3VNNI},
			maxActivation: maxActivationVNNI, quantize: quantizeVNNI,
		}
	}
	return int8AVX2()
}

// int8AVX2 returns the kernel for processors with AVX2 and FMA.
func int8AVX2() *int8Kernel {
	return &int8Kernel{
		name: "AVX2", panels: 1, tiles: [maxPanels + 1]int8Tile{1: tileAVX2},
		maxActivation: maxActivationAVX2, quantize: quantizeAVX2,
	}
}

//go:noescape
func tile1VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32,
)

//go:noescape
func tile2VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32,
)

//go:noescape
func tile3VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32,
)

//go:noescape
func maxActivationVNNI(in, scale, shift *float32, rows, width int) float32

//go:noescape
func quantizeVNNI(out *uint8, in, scale, shift *float32, rows, width int, factor float32)

//go:noescape
func tileAVX2(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32, add bool, sums *int32,
)

//go:noescape
func maxActivationAVX2(in, scale, shift *float32, rows, width int) float32

//go:noescape
func quantizeAVX2(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
