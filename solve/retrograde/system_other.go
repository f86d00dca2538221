//go:build !linux

package retrograde

import "math"

// freeDisk has no limit here: writing fails if the disk is full.
func freeDisk(string) (int64, error) { return math.MaxInt64, nil }

// FreeMemory has no limit here: allocation fails if memory runs out.
func FreeMemory() int64 { return math.MaxInt64 }
