package operator

import (
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"rosette/i18n"
)

// files returns a folder with files by name.
func files(all map[string]string) fstest.MapFS {
	folder := fstest.MapFS{}
	for name, text := range all {
		folder[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return folder
}

func TestTheUsualTextSaysInEveryLanguageWhatTheSettingIs(t *testing.T) {
	for days, guestGames := range map[string]time.Duration{"90": 90 * 24 * time.Hour, "": 0} {
		all, err := Read(nil, guestGames)
		if err != nil {
			t.Fatal(err)
		}
		sections := strings.Count(string(all["privacy"]["en"].body), "<h2>")
		for _, lang := range []string{"en", "fr", "es", "ht"} {
			body := string(all["privacy"][lang].body)
			if body == "" || all["privacy"][lang].title == "" || strings.Count(body, "<h2>") != sections || strings.Contains(body, "{") {
				t.Errorf("%s: %q", lang, body)
			}
			if got := strings.Contains(body, "90"); got != (days != "") {
				t.Errorf("%s, guests' games after %q days: named %t", lang, days, got)
			}
		}
	}
}

func TestFilesOfTheOperatorTakeThePlaceOfTheUsualText(t *testing.T) {
	all, err := Read(files(map[string]string{
		"terms.fr.md": "# Conditions\r\n\r\nJouez *bien*.", "privacy.en.md": "# Our privacy\n\nNothing.", "notes.txt": "not a page",
	}), 0)
	if err != nil {
		t.Fatal(err)
	}
	if got := all["terms"]["fr"]; got.title != "Conditions" || string(got.body) != "<p>Jouez <em>bien</em>.</p>\n" {
		t.Errorf("%+v", got)
	}
	if got := all["privacy"]; len(got) != 1 || got["en"].title != "Our privacy" {
		t.Errorf("%+v", got)
	}
	if all["contact"] != nil {
		t.Error("nobody has written a page of contact")
	}
}

func TestMarkdownCannotContainScripts(t *testing.T) {
	for markdown, want := range map[string]string{
		"<script>alert(1)</script>":         "<!-- raw HTML omitted -->\n",
		"a <b onclick=x>b</b>":              "<p>a <!-- raw HTML omitted -->b<!-- raw HTML omitted --></p>\n",
		"[x](javascript:alert(1))":          "<p><a href=\"\">x</a></p>\n",
		"![x](data:text/html,x)":            "<p><img src=\"\" alt=\"x\"></p>\n",
		"[x](https://go.example.org \"y\")": "<p><a href=\"https://go.example.org\" title=\"y\">x</a></p>\n",
	} {
		got, err := render("# T\n\n"+markdown, 0)
		if err != nil || string(got.body) != want {
			t.Errorf("%s: %q, %v", markdown, got.body, err)
		}
	}
}

func TestWhatIsWrongWithAFileIsSaid(t *testing.T) {
	for name, test := range map[string]struct{ text, want string }{
		"imprint.en.md": {"# T", "name it PAGE.LANGUAGE.md"},
		"privacy.md":    {"# T", "name it PAGE.LANGUAGE.md"},
		"terms.xx.md":   {"# T", "of the languages " + strings.Join(i18n.Languages(), ", ")},
		"contact.en.md": {"no title", "begin with a title"},
		"terms.en.md":   {"# T\n" + strings.Repeat("x", maxFile), "use up to 262144"},
	} {
		if _, err := Read(files(map[string]string{name: test.text}), 0); err == nil || !strings.Contains(err.Error(), test.want) || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
