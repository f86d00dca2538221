package web

import (
	"net/http"
	"strings"
)

// NoneMatch reports whether a request's If-None-Match header matches a tag, or any tag with "*", so
// that the response is 304 (RFC 9110, section 13.1.2). The comparison is weak. tag has quotation
// marks and no comma.
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
