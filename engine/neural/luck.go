package neural

// luck draws numbers that follow from a seed (splitmix64: Steele, Lea, Flood
// 2014).
type luck uint64

// below returns a number from 0 to n−1, each as likely as the next to within
// 2⁻³².
func (l *luck) below(n int) int {
	*l += 0x9e3779b97f4a7c15
	z := uint64(*l)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) >> 32 * uint64(n) >> 32)
}
