package main

import (
	"bytes"
	"testing"
)

// On a narrow terminal the bar gives way, not the numbers.
func TestABarFitsItsTerminal(t *testing.T) {
	for wide, want := range map[int]string{
		80: "\r\x1b[K[#######.......................] 25 of 100 positions",
		40: "\r\x1b[K[####.............] 25 of 100 positions",
		24: "\r\x1b[K25 of 100 positions",
		12: "\r\x1b[K25 of 100 p",
		0:  "", // no terminal
	} {
		var out bytes.Buffer
		bar{&progress{out: &out, wide: wide}, 100}.show(25)
		if got := out.String(); got != want {
			t.Errorf("%d columns: %q, want %q", wide, got, want)
		}
	}
}
