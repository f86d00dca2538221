package sgf

import (
	"slices"
	"strings"
)

// explanation begins the root's comment in every written record with a board that only this program
// supports. [Parse] drops it, so no tree has it.
const explanation = "Rosette, Go on the corners of a honeycomb or on a board of your own: a program for square boards shows wrong captures here; " +
	"rosette sgf convert --viewer writes a record for any viewer."

// afterExplanation separates the explanation from the record's comment.
const afterExplanation = "\n\n"

// explained reports whether the explanation is written into a root.
func (n *Node) explained() bool { return gameOf(n) == gameRosette }

// dropExplanation removes the explanation from a root, as read.
func (n *Node) dropExplanation() {
	i := slices.IndexFunc(n.Properties, func(p Property) bool { return p.ID == "C" })
	if i < 0 || len(n.Properties[i].Values) == 0 || !n.explained() {
		return
	}
	p := &n.Properties[i]
	if p.Values[0] == explanation && len(p.Values) == 1 {
		n.Properties = slices.Delete(n.Properties, i, i+1)
	} else if own, found := strings.CutPrefix(p.Values[0], explanation+afterExplanation); found {
		p.Values[0] = own
	}
}
