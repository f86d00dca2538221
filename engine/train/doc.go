// Package train teaches networks. Its folder learn is the trainer, in Python
// with PyTorch: it reads the shards that self-play has written and writes the
// files that rosette/engine/neural plays with.
package train
