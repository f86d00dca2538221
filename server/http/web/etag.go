package web

import (
	"net/http"
	"strings"
)

// NoneMatch reports whether the If-None-Match header of a request names the representation with a
// tag, or any by "*", so that the answer is 304 (RFC 9110, section 13.1.2). The comparison is weak.
// tag has quotation marks and no comma.
func NoneMatch(r *http.Request, tag string) bool {
	for _, line := range r.Header.Values("If-None-Match") {
		for known := range strings.SplitSeq(line, ",") {
			known = strings.TrimSpace(known)
			if known == "*" || strings.TrimPrefix(known, "W/") == tag {
				return true
			}
		}
	}
	return false
}
