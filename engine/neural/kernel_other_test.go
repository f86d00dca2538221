//go:build !amd64

package neural

func setFMA(bool) {}

func setVNNI(bool) {}
