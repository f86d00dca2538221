//go:build amd64 && !linux

package neural

// requestTiles returns false: AMX tiles are only supported on Linux.
func requestTiles() bool { return false }
