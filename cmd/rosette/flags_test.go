package main

import "testing"

func TestSizesAreWrittenAsPeopleWriteThem(t *testing.T) {
	for text, want := range map[string]size{
		"1M": 1 << 20, "256m": 256 << 20, "2G": 2 << 30, "2GiB": 2 << 30, "2gb": 2 << 30, "1048576": 1 << 20, "2048K": 2 << 20, "1T": 1 << 40,
	} {
		var s size
		if err := s.Set(text); err != nil || s != want {
			t.Errorf("%s is %d, %v; want %d", text, s, err, want)
		}
		var again size
		if err := again.Set(s.String()); err != nil || again != s {
			t.Errorf("%s is written %s, which is %d, %v", text, s.String(), again, err)
		}
	}
	for _, text := range []string{"", "M", "0", "1K", "-1M", "1.5G", "2T", "99999999999999999999", "1X", "1 000M"} {
		var s size
		if err := s.Set(text); err == nil {
			t.Errorf("%q is %d", text, s)
		}
	}
}
