package neural

import "syscall"

// requestTiles asks Linux to let this process use the tiles of AMX, whose 8 kB it
// then keeps for each thread, and reports whether it does.
func requestTiles() bool {
	const (
		arrangeProcess = 158    // the system call arch_prctl
		requestState   = 0x1023 // its code ARCH_REQ_XCOMP_PERM
		tileData       = 18     // the state XTILEDATA
	)
	_, _, failed := syscall.RawSyscall(arrangeProcess, requestState, tileData, 0)
	return failed == 0
}
