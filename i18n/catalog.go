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

// Each text is in the file for its area and language: key event.played is in
// catalog/<language>/event.json.
//
//go:embed catalog
var files embed.FS

// text holds a catalogue text by plural form. A text without a count has only the form other.
type text map[string]string

// catalogue holds a language's texts by area, then by key.
type catalogue map[string]map[string]text

// catalogues holds all texts by language.
type catalogues map[string]catalogue

// load reads all catalogues once.
var load = sync.OnceValue(func() catalogues {
	all := catalogues{}
	for _, t := range locales {
		folder, err := fs.Sub(files, "catalog/"+t.tag)
		if err == nil {
			all[t.tag], err = readFolder(folder)
		}
		if err != nil {
			panic(fmt.Sprintf("i18n: catalog/%s: %v", t.tag, err)) // embedded: only a broken build can fail
		}
	}
	return all
})

// readFolder reads a language's files.
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

// readArea parses an area's texts: an object whose values are texts or objects of plural forms. A
// key begins with its area, so it belongs in one file only. A duplicate key in a file is an error.
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
		key := token.(string) // the decoder accepts only strings as keys
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

// areaOf returns a key's area: the part before the first dot.
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

// find returns the text for a key in a language, or else in the default language, and the locale of
// the result. The text is nil if neither has it.
func (c catalogues) find(t locale, key string) (text, locale) {
	for _, in := range []locale{t, locales[0]} {
		if found := c[in.tag][areaOf(key)][key]; found != nil {
			return found, in
		}
	}
	return nil, t
}
