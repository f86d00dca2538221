package page_test

import (
	"encoding/json"
	"fmt"
	"image/png"
	"os"
	"regexp"
	"strings"
	"testing"

	"rosette/server/page/shell"
)

func TestAPageHasTheLookOfTheCookie(t *testing.T) {
	b := build(t).browser()
	for cookie, want := range map[string]string{
		"":                       `<html lang="en">`,
		"look=system.auto.shell": `<html lang="en">`,
		"look=dark":              `<html data-theme="dark" lang="en">`,
		"look=paper.slate.flat":  `<html data-theme="paper" data-board="slate" data-stones="flat" lang="en">`,
		"look=pink.night":        `<html data-board="night" lang="en">`,
		`look=<script>.wood.`:    `<html data-board="wood" lang="en">`,
	} {
		for _, path := range []string{"/", "/nothing"} {
			answer, text := b.do("GET", path, "", "Cookie", cookie, "Accept-Encoding", "identity")
			if !strings.Contains(text, want) {
				t.Errorf("%s with %s begins %.80q, want %s", path, cookie, text, want)
			}
			first, _, _ := strings.Cut(text[strings.Index(text, `name="theme-color"`):], ">")
			if strings.Contains(cookie, "dark") != strings.HasSuffix(first, `"#171412"`) {
				t.Errorf("%s with %s: the first colour of the bars is %s", path, cookie, first)
			}
			if path == "/" && !strings.Contains(strings.Join(answer.Header.Values("Vary"), ","), "Cookie") {
				t.Errorf("%s varies by %v", path, answer.Header.Values("Vary"))
			}
		}
	}
}

func TestAKeptPageHasATagForEachLook(t *testing.T) {
	b := build(t).browser()
	tags := map[string]string{}
	for _, cookie := range []string{"", "look=dark.auto.shell", "look=dark.slate.shell"} {
		answer, _ := b.do("GET", "/rules", "", "Cookie", cookie)
		tag := answer.Header.Get("ETag")
		if other, taken := tags[tag]; taken || tag == "" {
			t.Errorf("%q and %q have the tag %s", cookie, other, tag)
		}
		tags[tag] = cookie
		if known, body := b.do("GET", "/rules", "", "Cookie", cookie, "If-None-Match", tag); known.StatusCode != 304 || body != "" {
			t.Errorf("%s: %s with %d bytes to a browser that has it", cookie, known.Status, len(body))
		}
	}
}

// The style sheet defines the dark colours twice, and every look in a cookie.
func TestTheStyleSheetHasEveryLook(t *testing.T) {
	data, err := os.ReadFile("ui/src/style/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	css := string(data)
	block := func(selector string) string {
		_, after, found := strings.Cut(css, selector+" {\n")
		if !found {
			t.Fatalf("no %s", selector)
		}
		body, _, _ := strings.Cut(after, "}")
		return regexp.MustCompile(`\s+`).ReplaceAllString(body, " ")
	}
	for chosen, system := range map[string]string{
		"[data-theme='dark']":                           ":root:where(:not([data-theme]))",
		"[data-theme='dark']:where(:not([data-board]))": ":root:where(:not([data-theme], [data-board]))",
	} {
		if block(chosen) != block(system) {
			t.Errorf("%s is\n%s, %s is\n%s", chosen, block(chosen), system, block(system))
		}
	}
	for _, part := range shell.LookParts {
		for _, value := range part.Values[1:] {
			// light and wood have the colours from :root.
			if selector := "[" + part.Attribute + "='" + value + "']"; !strings.Contains(css, selector) && value != "light" && value != "wood" {
				t.Errorf("no %s", selector)
			}
		}
	}
}

func TestTheManifestNamesIconsThatAreThere(t *testing.T) {
	b := build(t).browser()
	answer, text := b.do("GET", "/manifest.webmanifest?lang=fr", "", "Accept-Encoding", "identity")
	if answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "application/manifest+json" {
		t.Fatalf("%s %v", answer.Status, answer.Header)
	}
	var manifest struct {
		Lang, Description string
		Icons             []struct{ Src, Sizes, Purpose string }
	}
	if err := json.Unmarshal([]byte(text), &manifest); err != nil {
		t.Fatal(err)
	}
	if manifest.Lang != "fr" || manifest.Description == "" || len(manifest.Icons) != 3 {
		t.Errorf("the manifest is %s", text)
	}
	if answer, _ := b.do("GET", "/apple-touch-icon.png", ""); answer.StatusCode != 200 || answer.Header.Get("Content-Type") != "image/png" {
		t.Errorf("the icon of telephones: %s", answer.Status)
	}
	for _, icon := range manifest.Icons {
		answer, data := b.do("GET", icon.Src, "", "Accept-Encoding", "identity")
		picture, err := png.DecodeConfig(strings.NewReader(data))
		if err != nil || answer.StatusCode != 200 || fmt.Sprintf("%dx%d", picture.Width, picture.Height) != icon.Sizes {
			t.Errorf("%s is %s, %d wide: %v", icon.Src, answer.Status, picture.Width, err)
		}
	}
}

func TestTheFormOfTheSettingsWorksWithoutAScript(t *testing.T) {
	b := build(t).browser()
	answer, _ := b.do("POST", "/settings", "theme=dark&board=slate&stones=nonsense&lang=ht", "Content-Type", "application/x-www-form-urlencoded")
	if answer.StatusCode != 303 || answer.Header.Get("Location") != "/settings?lang=ht" {
		t.Fatalf("%s to %s", answer.Status, answer.Header.Get("Location"))
	}
	cookie := strings.Join(answer.Header.Values("Set-Cookie"), "; ")
	if !strings.Contains(cookie, "look=dark.slate.shell;") {
		t.Errorf("the cookie is %s", cookie)
	}
	_, text := b.do("GET", "/settings?lang=ht", "", "Cookie", "look=dark.slate.shell", "Accept-Encoding", "identity")
	for _, want := range []string{`data-theme="dark"`, `data-board="slate"`, `lang="ht"`, `name="theme" value="dark" checked`, `name="board" value="slate" checked`, `name="stones" value="shell" checked`} {
		if !strings.Contains(text, want) {
			t.Errorf("the form lacks %s", want)
		}
	}
}
