package shell

import (
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io/fs"
	"maps"
	"mime"
	"net/http"
	"path"
	"strings"
	"sync"

	"rosette/i18n"
	"rosette/server/http/web"
	"rosette/server/page/ui"
)

// assets are the browser's files by the name that stands in an address. The
// name holds a hash of the content, so a browser may keep a file for ever.
type assets struct {
	byName map[string]File
	names  map[string]string // plain name → name with hash
}

// A File is the body of an answer.
type File struct {
	kind   string
	plain  []byte
	gzip   []byte        // nil if there is none
	brotli func() []byte // nil if there is none
	tag    string        // for If-None-Match, without quotation marks and encoding
}

// NewFile compresses a body as well as gzip can, for pages that are sent often.
func NewFile(kind string, data []byte) File {
	return File{kind: kind, plain: data, gzip: packGzip(data, gzip.BestCompression), tag: hash(data)}
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// loadAssets names and packs the bundle once for the whole process.
var loadAssets = sync.OnceValue(func() assets {
	a := assets{byName: map[string]File{}, names: map[string]string{}}
	files, err := fs.Sub(ui.Dist, "dist")
	Must(err)
	entries, err := fs.ReadDir(files, ".")
	Must(err)
	for _, e := range entries {
		if path.Ext(e.Name()) == packedSuffix {
			continue
		}
		data, err := fs.ReadFile(files, e.Name())
		Must(err)
		if packed, err := fs.ReadFile(files, e.Name()+packedSuffix); err == nil {
			a.add(e.Name(), data, func() []byte { return packed })
		} else {
			a.add(e.Name(), data, nil) // a picture
		}
	}
	for _, lang := range i18n.Languages() {
		words := i18n.Browser(lang, browserAreas)
		a.add("words."+lang+".json", words, laterBrotli(words))
	}
	return a
})

// browserAreas are the areas of the catalogue whose texts a script of the pages
// shows.
var browserAreas = strings.Fields("api board coach color correspondence event hint legend level lobby match move opponent privacy record refusal result review score settings chat ui")

// clone returns assets to which a site may add its own.
func (a assets) clone() assets {
	return assets{byName: maps.Clone(a.byName), names: maps.Clone(a.names)}
}

// Add adds a file to those of the browser.
func (s *Shell) Add(name string, data []byte) { s.assets.add(name, data, laterBrotli(data)) }

// add names a file and compresses it by gzip. packed returns the file as Brotli has
// compressed it; it may be nil.
func (a assets) add(plain string, data []byte, packed func() []byte) {
	ext := path.Ext(plain)
	name := strings.TrimSuffix(plain, ext) + "." + hash(data) + ext
	file := NewFile(mime.TypeByExtension(ext), data)
	file.brotli = packed
	a.byName[name] = file
	a.names[plain] = name
}

// Must guards what is embedded and so can fail only if the build was wrong.
func Must(err error) {
	if err != nil {
		panic("shell: " + err.Error())
	}
}

// URL returns the address of a file of the bundle, or of one that was added.
func (s *Shell) URL(name string) string { return "/assets/" + s.assets.names[name] }

// Asset sends the file that the address names.
func (s *Shell) Asset(w http.ResponseWriter, r *http.Request) {
	file, ok := s.assets.byName[r.PathValue("name")]
	if !ok {
		http.Error(w, i18n.T(s.Web.Language(r), "page.no-file", nil), http.StatusNotFound)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	file.SendTagged(w, r)
}

// SendTagged writes a file, or that the browser has it already in the encoding that it
// would get.
func (f File) SendTagged(w http.ResponseWriter, r *http.Request) {
	encoding, _ := f.encoded(r)
	tag := `"` + strings.TrimSuffix(f.tag+"-"+encoding, "-") + `"`
	w.Header().Set("ETag", tag)
	if web.NoneMatch(r, tag) {
		w.Header().Add("Vary", "Accept-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	f.send(w, r, http.StatusOK)
}

// send writes a file in the encoding that the browser takes best.
func (f File) send(w http.ResponseWriter, r *http.Request, code int) {
	w.Header().Set("Content-Type", f.kind)
	w.Header().Add("Vary", "Accept-Encoding")
	encoding, body := f.encoded(r)
	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
	}
	w.WriteHeader(code)
	if r.Method != http.MethodHead {
		w.Write(body) // a client that has gone is no error
	}
}

// Manifest tells// Manifest tells a browser how the site is put on a home screen.
func (s *Shell) Manifest(w http.ResponseWriter, r *http.Request) {
	icon := func(name, sizes, purpose string) map[string]string {
		return map[string]string{"src": s.URL(name), "type": "image/png", "sizes": sizes, "purpose": purpose}
	}
	data, err := json.Marshal(map[string]any{
		"name": "Rosette", "short_name": "Rosette", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
		"lang": s.Web.Language(r), "description": i18n.T(s.Web.Language(r), "shell.description", nil),
		"background_color": themeColors["light"], "theme_color": themeColors["light"],
		"icons": []any{icon("icon-192.png", "192x192", "any"), icon("icon-512.png", "512x512", "any"), icon("icon-maskable.png", "512x512", "maskable")},
	})
	Must(err)
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", "no-cache")
	File{kind: "application/manifest+json", plain: data, tag: hash(data)}.SendTagged(w, r) // too small to be packed each time
}

// Worker sends the script that works for all pages: its address, which stays the same,
// says for which pages.
func (s *Shell) Worker(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	s.assets.byName[s.assets.names["worker.js"]].SendTagged(w, r)
}

// TouchIcon sends the picture that telephones look for at this address.
func (s *Shell) TouchIcon(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=86400")
	s.assets.byName[s.assets.names["touch-icon.png"]].SendTagged(w, r)
}
