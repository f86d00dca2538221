package shell

import (
	"html/template"

	"rosette/draw"
	"rosette/server/account"
)

// flowers has a drawing for each of [account.Faces]. An opponent's flower has six symmetrical petals;
// these flowers have fewer, more or turned ones.
var flowers = map[string]draw.Flower{
	"poppy":      {Petals: 4, Petal: "M0 -4C-30 -8 -34 -34 -14 -40Q0 -36 14 -40C34 -34 30 -8 0 -4", Ring: 10, Dot: 6},
	"jasmine":    {Petals: 5, Petal: "M-2 -6C-14 -16 -18 -34 -2 -44C10 -40 12 -24 2 -6Z", Dot: 3},
	"borage":     {Petals: 5, Petal: "M0 -3L-15 -17Q-8 -32 0 -46Q8 -32 15 -17Z", Ring: 9, Dot: 5},
	"cosmos":     {Petals: 8, Petal: "M0 -9L-11 -33L-8 -41L-4 -38L0 -43L4 -38L8 -41L11 -33Z", Dot: 8},
	"trillium":   {Petals: 3, Petal: "M0 -2C-30 -14 -22 -34 0 -46C22 -34 30 -14 0 -2", Ring: 6, Dot: 3},
	"hibiscus":   {Petals: 5, Petal: "M0 -4C-24 -10 -28 -36 -10 -43Q-4 -44 0 -37Q4 -44 10 -43C28 -36 24 -10 0 -4", Ring: 5},
	"edelweiss":  {Petals: 7, Petal: "M0 -8C-11 -20 -10 -36 0 -46C10 -36 11 -20 0 -8", Ring: 11, Dot: 8},
	"dahlia":     {Petals: 8, Petal: "M0 -2C-16 -18 -12 -34 0 -44C12 -34 16 -18 0 -2", Double: true},
	"periwinkle": {Petals: 5, Petal: "M0 -4C-6 -16 -12 -30 -24 -36Q-4 -46 14 -38Q12 -20 0 -4", Ring: 6},
	"sunflower":  {Petals: 13, Petal: "M0 -17L-7 -30L0 -46L7 -30Z", Dot: 15},
	"buttercup":  {Petals: 5, Petal: "M0 -5C-22 -8 -26 -42 0 -42C26 -42 22 -8 0 -5", Ring: 12, Dot: 4},
	"passionflower": {
		Petals: 10, Petal: "M0 -8C-7 -18 -8 -36 0 -45C8 -36 7 -18 0 -8", Ring: 18, Dot: 11,
	},
}

// Face draws a user's face. The style sheet's class face sets its size and colours.
func Face(u account.User) template.HTML { return FaceOf(u.Face()) }

// FaceOf draws a flower from [account.Faces], or nothing for another text.
func FaceOf(face string) template.HTML {
	flower, ok := flowers[face]
	if !ok {
		return ""
	}
	return template.HTML(flower.SVG(""))
}
