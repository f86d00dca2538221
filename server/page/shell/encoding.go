package shell

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"

	"github.com/andybalholm/brotli"
)

// packedSuffix ends the name of a bundled file compressed with Brotli.
const packedSuffix = ".br"

// encoded returns the body in the request's preferred encoding, and the encoding's name, "" for the
// plain body. Among equally preferred encodings it chooses the smallest body.
func (f File) encoded(r *http.Request) (encoding string, body []byte) {
	takes, best := acceptedEncodings(r), 0.0
	if f.unpack != nil {
		if takes.quality("br") > 0 {
			return "br", f.brotli()
		}
		return "", f.unpack()
	}
	body = f.plain
	for _, packed := range []struct {
		encoding string
		body     func() []byte
	}{{"gzip", func() []byte { return f.gzip }}, {"br", f.brotli}} {
		q := takes.quality(packed.encoding)
		if packed.body == nil || q == 0 || q < best {
			continue
		}
		if smaller := packed.body(); smaller != nil && (q > best || len(smaller) < len(body)) {
			encoding = packed.encoding
			body = smaller
			best = q
		}
	}
	if plain, named := takes["identity"]; len(body) >= len(f.plain) || named && plain > best {
		return "", f.plain
	}
	return encoding, body
}

// encodings holds a request's quality values for encodings, from 0 to 1.
type encodings map[string]float64

// acceptedEncodings parses Accept-Encoding (RFC 9110, section 12.5.3). An encoding with an invalid
// quality value is not accepted.
func acceptedEncodings(r *http.Request) encodings {
	takes := encodings{}
	for word := range strings.SplitSeq(strings.Join(r.Header.Values("Accept-Encoding"), ","), ",") {
		name, parameter, weighted := strings.Cut(word, ";")
		q := 1.0
		if weighted {
			text, _ := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameter)), "q=")
			if n, err := strconv.ParseFloat(text, 64); err != nil || !(n >= 0 && n <= 1) {
				q = 0
			} else {
				q = n
			}
		}
		takes[strings.ToLower(strings.TrimSpace(name))] = q
	}
	return takes
}

// quality returns the quality value for an encoding, or the value for * if it is not named.
func (e encodings) quality(name string) float64 {
	if q, ok := e[name]; ok {
		return q
	}
	return e["*"]
}

// takesGzip reports whether a request accepts gzip.
func takesGzip(r *http.Request) bool { return acceptedEncodings(r).quality("gzip") > 0 }

// packFast compresses data that is sent once.
func packFast(data []byte) []byte { return packGzip(data, gzip.BestSpeed) }

func packGzip(data []byte, level int) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	Must(err)
	return packed(&b, z, data)
}

// onceLevel is the Brotli level for a file compressed on first request: the best level takes forty
// times as long.
const onceLevel = 5

// laterBrotli returns a function that compresses data with Brotli on its first call.
func laterBrotli(data []byte) func() []byte {
	return sync.OnceValue(func() []byte {
		var b bytes.Buffer
		return packed(&b, brotli.NewWriterLevel(&b, onceLevel), data)
	})
}

// laterPlain returns a function that decompresses a bundled file on its first call.
func laterPlain(data []byte) func() []byte {
	return sync.OnceValue(func() []byte {
		plain, err := io.ReadAll(brotli.NewReader(bytes.NewReader(data)))
		Must(err) // it is part of the program
		return plain
	})
}

// packed writes data to w and returns the output in b.
func packed(b *bytes.Buffer, w io.WriteCloser, data []byte) []byte {
	_, err := w.Write(data)
	Must(err)
	Must(w.Close())
	return b.Bytes()
}
