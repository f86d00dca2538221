// Package calibration measures whether a network's figures are consistent: whether its lead follows
// komi, whether rules without an effect leave it unchanged, and whether it recognizes finished
// positions. It needs no games between players and no other engine.
package calibration
