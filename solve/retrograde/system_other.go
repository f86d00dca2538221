//go:build !linux

package retrograde

import "math"

// freeDisk is not known here: what does not fit fails when it is written.
func freeDisk(string) (int64, error) { return math.MaxInt64, nil }

// FreeMemory is not known here: what does not fit fails when it is used.
func FreeMemory() int64 { return math.MaxInt64 }
