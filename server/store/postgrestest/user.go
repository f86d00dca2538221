//go:build unix

package postgrestest

import (
	"errors"
	"os"
	"os/exec"
	"os/user"
	"strconv"
	"syscall"
)

// account returns the user for the server, because PostgreSQL refuses to run as root.
func account() (uid, gid int, err error) {
	if os.Geteuid() != 0 {
		return os.Geteuid(), os.Getegid(), nil
	}
	u, err := user.Lookup("postgres")
	if err != nil {
		u, err = user.Lookup("nobody")
	}
	if err != nil {
		return 0, 0, err
	}
	uid, err1 := strconv.Atoi(u.Uid)
	gid, err2 := strconv.Atoi(u.Gid)
	return uid, gid, errors.Join(err1, err2)
}

// giveAway makes that user the owner of a folder.
func giveAway(folder string) error {
	uid, gid, err := account()
	if err != nil {
		return err
	}
	return errors.Join(os.Chown(folder, uid, gid), os.Chmod(folder, 0o755))
}

// command returns a command that runs as that user, outside the tests' process group: Ctrl-C
// reaches the server only when the test program ends.
func command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if uid, gid, err := account(); err == nil && os.Geteuid() == 0 {
		c.SysProcAttr.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	}
	return c
}
