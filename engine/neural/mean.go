package neural

import "math"

// begin makes the opinion the mean of none. Until the end its Spread is the mean
// square of the margin.
func (o *Output) begin(points int) {
	*o = Output{Policy: sized(o.Policy, points+1), Ownership: sized(o.Ownership, points)}
	clear(o.Policy)
	clear(o.Ownership)
}

// add takes another opinion into the mean.
func (o *Output) add(other *Output, weight float32) {
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
	o.MarginStdev += (other.MarginStdev*other.MarginStdev + other.Margin*other.Margin) * weight
}

// end makes a deviation of the mean square.
func (o *Output) end() {
	o.MarginStdev = float32(math.Sqrt(float64(max(0, o.MarginStdev-o.Margin*o.Margin))))
}
