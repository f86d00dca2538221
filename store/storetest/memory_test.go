package storetest_test

import (
	"testing"

	"rosette/store"
	"rosette/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return new(store.Memory) })
}
