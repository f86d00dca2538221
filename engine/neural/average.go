package neural

import "math"

// begin starts a mean over outputs. Until [Output.end], MarginStdev holds the mean square of the
// margin.
func (o *Output) begin(points int) {
	*o = Output{Policy: resized(o.Policy, points+1), Ownership: resized(o.Ownership, points)}
	clear(o.Policy)
	clear(o.Ownership)
}

// add adds a weighted output to the mean.
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

// end turns the mean square in MarginStdev into a standard deviation.
func (o *Output) end() {
	o.MarginStdev = float32(math.Sqrt(float64(max(0, o.MarginStdev-o.Margin*o.Margin))))
}
