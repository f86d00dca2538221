package lobby

// Steps of a server that tests take at moments of their own.
var (
	Accept = (*Server).accept
	Look   = (*Server).look
)
