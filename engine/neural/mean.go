package neural

import "math"

// begin makes the opinion the mean of none. Until the end its Spread is the mean
// square of the margin.
func (o *Opinion) begin(points int) {
	*o = Opinion{Policy: sized(o.Policy, points+1), Ownership: sized(o.Ownership, points)}
	clear(o.Policy)
	clear(o.Ownership)
}

// add takes another opinion into the mean.
func (o *Opinion) add(other *Opinion, weight float32) {
	for i, x := range other.Policy {
		o.Policy[i] += x * weight
	}
	for i, x := range other.Ownership {
		o.Ownership[i] += x * weight
	}
	o.Win += other.Win * weight
	o.Draw += other.Draw * weight
	o.Loss += other.Loss * weight
	o.Margin += other.Margin * weight
	o.Spread += (other.Spread*other.Spread + other.Margin*other.Margin) * weight
}

// end makes a deviation of the mean square.
func (o *Opinion) end() {
	o.Spread = float32(math.Sqrt(float64(max(0, o.Spread-o.Margin*o.Margin))))
}
