package background

import (
	"os"
	"path/filepath"

	"rosette/internal/permission"
)

// prepareFolder creates the folder for reviews, readable only by its owner.
func (s *Service) prepareFolder() error {
	if err := os.MkdirAll(s.Folder, permission.Folder); err != nil {
		return err
	}
	permission.Narrow(s.Log, s.Folder)
	for _, ending := range []string{doneEnding, partEnding} {
		names, err := filepath.Glob(filepath.Join(s.Folder, "*"+ending))
		if err != nil {
			return err
		}
		permission.Narrow(s.Log, names...)
	}
	return nil
}
