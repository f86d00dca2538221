package main

import (
	"bufio"
	"context"
	"io"
	"os"
	"strings"

	"golang.org/x/term"

	"rosette/draw"
)

// longestTyped bounds a line that a person types, in bytes.
const longestTyped = 4096

// typed reads lines in their own goroutine, so that a person who types nothing
// can still leave. Of a line that is too long the beginning counts.
func typed(ctx context.Context, in io.Reader) <-chan string {
	lines := make(chan string)
	go func() {
		defer close(lines)
		r := bufio.NewReaderSize(in, longestTyped)
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

// styleOf says how to draw on out, and how many lines it shows: colour and
// round stones on a terminal that has them, plain letters anywhere else.
func styleOf(out io.Writer, ascii bool) (style draw.Style, height int) {
	file, ok := out.(*os.File)
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

// utf8Locale tells whether the locale's first word on characters says UTF-8.
func utf8Locale() bool {
	for _, key := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if value := os.Getenv(key); value != "" {
			value = strings.ToUpper(value)
			return strings.Contains(value, "UTF-8") || strings.Contains(value, "UTF8")
		}
	}
	return false
}
