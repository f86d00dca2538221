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

// packedSuffix ends the name of a file of the bundle that Brotli has compressed.
const packedSuffix = ".br"

// encoded returns the body in the encoding that a request prefers, the smallest of those
// that it takes equally, and the name of the encoding, "" for the plain body.
func (f File) encoded(r *http.Request) (encoding string, body []byte) {
	takes, best := acceptedEncodings(r), 0.0
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
			encoding, body, best = packed.encoding, smaller, q
		}
	}
	if plain, named := takes["identity"]; len(body) >= len(f.plain) || named && plain > best {
		return "", f.plain
	}
	return encoding, body
}

// encodings are the qualities that a request gives to encodings, from 0 to 1.
type encodings map[string]float64

// acceptedEncodings reads Accept-Encoding as RFC 9110, section 12.5.3, has it. An encoding
// whose quality cannot be read is not accepted.
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

// quality returns the quality of an encoding, that of * if it is not named.
func (e encodings) quality(name string) float64 {
	if q, ok := e[name]; ok {
		return q
	}
	return e["*"]
}

// takesGzip reports whether a request accepts gzip.
func takesGzip(r *http.Request) bool { return acceptedEncodings(r).quality("gzip") > 0 }

// packFast compresses what is sent once.
func packFast(data []byte) []byte { return packGzip(data, gzip.BestSpeed) }

func packGzip(data []byte, level int) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	Must(err)
	return packed(&b, z, data)
}

// onceLevel is the level of Brotli for a file that is compressed when it is first asked for:
// the best one takes forty times as long.
const onceLevel = 5

// laterBrotli returns a function that compresses data by Brotli when it is first called.
func laterBrotli(data []byte) func() []byte {
	return sync.OnceValue(func() []byte {
		var b bytes.Buffer
		return packed(&b, brotli.NewWriterLevel(&b, onceLevel), data)
	})
}

// packed returns what a writer makes of data in b.
func packed(b *bytes.Buffer, w io.WriteCloser, data []byte) []byte {
	_, err := w.Write(data)
	Must(err)
	Must(w.Close())
	return b.Bytes()
}
