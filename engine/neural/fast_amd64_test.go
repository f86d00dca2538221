package neural

// setFast chooses between assembly and plain Go.
func setFast(on bool) { fast = on }

// peakWork is how many operations a round of [peakRounds] is.
const peakWork = 12 * vector * 2

func peakRounds(n int) { peakFMA(n) }

// setQuick chooses between the narrow kernels and plain Go.
func setQuick(on bool) { quick = on }
