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

// maxLine is the length in bytes beyond which a line is cut.
const maxLine = 4096

// Lines returns a channel with the lines of in, which it closes at their end. A goroutine reads
// them, so that a caller can wait for other events too. It ends when in does, or after the next
// line once ctx is done. A line of more than 4096 bytes is cut.
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

// StyleOf returns the drawing style for out and its number of lines, 0 if it is not a terminal. On
// a terminal there are colours unless $NO_COLOR or $TERM forbids them, and round stones if the
// locale uses UTF-8 and ascii is false. Elsewhere it returns plain letters.
func StyleOf(out io.Writer, ascii bool) (style draw.Style, height int) {
	file, ok := out.(interface{ Fd() uintptr })
	if !ok || !term.IsTerminal(int(file.Fd())) {
		return style, 0
	}
	_, height, err := term.GetSize(int(file.Fd()))
	if err != nil {
		height = 0 // a terminal of unknown size gets the large board
	}
	kind := os.Getenv("TERM")
	style.Colour = os.Getenv("NO_COLOR") == "" && kind != "dumb" && kind != ""
	style.Unicode = !ascii && utf8Locale()
	return style, height
}

// Languages returns the tags for languages with every text of a session. English comes first.
func Languages() []string {
	return i18n.Covering("terminal", "event", "refusal", "result", "score", "ruleset", "opponent", "board", "move",
		"color")
}

// Language returns the language for a locale: the first of $LC_ALL, $LC_MESSAGES and $LANG that is
// set decides. English replaces a language that is not in [Languages]. Getenv is [os.Getenv] or a
// substitute.
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

// ChooseLanguage returns the language for a tag, or the locale's language if the tag is empty. It
// returns an error if the language is not in [Languages].
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

// utf8Locale reports whether the locale uses UTF-8. The first of $LC_ALL, $LC_CTYPE and $LANG that
// is set decides.
func utf8Locale() bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(key); value != "" {
			value = strings.ToUpper(value)
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return false
}
