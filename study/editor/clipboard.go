package editor

import "rosette/study"

// A clipboard is a branch that was cut or copied: nodes in file order.
type clipboard struct{ nodes []copied }

// A copied node has its properties and its parent's index, -1 for the first.
type copied struct {
	parent     int
	properties []study.Property
}
