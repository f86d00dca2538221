package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"rosette/internal/output"
)

// pictureFormat returns the format of a picture: that of the file's name, or the
// one that is asked for on the standard output.
func pictureFormat(to, wanted string) (string, error) {
	ending, named := strings.TrimPrefix(strings.ToLower(filepath.Ext(to)), "."), to != "" && to != "-"
	format := wanted
	if named && wanted == "" {
		format = ending
	}
	switch {
	case named && ending != "svg" && ending != "png":
		return "", fmt.Errorf("-o %s: a picture is .svg or .png; end the name with one", to)
	case named && format != ending:
		return "", fmt.Errorf("--format %s and -o %s contradict each other; leave --format out", format, to)
	case format == "":
		return "", errors.New("no file to write; use -o FILE.svg or -o FILE.png, or --format svg or png for the standard output")
	case format != "svg" && format != "png":
		return "", fmt.Errorf("--format %s; use svg or png", format)
	}
	return format, nil
}

// checkPicture returns an error unless the file of a flag is an SVG by its name and can be
// written, or there is none. It may be in the folder of --out, which is made later.
func checkPicture(flag, name, out string) error {
	switch {
	case name == "", out != "" && filepath.Dir(name) == filepath.Clean(out) && strings.EqualFold(filepath.Ext(name), ".svg"):
		return nil
	case strings.EqualFold(filepath.Ext(name), ".svg"):
		return output.File{Name: name}.CheckName()
	}
	return usageError{fmt.Errorf("--%s %s: the %s is an SVG; end the name with .svg", flag, name, flag)}
}
