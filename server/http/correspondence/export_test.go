package correspondence

// What tests of several processes call at once.
var (
	Settle = (*Server).settle
	Rest   = (*Server).rest
)
