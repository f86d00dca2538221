package i18n

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"strings"
	"sync"
)

// A text of a language stands in the file of its area: the key event.played in
// catalog/<language>/event.json.
//
//go:embed catalog
var files embed.FS

// text is a text of the catalogue by plural form. A text without a count has the
// form other only.
type text map[string]string

// catalogue holds the texts of one language by area, then by key.
type catalogue map[string]map[string]text

// catalogues holds all texts by language.
type catalogues map[string]catalogue

// load reads the catalogues of all languages once.
var load = sync.OnceValue(func() catalogues {
	all := catalogues{}
	for _, t := range locales {
		folder, err := fs.Sub(files, "catalog/"+t.tag)
		if err == nil {
			all[t.tag], err = readFolder(folder)
		}
		if err != nil {
			panic(fmt.Sprintf("i18n: catalog/%s: %v", t.tag, err)) // embedded: only a wrong build can do this
		}
	}
	return all
})

// readFolder reads the files of a language.
func readFolder(folder fs.FS) (catalogue, error) {
	names, err := fs.Glob(folder, "*.json")
	if err != nil {
		return nil, err
	}
	c := catalogue{}
	for _, name := range names {
		data, err := fs.ReadFile(folder, name)
		if err != nil {
			return nil, err
		}
		area := strings.TrimSuffix(name, ".json")
		if c[area], err = readArea(area, data); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return c, nil
}

// readArea reads the texts of an area: an object whose values are texts or objects
// of plural forms. A key begins with its area, so it can stand in one file only; a
// key that stands twice in its file is an error too.
func readArea(area string, data []byte) (map[string]text, error) {
	texts := map[string]text{}
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		key := token.(string) // the decoder takes nothing else for a key
		if areaOf(key) != area {
			return nil, fmt.Errorf("the key %q belongs to the file %s.json", key, areaOf(key))
		}
		if texts[key] != nil {
			return nil, fmt.Errorf("the key %q stands twice", key)
		}
		if texts[key], err = readText(raw); err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
	}
	_, err := d.Token()
	return texts, err
}

// areaOf returns the area of a key: what stands before the first dot.
func areaOf(key string) string {
	area, _, _ := strings.Cut(key, ".")
	return area
}

func readText(raw json.RawMessage) (text, error) {
	s := ""
	if json.Unmarshal(raw, &s) == nil {
		return text{other: s}, nil
	}
	var forms text
	err := json.Unmarshal(raw, &forms)
	return forms, err
}

// find returns the text of a key in a language and the locale that it is written
// in: the default language's where this language has none. The text is nil if
// neither has it.
func (c catalogues) find(t locale, key string) (text, locale) {
	for _, in := range []locale{t, locales[0]} {
		if found := c[in.tag][areaOf(key)][key]; found != nil {
			return found, in
		}
	}
	return nil, t
}
