package main

import (
	"fmt"
	"path/filepath"
	"strings"
)

// checkPicture returns an error unless the file of a flag is an SVG by its name.
func checkPicture(flag, name string) error {
	if strings.EqualFold(filepath.Ext(name), ".svg") {
		return nil
	}
	return usageError{fmt.Errorf("--%s %s: the %s is an SVG; end the name with .svg", flag, name, flag)}
}
