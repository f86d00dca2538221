// Package shell implements what all pages share: the frame around a page with its bar
// and its languages, templates, the browser's files, and the look that a person chose.
//
// A package of pages holds a *Shell. It asks [Shell.Language] for the language of an
// answer and shows a page by [Shell.Show], or by [Shell.ShowKept] if the page is the
// same for everybody. The data of a page embeds [Texts].
package shell
