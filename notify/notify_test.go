package notify_test

import (
	"encoding/base64"
	"strings"
	"testing"

	"rosette/notify"
)

// usual is what a browser says.
var usual = notify.Details{
	Endpoint: "https://push.example.org/wpush/v2/gAAAAA", Auth: base64.RawURLEncoding.EncodeToString(make([]byte, 16)),
	Key: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
}

func TestADeviceIsWhatABrowserSays(t *testing.T) {
	for name, change := range map[string]func(d *notify.Details){
		"":                                 func(*notify.Details) {},
		"an address that is not encrypted": func(d *notify.Details) { d.Endpoint = "http://push.example.org/" },
		"a file":                           func(d *notify.Details) { d.Endpoint = "file:///etc/passwd" },
		"no address":                       func(d *notify.Details) { d.Endpoint = "" },
		"a path":                           func(d *notify.Details) { d.Endpoint = "/push" },
		"an address with a name":           func(d *notify.Details) { d.Endpoint = "https://ana:secret@push.example.org/" },
		"another port":                     func(d *notify.Details) { d.Endpoint = "https://push.example.org:22/" },
		"a long address":                   func(d *notify.Details) { d.Endpoint += strings.Repeat("x", 1000) },
		"no key":                           func(d *notify.Details) { d.Key = "" },
		"a key that is no point of the curve": func(d *notify.Details) {
			d.Key = base64.RawURLEncoding.EncodeToString(append([]byte{4}, make([]byte, 64)...))
		},
		"a key that is no base64": func(d *notify.Details) { d.Key = "§§" },
		"a short secret":          func(d *notify.Details) { d.Auth = "AAAA" },
	} {
		d := usual
		change(&d)
		if err := d.Check(false); (err == nil) != (name == "") {
			t.Errorf("%s: %v", name, err)
		}
	}
	plain := usual
	plain.Endpoint = "http://127.0.0.1:1234/push"
	if err := plain.Check(true); err != nil {
		t.Errorf("a test at this machine: %v", err)
	}
}
