package study

import (
	"fmt"
	"strconv"
	"strings"
)

// digits are an order's digits in base 62, sorted as bytes.
const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// An order is a fraction in base 62 whose digits follow one another as text. Its first whole digits
// count the siblings of a file, so that adding at an end does not make it longer. The method is from
// D. Greenspan, Implementing Fractional Indexing, 2020.
const (
	whole    = 3
	middle   = len(digits) * len(digits) * len(digits) / 2
	maxOrder = 255 // characters
)

// orderAt returns the i-th sibling's order in a file, from 0.
func orderAt(i int) string {
	i += middle
	n := len(digits)
	return string([]byte{digits[i/n/n%n], digits[i/n%n], digits[i%n]}) + halfDigit
}

// halfDigit is the middle of an interval of length 1.
const halfDigit = "V"

// Between returns an order after a and before b. An empty a means the start, an empty b the end.
// It returns a if nothing lies between them.
func Between(a, b string) string {
	switch {
	case a == "" && b == "":
		return orderAt(0)
	case b == "" && len(a) >= whole && a[:whole] < strings.Repeat("z", whole):
		return moved(a[:whole], 1) + halfDigit
	case a == "" && len(b) >= whole && b[:whole] > strings.Repeat("0", whole):
		return moved(b[:whole], -1) + halfDigit
	case b != "" && a >= b:
		return a
	}
	return midpoint(a, b)
}

// moved returns the order with that number of digits that is by units greater.
func moved(order string, by int) string {
	out := []byte(order)
	for i := len(out) - 1; i >= 0; i-- {
		d := strings.IndexByte(digits, out[i]) + by
		if d >= 0 && d < len(digits) {
			out[i] = digits[d]
			break
		}
		out[i] = digits[(d+len(digits))%len(digits)]
	}
	return string(out)
}

// midpoint returns a short fraction between a and b, where an empty b means 1. Neither ends in 0.
func midpoint(a, b string) string {
	n := 0
	for n < len(b) && (n < len(a) && a[n] == b[n] || n >= len(a) && b[n] == '0') {
		n++
	}
	if n > 0 {
		return b[:n] + midpoint(a[min(n, len(a)):], b[n:])
	}
	low, high := 0, len(digits)
	if a != "" {
		low = strings.IndexByte(digits, a[0])
	}
	if b != "" {
		high = strings.IndexByte(digits, b[0])
	}
	switch {
	case high-low > 1:
		return string(digits[(low+high)/2])
	case len(b) > 1:
		return b[:1]
	case a == "":
		return digits[low:low+1] + midpoint("", "")
	}
	return digits[low:low+1] + midpoint(a[1:], "")
}

// checkOrder returns an error unless order is one from Between.
func checkOrder(order string) error {
	if len(order) == 0 || len(order) > maxOrder || order[len(order)-1] == '0' || strings.Trim(order, digits) != "" {
		return refuse(ErrOrder, fmt.Sprintf("order %.40q; use 1 to %d digits in base 62 that do not end in 0", order,
			maxOrder))
	}
	return nil
}

// NewID returns an ID that no file has, from 64 random bits.
func NewID(random uint64) string { return "n" + strconv.FormatUint(random, 36) }
