package neural

// setFMA chooses between the float32 kernels in assembly and in Go.
func setFMA(on bool) { hasFMA = on }

// int8Kernels returns the 8-bit kernels that this processor runs.
func int8Kernels() (all []*int8Kernel) {
	for _, kernel := range []*int8Kernel{int8AMX(), int8VNNI(), int8AVXVNNI(), int8AVX2()} {
		if kernel != nil {
			all = append(all, kernel)
		}
	}
	return all
}
