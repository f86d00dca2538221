package storetest_test

import (
	"testing"

	"rosette/server/store"
	"rosette/server/store/storetest"
)

func TestMemory(t *testing.T) {
	storetest.Run(t, func(*testing.T) store.Store { return new(store.Memory) })
}
