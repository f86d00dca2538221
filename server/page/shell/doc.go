// Package shell implements the parts shared by all pages: the frame around a page with its bar and
// its languages, templates, the browser's files, and the chosen look.
//
// A package of pages holds a *Shell. It calls [Shell.Language] to determine the language of a
// response and shows a page with [Shell.Show], or with [Shell.ShowKept] if the page is the same for
// all visitors. A page's data embeds [Texts].
package shell
