// Package train teaches networks. A [Play] plays games of a mind with itself,
// batch by batch, and keeps as shards what can be learned from them: komi, rules,
// handicaps and openings vary, few moves are searched with care and kept, and
// those count more that were a surprise (Wu, Accelerating self-play learning in
// Go, 2020). Its folder learn is the trainer, in Python with PyTorch: it reads the
// shards and writes the files that rosette/engine/neural plays with.
package train
