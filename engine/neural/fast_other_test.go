//go:build !amd64

package neural

func setFast(bool) {}

const peakWork = 1

func peakRounds(int) {}

func setQuick(bool) {}
