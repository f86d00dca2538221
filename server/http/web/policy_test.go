package web

import (
	"maps"
	"net/http"
	"strings"
	"testing"
)

func TestAPolicyAddsWhatItNamesAndNothingElse(t *testing.T) {
	none := http.Header{}
	Policy{}.Set(none)
	for name, want := range map[string]string{
		"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; " +
			"connect-src 'self'; worker-src 'self'; manifest-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
		"Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
		"X-Frame-Options":    "DENY",
	} {
		if got := none.Get(name); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
	for _, row := range []struct {
		policy              Policy
		header, before, now string
	}{
		{Policy{WebAssembly: true}, "Content-Security-Policy", "script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'"},
		{Policy{Microphone: true}, "Permissions-Policy", "microphone=()", "microphone=(self)"},
		{Policy{Framed: true}, "Content-Security-Policy", "frame-ancestors 'none'", "frame-ancestors *"},
	} {
		want := maps.Clone(none)
		want.Set(row.header, strings.Replace(want.Get(row.header), row.before, row.now, 1))
		if row.policy.Framed {
			want.Del("X-Frame-Options")
		}
		got := maps.Clone(none) // as set by the guard
		row.policy.Set(got)
		if !maps.EqualFunc(got, want, func(a, b []string) bool { return strings.Join(a, "\n") == strings.Join(b, "\n") }) {
			t.Errorf("%+v: %v, want %v", row.policy, got, want)
		}
		if (Policy{}).Set(got); got.Get(row.header) != none.Get(row.header) || got.Get("X-Frame-Options") != "DENY" {
			t.Errorf("an answer that is none of %+v keeps %v", row.policy, got)
		}
	}
}
