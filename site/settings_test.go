package site

import (
	"os"
	"regexp"
	"strings"
	"testing"
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

// The style sheet has the dark colours twice, and every look that a cookie can name.
func TestTheStyleSheetHasEveryLook(t *testing.T) {
	data, err := os.ReadFile("ui/src/tokens.css")
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
	for _, part := range lookParts {
		for _, value := range part.values[1:] {
			if selector := "[" + part.attribute + "='" + value + "']"; !strings.Contains(css, selector) && value != "light" && value != "wood" { // the colours of :root
				t.Errorf("no %s", selector)
			}
		}
	}
}
