package terminal

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"golang.org/x/term"

	"rosette/draw"
	"rosette/i18n"
	"rosette/internal/quote"
)

// maxLine is the length of the longest line that is read whole, in bytes.
const maxLine = 4096

// Lines returns a channel with the lines of in, which it closes at their end. A
// goroutine reads them, so a caller that waits for a line can also wait for
// something else; it ends when in does, or after the next line once ctx is done.
// A line of more than 4096 bytes is cut.
func Lines(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, maxLine)
		for {
			line, more, err := r.ReadLine()
			text := string(line)
			for more && err == nil {
				_, more, err = r.ReadLine()
			}
			if err != nil {
				return
			}
			select {
			case lines <- text:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

// StyleOf returns how to draw on out, and how many lines out shows, 0 if it is no
// terminal. On a terminal there are colours unless $NO_COLOR or $TERM forbid them,
// and round stones if the locale uses UTF-8 and ascii is false; anywhere else
// there are plain letters.
func StyleOf(out io.Writer, ascii bool) (style draw.Style, height int) {
	file, ok := out.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return style, 0
	}
	_, height, err := term.GetSize(int(file.Fd()))
	if err != nil {
		height = 0 // a terminal that does not say how large it is gets the large board
	}
	kind := os.Getenv("TERM")
	style.Colour = os.Getenv("NO_COLOR") == "" && kind != "dumb" && kind != ""
	style.Unicode = !ascii && utf8Locale()
	return style, height
}

// Languages returns the tags of the languages in which a game can be played here: those
// that have every text of a session. English comes first.
func Languages() []string {
	return i18n.Covering("terminal", "event", "refusal", "result", "score", "ruleset", "opponent", "board", "move", "color")
}

// Language returns the language of the texts for a locale: the first of $LC_ALL,
// $LC_MESSAGES and $LANG that is set decides. English replaces a language that is not
// one of [Languages]. getenv is [os.Getenv] or stands in for it.
func Language(getenv func(string) string) string {
	for _, key := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if value := getenv(key); value != "" {
			tag, _, _ := strings.Cut(value, ".") // fr_CA.UTF-8
			tag, _, _ = strings.Cut(tag, "@")    // fr_FR@euro
			if lang, ok := i18n.Find(strings.ReplaceAll(tag, "_", "-")); ok && slices.Contains(Languages(), lang) {
				return lang
			}
			break
		}
	}
	return i18n.Languages()[0]
}

// ChooseLanguage returns the language of a tag, or the language of the locale if the tag
// is empty. It returns an error if the language is not one of [Languages].
func ChooseLanguage(asked string, getenv func(string) string) (string, error) {
	if asked == "" {
		return Language(getenv), nil
	}
	lang, ok := i18n.Find(asked)
	if !ok || !slices.Contains(Languages(), lang) {
		return "", fmt.Errorf("%q; use %s", quote.Clip(asked, 24), strings.Join(Languages(), ", "))
	}
	return lang, nil
}

// utf8Locale reports whether the locale uses UTF-8. The first of $LC_ALL, $LC_CTYPE
// and $LANG that is set decides.
func utf8Locale() bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(key); value != "" {
			value = strings.ToUpper(value)
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return false
}
