package neural

// peakFMA does nothing but multiply and add, twelve times eight numbers a
// round: what the benchmark of the kernel compares it with.
//
//go:noescape
func peakFMA(rounds int)
