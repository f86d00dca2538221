package neural

// setFMA chooses between the float32 kernels in assembly and in Go.
func setFMA(on bool) { hasFMA = on }

// int8Kernels returns the 8-bit kernels that this processor runs.
func int8Kernels() []*int8Kernel {
	if fastInt8 == nil {
		return nil
	}
	return []*int8Kernel{fastInt8, int8AVX2()}
}
