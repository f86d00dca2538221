package shell

import (
	"cmp"
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

// assets are the browser's files, by their names in addresses. A name contains a hash of the
// content, so a browser may store a file for ever.
type assets struct {
	byName map[string]File
	names  map[string]string // plain name → name with hash
}

// A File is a response body.
type File struct {
	kind   string
	plain  []byte
	gzip   []byte        // nil if not compressed
	brotli func() []byte // nil if not compressed
	unpack func() []byte // the plain body of a file that is stored only with Brotli, otherwise nil
	policy web.Policy    // additional rights of a worker's script
	tag    string        // for If-None-Match, without quotation marks and encoding
}

// NewFile compresses a body with gzip's best level, for pages that are sent often.
func NewFile(kind string, data []byte) File {
	return File{kind: kind, plain: data, gzip: packGzip(data, gzip.BestCompression), tag: hash(data)}
}

func hash(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:6])
}

// loadAssets names and compresses the bundle once for the process.
var loadAssets = sync.OnceValue(func() assets {
	a := assets{byName: map[string]File{}, names: map[string]string{}}
	files, err := fs.Sub(ui.Dist, "dist")
	Must(err)
	entries, err := fs.ReadDir(files, ".")
	Must(err)
	for _, e := range entries {
		data, err := fs.ReadFile(files, e.Name())
		Must(err)
		if path.Ext(e.Name()) == packedSuffix {
			if plain := strings.TrimSuffix(e.Name(), packedSuffix); path.Ext(plain) == programSuffix {
				a.addPacked(plain, data)
			}
			continue
		}
		if packed, err := fs.ReadFile(files, e.Name()+packedSuffix); err == nil {
			a.add(e.Name(), data, func() []byte { return packed })
		} else {
			a.add(e.Name(), data, nil) // a picture
		}
	}
	for _, lang := range i18n.Languages() {
		for name, areas := range browserAreas {
			words := i18n.Browser(lang, areas)
			a.add(name+"."+lang+".json", words, laterBrotli(words))
		}
	}
	return a
})

// browserAreas lists the catalogue areas with texts that scripts show, by file: those for the table and
// those for the editor.
var browserAreas = map[string][]string{
	"words":        strings.Fields("api board coach color correspondence event hint legend level lobby match move opponent privacy record refusal result review ruleset score settings chat ui"),
	"words.editor": strings.Fields("api board color editor hint legend level match move opponent record refusal review ruleset score settings ui"),
}

// clone returns a copy that a site may extend.
func (a assets) clone() assets {
	return assets{byName: maps.Clone(a.byName), names: maps.Clone(a.names)}
}

// Add adds a file to the assets.
func (s *Shell) Add(name string, data []byte) { s.assets.add(name, data, laterBrotli(data)) }

// programSuffix ends the name of a program for browsers, which is bundled only with Brotli.
const programSuffix = ".wasm"

// addPacked names a file that is compressed with Brotli. It is decompressed for the first client that
// does not accept Brotli.
func (a assets) addPacked(plain string, packed []byte) {
	ext := path.Ext(plain)
	name := strings.TrimSuffix(plain, ext) + "." + hash(packed) + ext
	a.byName[name] = File{
		kind: mime.TypeByExtension(ext), tag: hash(packed),
		brotli: func() []byte { return packed }, unpack: laterPlain(packed),
	}
	a.names[plain] = name
}

// A worker is a script that runs in a worker.
type worker struct {
	policy web.Policy // additional rights
	folder string     // within the scope of the service worker that stores it
}

// workers lists the scripts that run in a worker with additional rights. Browsers decide by a worker's
// own address which service worker serves it and its files.
var workers = map[string]worker{"editorworker.js": {policy: web.Policy{WebAssembly: true}, folder: "/record/"}}

// add names a file and compresses it with gzip. packed returns the file compressed with Brotli; it
// may be nil.
func (a assets) add(plain string, data []byte, packed func() []byte) {
	ext := path.Ext(plain)
	name := strings.TrimSuffix(plain, ext) + "." + hash(data) + ext
	file := NewFile(kindOf(ext), data)
	file.brotli = packed
	file.policy = workers[plain].policy
	a.byName[name] = file
	a.names[plain] = name
}

// kindOf returns the media type of files with an extension. The standard library knows no sounds.
func kindOf(ext string) string {
	if ext == ".wav" {
		return "audio/wav"
	}
	return mime.TypeByExtension(ext)
}

// Must panics on an error in embedded data, which can only be an error in the build.
func Must(err error) {
	if err != nil {
		panic("shell: " + err.Error())
	}
}

// URL returns the address of a file in the bundle, or of an added one.
func (s *Shell) URL(name string) string {
	return cmp.Or(workers[name].folder, "/assets/") + s.assets.names[name]
}

// Asset sends the file named in the address.
func (s *Shell) Asset(w http.ResponseWriter, r *http.Request) {
	file, ok := s.assets.byName[r.PathValue("name")]
	if !ok {
		http.Error(w, i18n.T(s.Web.Language(r), "page.no-file", nil), http.StatusNotFound)
		return
	}
	w.Header().Set("Cache-Control", "public, max-age=31536000, immutable")
	if file.policy != (web.Policy{}) {
		file.policy.Set(w.Header())
	}
	file.SendTagged(w, r)
}

// SendTagged sends a file, or status 304 if the browser already has it in the encoding that it
// would get.
func (f File) SendTagged(w http.ResponseWriter, r *http.Request) {
	encoding, _ := f.encoded(r)
	tag := `"` + strings.TrimSuffix(f.tag+"-"+encoding, "-") + `"`
	w.Header().Set("ETag", tag)
	if web.NoneMatch(strings.Join(r.Header.Values("If-None-Match"), ","), tag) {
		w.Header().Add("Vary", "Accept-Encoding")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	f.send(w, r, http.StatusOK)
}

// send sends a file in the encoding that the browser prefers.
func (f File) send(w http.ResponseWriter, r *http.Request, code int) {
	w.Header().Set("Content-Type", f.kind)
	w.Header().Add("Vary", "Accept-Encoding")
	encoding, body := f.encoded(r)
	if encoding != "" {
		w.Header().Set("Content-Encoding", encoding)
	}
	w.WriteHeader(code)
	if r.Method != http.MethodHead {
		w.Write(body) // a disconnected client does not matter
	}
}

// Manifest sends the web app manifest, which describes the site on a home screen.
func (s *Shell) Manifest(w http.ResponseWriter, r *http.Request) {
	icon := func(name, sizes, purpose string) map[string]string {
		return map[string]string{"src": s.URL(name), "type": "image/png", "sizes": sizes, "purpose": purpose}
	}
	data, err := json.Marshal(map[string]any{
		"name": "Rosette", "short_name": "Rosette", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
		"lang": s.Web.Language(r), "description": i18n.T(s.Web.Language(r), "shell.description", nil),
		"background_color": themeColors["light"], "theme_color": themeColors["light"],
		"icons": []any{
			icon("icon-192.png", "192x192", "any"), icon("icon-512.png", "512x512", "any"),
			icon("icon-maskable.png", "512x512", "maskable"),
		},
	})
	Must(err)
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", "no-cache")
	// Too small to compress each time.
	File{kind: "application/manifest+json", plain: data, tag: hash(data)}.SendTagged(w, r)
}

// Worker sends the service worker. Its fixed address determines the pages that it controls.
func (s *Shell) Worker(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-cache")
	s.assets.byName[s.assets.names["worker.js"]].SendTagged(w, r)
}

// TouchIcon sends the picture that phones request at this address.
func (s *Shell) TouchIcon(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=86400")
	s.assets.byName[s.assets.names["touch-icon.png"]].SendTagged(w, r)
}
