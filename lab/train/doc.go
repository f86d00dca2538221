// Package train implements the training of networks by self-play, after AlphaZero and KataGo.
//
// A [SelfPlay] plays games between an evaluator and itself in batches. It stores positions with
// their outcome as a [Shard]. Komi, rules, handicaps and openings vary. Few moves are searched with
// many visits; only these become samples, and positions that surprised the policy weigh more (Wu,
// Accelerating self-play learning in Go, 2020). A [BatchQueue] produces the batches missing from a
// run directory.
//
// A [Run] repeats cycles in a run directory: self-play by the best network, learning, an optional
// gating match against playouts or the best network, and now and then a rating match against the
// reference network. An interrupted run continues where it stopped.
//
// Directory learn holds the trainer, in Python with PyTorch, which [Trainer] runs. It reads shards
// and writes network files for rosette/engine/neural.
package train
