package main

import (
	"fmt"
	"strconv"
	"strings"
)

// A size is a number of bytes, written as 256M or 2G.
type size int64

// Bounds of the memory that a tree may take.
const (
	leastMemory = size(1) << 20
	mostMemory  = size(1) << 40
)

// units are what stands behind the number.
var units = map[string]size{"K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}

// String writes the size in the largest unit that is whole.
func (s *size) String() string {
	for _, unit := range []string{"T", "G", "M", "K"} {
		if *s > 0 && *s%units[unit] == 0 {
			return strconv.FormatInt(int64(*s/units[unit]), 10) + unit
		}
	}
	return strconv.FormatInt(int64(*s), 10)
}

// Set reads a size.
func (s *size) Set(text string) error {
	upper := strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(strings.TrimSpace(text)), "B"), "I")
	unit, digits := size(1), upper
	if n := len(upper); n > 0 && units[upper[n-1:]] > 0 {
		unit, digits = units[upper[n-1:]], upper[:n-1]
	}
	n, err := strconv.ParseUint(digits, 10, 40)
	if err != nil || size(n) > mostMemory/unit || size(n)*unit < leastMemory {
		return fmt.Errorf("use a size from 1M to 1T, such as 256M or 2G")
	}
	*s = size(n) * unit
	return nil
}

// Type names what the flag takes.
func (s *size) Type() string { return "size" }
