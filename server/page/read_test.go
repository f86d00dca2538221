package page_test

import (
	"encoding/json"
	"fmt"
	"html"
	"math"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/i18n"
	"rosette/play/view/position"
	"rosette/server/page"
	"rosette/server/page/shell"
)

// komiText fetches the page about fair komi and decodes its entities.
func (b *browser) komiText(t *testing.T, lang string) string {
	t.Helper()
	answer, text := b.page(t, "/komi?lang="+lang)
	if answer.Header.Get("Content-Language") != lang || !strings.Contains(text, `<html lang="`+lang+`">`) {
		t.Errorf("%s: the page is in %q", lang, answer.Header.Get("Content-Language"))
	}
	return html.UnescapeString(text)
}

func TestThePageOfFairKomiHasEveryFigureOfTheFilesInEveryLanguage(t *testing.T) {
	b := build(t).browser()
	for _, lang := range emptyShell().Kind("komi").Languages() {
		text := b.komiText(t, lang)
		for name, f := range page.Carried(t) {
			of := regexp.MustCompile(`(?s)<tr role="row">\s*<th scope="row" role="rowheader">` + shell.Texts(lang).BoardTitle(name) + `<.*?</tr>`).FindString(text)
			want := []string{fmt.Sprintf("<span>%d<", f.Games), f.Origin.Date}
			if page.Known(f) {
				for _, x := range []float64{f.Komi.Low, f.Komi.At, f.Komi.High} {
					if !math.IsInf(x, 0) {
						want = append(want, page.Figured(lang, x))
					}
				}
				want = append(want, page.Figured(lang, -25*f.Slope.At)+"\u00a0%")
			}
			for _, word := range want {
				if !strings.Contains(of, word) {
					t.Errorf("%s: the row of %s has not %q: %s", lang, name, word, of)
				}
			}
			if !strings.Contains(regexp.MustCompile(`</?span>`).ReplaceAllString(text, ""), "<code>"+f.Origin.Command+"</code>") {
				t.Errorf("%s does not say how to repeat %s", lang, name)
			}
			if n, want := strings.Count(sectionOf(text, name), `<circle class="dot"`), len(f.Rows); n != want {
				t.Errorf("%s %s has %d dots for the games at %d komi", lang, name, n, want)
			}
		}
		if n, want := strings.Count(text, `class="unmeasured"`), len(page.KomiBoards)-len(page.Carried(t)); n != want {
			t.Errorf("%s says of %d boards that they are not yet measured, wants %d", lang, n, want)
		}
	}
}

// sectionOf returns a section of the page by ID.
func sectionOf(text, id string) string {
	return regexp.MustCompile(`(?s)<section class="one" id="` + id + `".*?</section>`).FindString(text)
}

func TestThePageOfFairKomiIsWholeInEveryLanguage(t *testing.T) {
	b := build(t).browser()
	english := b.komiText(t, "en")
	for _, lang := range emptyShell().Kind("komi").Languages() {
		text := b.komiText(t, lang)
		if found := page.MissingWords(text); len(found) > 0 {
			t.Errorf("%s: words are missing: %q", lang, found)
		}
		for _, part := range []string{"<h2", "<h3", "<td", "<li", "hreflang=", `role="img"`, "<dfn>", "<circle", "<details>"} {
			if got, want := strings.Count(text, part), strings.Count(english, part); got != want || got == 0 {
				t.Errorf("%s has %d of %s, English %d", lang, got, part, want)
			}
		}
		for _, preset := range page.Guessers {
			rules, err := game.Preset(preset)
			shell.Must(err)
			if item := page.Figured(lang, rules.Komi) + " "; !strings.Contains(chapterOf(text, "guess"), "<li>"+item) {
				t.Errorf("%s: no guess of %s", lang, item)
			}
		}
	}
	answer, text := build(t).browser().do("GET", "/komi?lang=klingon", "")
	if want := "“klingon” is not a language of this site. Use one of: en, fr, es, ht, de"; answer.StatusCode != 404 || !strings.Contains(html.UnescapeString(text), want) {
		t.Errorf("no such language: %s %s", answer.Status, text)
	}
}

// chapterOf returns a chapter of the page by ID.
func chapterOf(text, id string) string {
	return regexp.MustCompile(`(?s)<section class="chapter" id="` + id + `".*?</section>`).FindString(text)
}

func TestTheRulesAndTheFirstPageLeadToFairKomi(t *testing.T) {
	b := build(t).browser()
	for _, path := range []string{"/", "/rules?lang=ht"} {
		if _, text := b.page(t, path); !strings.Contains(text, `href="/komi"`) {
			t.Errorf("%s does not lead to fair komi", path)
		}
	}
}

// page fetches a page with headers given in pairs.
func (b *browser) page(t *testing.T, path string, headers ...string) (*http.Response, string) {
	t.Helper()
	answer, text := b.do("GET", path, "", headers...)
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s", path, answer.Status)
	}
	return answer, text
}

func TestTheRulesStandInTheLanguageThatIsAskedFor(t *testing.T) {
	h := build(t)
	for _, test := range []struct{ path, accept, cookie, want string }{
		{"/rules", "", "", "en"},
		{"/rules", "fr-CA,fr;q=0.9,en;q=0.5", "", "fr"},
		{"/rules", "fr", "lang=es", "es"},
		{"/rules?lang=ht", "fr", "lang=es", "ht"},
		{"/rules", "es", "lang=xx", "es"},
		{"/rules?lang=es-MX", "", "", "es"},
	} {
		answer, text := h.browser().page(t, test.path, "Accept-Language", test.accept, "Cookie", test.cookie)
		if !strings.Contains(text, `<html lang="`+test.want+`">`) || answer.Header.Get("Content-Language") != test.want {
			t.Errorf("%+v: %q", test, answer.Header.Get("Content-Language"))
		}
		if title := i18n.T(test.want, "rules.title", nil); !strings.Contains(html.UnescapeString(text), "<h1 id=\"heading\">"+title+"</h1>") {
			t.Errorf("%+v has not the title %s", test, title)
		}
	}
	b := h.browser()
	if answer, _ := b.page(t, "/rules?lang=fr"); !strings.Contains(answer.Header.Get("Set-Cookie"), "lang=fr") {
		t.Errorf("the choice is not kept: %q", answer.Header.Get("Set-Cookie"))
	}
	if answer, _ := b.page(t, "/rules", "Accept-Language", "es"); answer.Header.Get("Content-Language") != "fr" {
		t.Errorf("the choice is forgotten: %s", answer.Header.Get("Content-Language"))
	}
	answer, text := b.do("GET", "/rules?lang=klingon", "")
	if answer.StatusCode != http.StatusNotFound || !strings.Contains(html.UnescapeString(text), "«\u00a0klingon\u00a0» n’est pas une langue de ce site. Utilisez l’une de celles-ci\u00a0: en, fr, es, ht, de") {
		t.Errorf("no such language: %s %s", answer.Status, text)
	}
}

func TestThePageOfRulesIsWholeInEveryLanguage(t *testing.T) {
	b := build(t).browser()
	_, english := b.page(t, "/rules?lang=en")
	for _, lang := range i18n.Languages() {
		_, text := b.page(t, "/rules?lang="+lang)
		if found := regexp.MustCompile(`\brules\.[a-z]+[.\w]*|\{[a-z]+\}`).FindAllString(strings.ReplaceAll(text, "/assets/rules.", ""), -1); len(found) > 0 {
			t.Errorf("%s: words are missing: %q", lang, slices.Compact(found))
		}
		for _, part := range []string{"<figure", "<details>", `scope="row"`, "hreflang=", "<h2", "<dfn>"} {
			if got, want := strings.Count(text, part), strings.Count(english, part); got != want || got == 0 {
				t.Errorf("%s has %d of %s, English %d", lang, got, part, want)
			}
		}
		data := regexp.MustCompile(`(?s)<script type="application/json" id="diagrams">(.*?)</script>`).FindStringSubmatch(text)
		embedded := struct {
			Grounds  map[string]position.Board
			Diagrams map[string]page.Diagram
		}{}
		if err := json.Unmarshal([]byte(data[1]), &embedded); err != nil {
			t.Fatal(err)
		}
		if len(embedded.Diagrams) != len(page.Scenes) {
			t.Errorf("%s: %d diagrams for the board", lang, len(embedded.Diagrams))
		}
		for id, d := range embedded.Diagrams {
			if g, ok := embedded.Grounds[d.Board]; !ok || len(d.Frames[0].Stones) != len(g.Names) {
				t.Errorf("%s %s has no ground %s", lang, id, d.Board)
			}
		}
	}
}

func TestThePageOfRulesShowsTheFlowChart(t *testing.T) {
	b := build(t).browser()
	_, text := b.page(t, "/rules?lang=de")
	for _, part := range []string{`<svg class="flow"`, "Das Schaubild in Worten", "beide passen: weiter bei Schritt 12."} {
		if !strings.Contains(text, part) {
			t.Errorf("the German rules lack %s", part)
		}
	}
}

// rawKey matches a key shown on a page because it has no text.
var rawKey = regexp.MustCompile(`[>"](?:api|board|clock|color|form|home|komi|level|page|rules|ruleset|shell)\.[a-z0-9.-]*[a-z0-9][<"]`)

func TestEveryPageIsInTheLanguageThatWasAskedForOrWhollyInEnglish(t *testing.T) {
	b := build(t).browser()
	game := "/games/" + b.open("board=square-9")
	for path, name := range map[string]string{"/": "home", "/rules": "rules", "/komi": "komi", "/no-such-page": "error", game: "match/game"} {
		for _, lang := range i18n.Languages() {
			want := emptyShell().Kind(name).Covering(lang)
			answer, text := b.do("GET", path, "", "Accept-Language", lang+";q=0.9,en;q=0.1")
			if !strings.Contains(text, `<html lang="`+want+`">`) {
				t.Errorf("%s in %s is %.60q", path, lang, text)
			}
			if strings.Contains(text, "/assets/words.") && !strings.Contains(text, "/assets/words."+want+".") {
				t.Errorf("%s in %s: the script gets texts of another language", path, lang)
			}
			if key := rawKey.FindString(text); key != "" {
				t.Errorf("%s in %s shows a key: %s", path, lang, key)
			}
			if path != "/no-such-page" && answer.Header.Get("Content-Language") != want {
				t.Errorf("%s in %s has the Content-Language %q", path, lang, answer.Header.Get("Content-Language"))
			}
		}
	}
	if answer, _ := b.do("GET", "/?lang=fr", ""); !strings.Contains(answer.Header.Get("Set-Cookie"), "lang=fr") {
		t.Error("the language that was chosen is not kept")
	}
	if !i18n.Covers("fr", "rules") || i18n.Covers("fr", "no-such-area") {
		t.Error("French covers the rules and nothing that does not exist")
	}
}
