package quote

import "testing"

func TestARoundedCountHasThreeSignificantDigits(t *testing.T) {
	for n, want := range map[float64]string{
		0: "0", 0.25: "0.25", 7: "7", 12.34: "12.3", 999: "999", 999.6: "1,000", 1234: "1,230", 12345: "12,300",
		999_999: "1,000,000", 1.23e9: "1,230,000,000",
	} {
		if got := Rounded(n); got != want {
			t.Errorf("%v is %q, want %q", n, got, want)
		}
	}
}
