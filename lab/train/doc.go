// Package train implements the training of networks by self-play, as AlphaZero
// and KataGo do it.
//
// A [SelfPlay] plays games of an evaluator against itself, batch by batch, and
// keeps positions with what became of them as a [Shard]. Komi, rules, handicaps
// and openings vary; few moves are searched with many visits and kept; positions
// that surprised the policy weigh more (Wu, Accelerating self-play learning in Go,
// 2020). A [BatchQueue] produces the batches that a run directory lacks.
//
// A [Run] repeats cycles in a run directory: self-play by the best network,
// learning, a gating match against playouts or the best network where the plan wants
// one, and now and then a rating match against the reference network. An interrupted
// run continues where it was.
//
// The directory learn holds the trainer, in Python with PyTorch, which [Trainer]
// starts: it reads shards and writes the files that rosette/engine/neural reads.
package train
