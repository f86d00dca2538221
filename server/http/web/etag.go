package web

import "strings"

// NoneMatch reports whether an If-None-Match header matches a tag, or any tag with "*", so that the
// response is 304 (RFC 9110, section 13.1.2). The comparison is weak. tag has quotation marks and no
// comma.
func NoneMatch(header, tag string) bool {
	for known := range strings.SplitSeq(header, ",") {
		known = strings.TrimSpace(known)
		if known == "*" || strings.TrimPrefix(known, "W/") == tag {
			return true
		}
	}
	return false
}
