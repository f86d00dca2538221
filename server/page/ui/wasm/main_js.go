//go:build js

package main

import (
	"syscall/js"

	"rosette/study/editor"
)

// main sets the global function rosetteEditor, which takes a request and returns a response, both as
// JSON.
func main() {
	e := editor.New(random())
	js.Global().Set("rosetteEditor", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(e.Do([]byte(args[0].String())))
	}))
	select {}
}
