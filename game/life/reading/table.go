package reading

import "rosette/game/board"

// A table finds nodes by their keys: open addressing with linear probing.
type table struct {
	slots []int32 // node + 1, 0 if free
	count int
}

// reset forgets all nodes.
func (t *table) reset() {
	if t.slots == nil {
		t.slots = make([]int32, 1<<8)
	} else {
		clear(t.slots)
	}
	t.count = 0
}

// find returns the node with the key, or −1.
func (t *table) find(nodes []node, key board.Hash) int32 {
	mask := uint64(len(t.slots) - 1)
	for i := key.Lo & mask; t.slots[i] != 0; i = (i + 1) & mask {
		if n := t.slots[i] - 1; nodes[n].key == key {
			return n
		}
	}
	return -1
}

// add adds a node that is not in the table.
func (t *table) add(nodes []node, n int32) {
	if t.count++; 2*t.count > len(t.slots) {
		t.slots = make([]int32, 2*len(t.slots))
		for i := range n {
			t.put(nodes, i)
		}
	}
	t.put(nodes, n)
}

func (t *table) put(nodes []node, n int32) {
	mask := uint64(len(t.slots) - 1)
	i := nodes[n].key.Lo & mask
	for t.slots[i] != 0 {
		i = (i + 1) & mask
	}
	t.slots[i] = n + 1
}
