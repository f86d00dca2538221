// Package neural implements the convolutional network that evaluates Go
// positions: its input features, the file of weights, inference on the CPU, and
// an [engine.Evaluator] on top of it.
//
// One network serves every board of its lattice (honeycomb or grid), since a
// convolution does not step over rows and columns but gathers, for each point,
// the points that its taps read ([BoardTables]); a row of zeros stands for
// everything off the board. [Features] are the input, [Network] holds the
// weights, a [Workspace] holds the buffers of one goroutine, and an [Evaluator]
// combines the three.
//
// The trunk consists of pre-activation residual blocks (He et al., Identity
// Mappings in Deep Residual Networks, 2016). Every second block pools the whole
// board, and the heads predict score and ownership besides policy and value,
// after KataGo (Wu, Accelerating Self-Play Learning in Go, 2019). The first
// blocks of networks for honeycombs also pool each hexagon and add the result
// to its six corners, which is specific to Rosette.
//
// All tensors are slices of float32, row-major, one row per point. Convolutions
// run in 8-bit integers where the processor has a kernel for them (AVX-512 VNNI or
// AVX2 on amd64, FEAT_DotProd on arm64), in float32 elsewhere, with AVX2 or NEON.
// Both have equivalents in Go.
package neural
