package neural

import "golang.org/x/sys/cpu"

// bestInt8 returns the fastest 8-bit kernel that this processor supports.
func bestInt8() *int8Kernel {
	for _, kernel := range []func() *int8Kernel{int8AMX, int8VNNI, int8AVXVNNI, int8AVX2} {
		if k := kernel(); k != nil {
			return k
		}
	}
	return nil
}

// int8VNNI returns the kernel for processors with AVX-512 and VNNI, or nil on others.
func int8VNNI() *int8Kernel {
	if !hasVNNI() {
		return nil
	}
	return &int8Kernel{
		name: "AVX-512 VNNI", panels: 3, tiles: [maxPanels + 1]int8Tile{1: tile1VNNI, 2: tile2VNNI, 3: tile3VNNI},
		maxActivation: maxActivationVNNI, quantize: quantizeVNNI,
	}
}

func hasVNNI() bool {
	x := &cpu.X86
	return hasFMA && x.HasAVX512F && x.HasAVX512BW && x.HasAVX512VL && x.HasAVX512VNNI
}

// int8AVXVNNI returns the kernel for processors with AVX2 and VNNI on AVX registers, or nil on
// others.
func int8AVXVNNI() *int8Kernel {
	k := int8AVX2()
	if k == nil || !cpu.X86.HasAVXVNNI {
		return nil
	}
	k.name, k.tiles[1] = "AVX-VNNI", tileAVXVNNI
	return k
}

// int8AVX2 returns the kernel for processors with AVX2 and FMA, or nil on others.
func int8AVX2() *int8Kernel {
	if !hasFMA {
		return nil
	}
	return &int8Kernel{
		name: "AVX2", panels: 1, tiles: [maxPanels + 1]int8Tile{1: tileAVX2},
		maxActivation: maxActivationAVX2, quantize: quantizeAVX2,
	}
}

//go:noescape
func tile1VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32,
	add bool, sums *int32,
)

//go:noescape
func tile2VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32,
	add bool, sums *int32,
)

//go:noescape
func tile3VNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32,
	add bool, sums *int32,
)

//go:noescape
func maxActivationVNNI(in, scale, shift *float32, rows, width int) float32

//go:noescape
func quantizeVNNI(out *uint8, in, scale, shift *float32, rows, width int, factor float32)

//go:noescape
func tileAVX2(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32,
	add bool, sums *int32,
)

//go:noescape
func tileAVXVNNI(
	out *float32, width int, in *uint8, depth int, rows *int32, taps int, weights *int8, scale *float32, unit float32,
	add bool, sums *int32,
)

//go:noescape
func maxActivationAVX2(in, scale, shift *float32, rows, width int) float32

//go:noescape
func quantizeAVX2(out *uint8, in, scale, shift *float32, rows, width int, factor float32)
