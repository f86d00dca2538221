package neural

// setFMA chooses between the float32 kernels in assembly and in Go.
func setFMA(on bool) { hasFMA = on }

// setVNNI chooses between the 8-bit kernels in assembly and in Go.
func setVNNI(on bool) { hasVNNI = on }
