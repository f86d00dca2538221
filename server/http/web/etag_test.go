package web

import (
	"net/http"
	"testing"
)

func TestIfNoneMatchNamesATagAnyTagOrNone(t *testing.T) {
	for header, want := range map[string]bool{
		``: false, `*`: true, ` * `: true, `"abc"`: true, `W/"abc"`: true, `"x", W/"abc"`: true,
		`"x"`: false, `abc`: false, `"abcd"`: false, `"x*"`: false,
	} {
		r := &http.Request{Header: http.Header{"If-None-Match": {`"other"`, header}}}
		if got := NoneMatch(r, `"abc"`); got != want {
			t.Errorf("%s: %v, want %v", header, got, want)
		}
	}
	if NoneMatch(&http.Request{}, `"abc"`) {
		t.Error("without a header")
	}
}
