//go:build !js

package main

import (
	"crypto/rand"
	"encoding/binary"
)

// random returns a source of random bits. IDs from two browsers must differ.
func random() func() uint64 {
	return func() uint64 {
		var bits [8]byte
		_, _ = rand.Read(bits[:]) // never fails
		return binary.LittleEndian.Uint64(bits[:])
	}
}
