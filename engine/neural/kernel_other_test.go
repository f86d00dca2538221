//go:build !amd64 && !arm64

package neural

func setFMA(bool) {}

func int8Kernels() []*int8Kernel { return nil }
