//go:build unix

package storm

import "syscall"

// nobodyID is the user who owns nothing, on Linux and the BSDs.
const nobodyID = 65534

// nobody returns the attributes of a process that runs as the user nobody.
func nobody() (*syscall.SysProcAttr, error) {
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobodyID, Gid: nobodyID}}, nil
}
