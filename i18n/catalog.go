package i18n

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"sync"
)

//go:embed catalog
var files embed.FS

// catalogue holds the texts of one language: by key, then by plural form. A text
// without a count has the form other only.
type catalogue map[string]map[string]string

// load reads the catalogues once.
var load = sync.OnceValue(func() map[string]catalogue {
	all := map[string]catalogue{}
	for _, t := range locales {
		data, err := files.ReadFile("catalog/" + t.tag + ".json")
		if err == nil {
			all[t.tag], err = read(data)
		}
		if err != nil {
			panic(fmt.Sprintf("i18n: catalog/%s.json: %v", t.tag, err)) // embedded: only a wrong build can do this
		}
	}
	return all
})

// read reads a catalogue: an object whose values are texts or objects of plural
// forms.
func read(data []byte) (catalogue, error) {
	c := catalogue{}
	d := json.NewDecoder(bytes.NewReader(data))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		name := key.(string) // the decoder takes nothing else for a key
		if c[name] != nil {
			return nil, fmt.Errorf("the key %q stands twice", name)
		}
		if c[name], err = forms(raw); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	_, err := d.Token()
	return c, err
}

func forms(raw json.RawMessage) (map[string]string, error) {
	text := ""
	if json.Unmarshal(raw, &text) == nil {
		return map[string]string{other: text}, nil
	}
	var all map[string]string
	err := json.Unmarshal(raw, &all)
	return all, err
}
