package account

import (
	"hash/fnv"
	"slices"
)

// faces lists the flowers that users can have as their faces. They exclude the opponents' flowers in
// package engine.
var faces = [...]string{
	"poppy", "jasmine", "borage", "cosmos", "trillium", "hibiscus", "edelweiss", "dahlia", "periwinkle", "sunflower",
	"buttercup", "passionflower",
}

// Faces returns the flowers that users can choose as their faces. The order does not change: it
// decides the flower for an account without a choice.
func Faces() []string { return slices.Clone(faces[:]) }

// Face returns the user's flower from [Faces]: the chosen one, or one that depends on the account's
// id.
func (u User) Face() string {
	if u.Profile.Face != "" {
		return u.Profile.Face
	}
	sum := fnv.New32a()
	sum.Write([]byte(u.ID))
	return faces[sum.Sum32()%uint32(len(faces))]
}
