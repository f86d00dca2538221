// Package neural is an evaluator that has learned: a network whose weights are
// read from a file, and that judges a position in one pass.
//
// A board is a table: for every point the points that each of a few taps reads,
// with one row of zeros for all that lies off the board. So one network serves
// every board of its lattice. [Features] is what it sees of a position, a
// [Network] is the weights, a [Mind] is what thinks with them for one goroutine,
// and an [Evaluator] says it in the words of engine.
//
// The network is residual blocks with activation first (He et al. 2016), whose
// convolutions are matrix products over gathered rows; global pooling in every
// second block, and the outputs besides policy and value are after KataGo's
// published methods (Wu 2019). Hexagon pooling, from the six corners of a
// hexagon and back to them, is our own.
package neural
