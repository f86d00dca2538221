//go:build amd64 && !linux

package neural

// requestTiles reports that no other system than Linux is asked for the tiles of AMX.
func requestTiles() bool { return false }
