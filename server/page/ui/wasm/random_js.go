package main

import "syscall/js"

// random returns a source of random bits from the browser. Package crypto/rand would add a tenth to
// the program.
func random() func() uint64 {
	bits := js.Global().Get("BigUint64Array").New(1)
	words := js.Global().Get("Uint32Array").New(bits.Get("buffer"))
	return func() uint64 {
		js.Global().Get("crypto").Call("getRandomValues", words)
		return uint64(words.Index(0).Int())<<32 | uint64(words.Index(1).Int())
	}
}
