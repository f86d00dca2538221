package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"rosette/i18n"
	"rosette/site/ui"
)

// assets are the browser's files by the name that stands in an address. The
// name holds a hash of the content, so a browser may keep a file for ever.
type assets struct {
	byName map[string]asset
	names  map[string]string // plain name → name with hash
}

type asset struct {
	kind   string
	plain  []byte
	packed []byte // gzip
}

// loadAssets names and packs the bundle once for the whole process.
var loadAssets = sync.OnceValue(func() assets {
	a := assets{byName: map[string]asset{}, names: map[string]string{}}
	files, err := fs.Sub(ui.Dist, "dist")
	must(err)
	entries, err := fs.ReadDir(files, ".")
	must(err)
	for _, e := range entries {
		data, err := fs.ReadFile(files, e.Name())
		must(err)
		a.add(e.Name(), data)
	}
	for _, lang := range i18n.Languages() {
		a.add("words."+lang+".json", i18n.Browser(lang, browserAreas))
	}
	return a
})

// browserAreas are the areas of the catalogue whose texts a script of the pages
// shows.
var browserAreas = strings.Fields("api board color event level move refusal result score ui")

// add names and packs a file.
func (a assets) add(plain string, data []byte) {
	sum := sha256.Sum256(data)
	ext := path.Ext(plain)
	name := strings.TrimSuffix(plain, ext) + "." + hex.EncodeToString(sum[:6]) + ext
	a.byName[name] = asset{kind: mime.TypeByExtension(ext), plain: data, packed: pack(data)}
	a.names[plain] = name
}

// must guards what is embedded and so can fail only if the build was wrong.
func must(err error) {
	if err != nil {
		panic("site: " + err.Error())
	}
}

// URL returns the address of a file of the bundle.
func (a assets) URL(name string) string { return "/assets/" + a.names[name] }

// ServeHTTP sends the file that the address names.
func (a assets) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	file, ok := a.byName[r.PathValue("name")]
	if !ok {
		http.Error(w, i18n.T(usualLanguage(r), "page.no-file", nil), http.StatusNotFound)
		return
	}
	w.Header().Set("Content-Type", file.kind)
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	send(w, r, http.StatusOK, file.plain, file.packed)
}

// send writes a body, packed if the browser takes that.
func send(w http.ResponseWriter, r *http.Request, code int, plain, packed []byte) {
	w.Header().Add("Vary", "Accept-Encoding")
	body := plain
	if takesGzip(r) && len(packed) < len(plain) {
		w.Header().Set("Content-Encoding", "gzip")
		body = packed
	}
	w.WriteHeader(code)
	if r.Method != http.MethodHead {
		w.Write(body) // a browser that has gone away is nobody's error
	}
}

func takesGzip(r *http.Request) bool {
	for _, word := range strings.Split(r.Header.Get("Accept-Encoding"), ",") {
		name, quality, _ := strings.Cut(strings.TrimSpace(word), ";")
		if name == "gzip" {
			return strings.TrimSpace(quality) != "q=0"
		}
	}
	return false
}

func pack(data []byte) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	must(err)
	_, err = z.Write(data)
	must(err)
	must(z.Close())
	return b.Bytes()
}
