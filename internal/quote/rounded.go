package quote

import (
	"math"
	"strconv"
)

// Rounded formats a number that is 0 or more with three significant digits and commas, such as 12,300.
func Rounded(n float64) string {
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return "unknown"
	}
	if n < 100 {
		return strconv.FormatFloat(n, 'g', 3, 64)
	}
	unit := math.Pow(10, math.Floor(math.Log10(n))-2)
	digits := strconv.FormatFloat(math.Round(math.Round(n/unit)*unit), 'f', -1, 64)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
