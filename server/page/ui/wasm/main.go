//go:build !js

// Command wasm runs the editor. Compiled to WebAssembly, it gives the browser one function; on other
// systems it reads requests from standard input, one a line, and writes a response for each, so that
// both can be compared.
package main

import (
	"bufio"
	"fmt"
	"os"

	"rosette/study/editor"
)

func main() {
	e := editor.New(random())
	in, out := bufio.NewReader(os.Stdin), bufio.NewWriter(os.Stdout)
	for {
		request, err := in.ReadBytes('\n')
		if err != nil {
			break
		}
		out.Write(append(e.Do(request), '\n'))
		if err := out.Flush(); err != nil {
			fmt.Fprintln(os.Stderr, "wasm:", err)
			os.Exit(1)
		}
	}
}
