// Package neural implements the convolutional network that evaluates Go positions: its input
// features, the weights file, inference on the CPU, and an [engine.Evaluator] on top.
//
// One network serves every board on its lattice (honeycomb or grid). A convolution does not step
// over rows and columns; for each point it gathers the points that its taps read ([BoardTables]),
// and a row of zeros represents everything off the board. [Features] are the input, [Network] holds
// the weights, a [Workspace] holds the buffers for one goroutine, and an [Evaluator] combines the
// three.
//
// The trunk consists of pre-activation residual blocks (He et al., Identity Mappings in Deep
// Residual Networks, 2016). Every second block pools the whole board, and the heads predict score
// and ownership besides policy and value, after KataGo (Wu, Accelerating Self-Play Learning in Go,
// 2019). In honeycomb networks the first blocks also pool each hexagon and add the result to its
// six corners, which is specific to Rosette.
//
// All tensors are float32 slices, row-major, with one row for each point. Convolutions run in 8-bit
// integers where the processor has a kernel for them (AVX-512 VNNI or AVX2 on amd64, FEAT_DotProd
// on arm64), and otherwise in float32, with AVX2 or NEON. Every kernel has an equivalent in Go.
package neural
