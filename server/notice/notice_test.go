package notice_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"rosette/server/notice"
)

// usual is a typical subscription.
var usual = notice.Details{
	Endpoint: "https://push.example.org/wpush/v2/gAAAAA", Auth: base64.RawURLEncoding.EncodeToString(make([]byte, 16)),
	Key: "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
}

func TestADeviceIsWhatABrowserSays(t *testing.T) {
	for name, change := range map[string]func(d *notice.Details){
		"":                                 func(*notice.Details) {},
		"an address that is not encrypted": func(d *notice.Details) { d.Endpoint = "http://push.example.org/" },
		"a file":                           func(d *notice.Details) { d.Endpoint = "file:///etc/passwd" },
		"no address":                       func(d *notice.Details) { d.Endpoint = "" },
		"a path":                           func(d *notice.Details) { d.Endpoint = "/push" },
		"an address with a name":           func(d *notice.Details) { d.Endpoint = "https://ana:secret@push.example.org/" },
		"another port":                     func(d *notice.Details) { d.Endpoint = "https://push.example.org:22/" },
		"a long address":                   func(d *notice.Details) { d.Endpoint += strings.Repeat("x", 1000) },
		"no key":                           func(d *notice.Details) { d.Key = "" },
		"a key that is not a point of the curve": func(d *notice.Details) {
			d.Key = base64.RawURLEncoding.EncodeToString(append([]byte{4}, make([]byte, 64)...))
		},
		"a key that is not base64": func(d *notice.Details) { d.Key = "§§" },
		"a short secret":           func(d *notice.Details) { d.Auth = "AAAA" },
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

func TestAPushServiceIsInThePublicNetwork(t *testing.T) {
	for hosts, want := range map[string]error{
		"push.example.org push.example.org:443 fcm.googleapis.com PUSH.EXAMPLE.ORG. xn--bcher-kva.example 93.184.216.34 [2606:2800:220:1:248:1893:25c8:1946] [::ffff:93.184.216.34]": nil,
		"127.0.0.1 10.1.2.3 172.16.0.1 192.168.1.1 169.254.169.254 100.64.0.1 0.0.0.0 224.0.0.1 239.1.1.1 255.255.255.255 198.18.0.1 240.0.0.1":                                      notice.ErrPrivate,
		"[::1] [::] [fe80::1] [fe80::1%25eth0] [fc00::1] [fd12::1] [ff02::1] [fec0::1] [::ffff:127.0.0.1] [::ffff:10.0.0.1] [::127.0.0.1] [64:ff9b::a00:1] [2002:a00:1::1]":          notice.ErrPrivate,
		"127.1 2130706433 0x7f000001 0x7f.0.0.1 0177.0.0.1 017700000001 127.0.0.1. 127.0.0.1:443 10.1 1.2.3.4.5 93.184.216.034 256.1.1.1":                                            notice.ErrPrivate,
		"localhost localhost. LOCALHOST push.localhost printer.local metadata.google.internal router.home.arpa intranet １２７.0.0.1 127。0。0。1 . ..":                                    notice.ErrPrivate,
	} {
		for _, host := range strings.Fields(hosts) {
			d := usual
			d.Endpoint = "https://" + host + "/push"
			if err := d.Check(false); !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", host, err, want)
			}
		}
	}
}
