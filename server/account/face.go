package account

import (
	"hash/fnv"
	"slices"
)

// faces lists the flowers that users can have as their faces. None is an opponent's flower of
// package engine.
var faces = [...]string{
	"poppy", "jasmine", "borage", "cosmos", "trillium", "hibiscus", "edelweiss", "dahlia", "periwinkle", "sunflower",
	"buttercup", "passionflower",
}

// Faces returns the flowers that users can choose as their faces. The order does not change: it
// decides the flower of an account that has chosen none.
func Faces() []string { return slices.Clone(faces[:]) }

// Face returns the user's flower, one of [Faces]: the chosen one, or one that depends on the
// account's id.
func (u User) Face() string {
	if u.Profile.Face != "" {
		return u.Profile.Face
	}
	sum := fnv.New32a()
	sum.Write([]byte(u.ID))
	return faces[sum.Sum32()%uint32(len(faces))]
}
