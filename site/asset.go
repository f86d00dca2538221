package site

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"maps"
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
	byName map[string]file
	names  map[string]string // plain name → name with hash
}

// A file is what an answer has in its body.
type file struct {
	kind   string
	plain  []byte
	packed []byte // gzip; nil if there is none
	tag    string // for If-None-Match
}

// newFile packs a body as well as possible, for files that are sent often.
func newFile(kind string, data []byte) file {
	return file{kind: kind, plain: data, packed: pack(data, gzip.BestCompression), tag: `"` + hash(data) + `"`}
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// loadAssets names and packs the bundle once for the whole process.
var loadAssets = sync.OnceValue(func() assets {
	a := assets{byName: map[string]file{}, names: map[string]string{}}
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
var browserAreas = strings.Fields("api board coach color event hint legend level move opponent record refusal result review score settings table ui")

// clone returns assets to which a site may add its own.
func (a assets) clone() assets {
	return assets{byName: maps.Clone(a.byName), names: maps.Clone(a.names)}
}

// add names and packs a file.
func (a assets) add(plain string, data []byte) {
	ext := path.Ext(plain)
	name := strings.TrimSuffix(plain, ext) + "." + hash(data) + ext
	a.byName[name] = newFile(mime.TypeByExtension(ext), data)
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

// asset sends the file that the address names.
func (s *site) asset(w http.ResponseWriter, r *http.Request) {
	file, ok := s.assets.byName[r.PathValue("name")]
	if !ok {
		http.Error(w, i18n.T(s.API.Language(r), "page.no-file", nil), http.StatusNotFound)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	file.sendTagged(w, r)
}

// sendTagged writes a file, or that the browser has it already.
func (f file) sendTagged(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("ETag", f.tag)
	if strings.Contains(r.Header.Get("If-None-Match"), f.tag) {
		w.Header().Add("Vary", "Accept-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	f.send(w, r, http.StatusOK)
}

// send writes a file, packed if the browser takes that.
func (f file) send(w http.ResponseWriter, r *http.Request, code int) {
	w.Header().Set("Content-Type", f.kind)
	w.Header().Add("Vary", "Accept-Encoding")
	body := f.plain
	if f.packed != nil && len(f.packed) < len(f.plain) && takesGzip(r) {
		w.Header().Set("Content-Encoding", "gzip")
		body = f.packed
	}
	w.WriteHeader(code)
	if r.Method != http.MethodHead {
		w.Write(body) // a client that has gone is no error
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

// packFast packs what is sent once.
func packFast(data []byte) []byte { return pack(data, gzip.BestSpeed) }

func pack(data []byte, level int) []byte {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, level)
	must(err)
	_, err = z.Write(data)
	must(err)
	must(z.Close())
	return b.Bytes()
}
