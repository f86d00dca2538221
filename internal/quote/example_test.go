package quote_test

import (
	"fmt"

	"rosette/internal/quote"
)

// A name from a request is clipped in an error message, however long it is.
func ExampleClip() {
	name := "a board name that goes on and on and on and on"
	fmt.Printf("board %q unknown", quote.Clip(name, 20))
	// Output: board "a board name that go…" unknown
}
