// Package account implements the account routes: registration, sign-ins, sessions, profiles,
// passkeys, tokens, and relations between users.
package account

import "rosette/server/http/web"

// A Server handles the account routes. It is a [web.Group].
type Server struct{ Exporter }

type (
	noInput      struct{ web.Caller }
	noOutput     struct{}
	sessionInput struct {
		web.Caller
		ID string `path:"id" maxLength:"64"`
	}
)

// Register registers all operations.
func (s *Server) Register(routes *web.Routes) {
	web.Create(routes, web.Cheap, "/api/account", "Register", s.postAccount, 409, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/account", "Your account", s.getAccount, 401)
	web.Put(routes, web.Cheap, "/api/account", "Change your profile", s.putAccount, 401, 422)
	web.Post(routes, web.Cheap, "/api/account/close", "Close your account", web.MaxBody, s.postClose, 401, 403, 422,
		429, 503)
	web.Put(routes, web.Cheap, "/api/account/password", "Change your password", s.putPassword, 401, 403, 422, 429, 503)
	web.Get(routes, web.Page, "/api/account/sessions", "Where you are signed in", s.getSessions, 401)
	web.Delete(routes, web.Cheap, "/api/account/sessions", "Sign out everywhere else", s.deleteSessions, 401, 403)
	web.Delete(routes, web.Cheap, "/api/account/sessions/{id}", "Sign out on a device", s.deleteSession, 401, 403)
	web.Create(routes, web.Cheap, "/api/session", "Sign in", s.postSession, 403, 422, 429, 503)
	web.Delete(routes, web.Cheap, "/api/session", "Sign out", s.deleteOwnSession)
	web.Post(routes, web.Cheap, "/api/account/bot",
		"Make your account a bot's, for good", web.MaxBody, s.postBot, 401, 409, 422, 503)
	web.Post(routes, web.Cheap, "/api/account/confirm",
		"Confirm by your password that it is you, which begins another session",
		web.MaxBody, s.postConfirm, 401, 403, 422, 429, 503)
	web.Post(routes, web.Cheap, "/api/account/confirm/passkey",
		"Confirm by a passkey that it is you: answer the challenge of a sign-in",
		maxPasskey, s.postConfirmPasskey, 401, 409, 422, 429)
	s.registerPasskeys(routes)
	s.registerTokens(routes)
	web.Stream(routes, ExportCost, "/api/account/export",
		"All your data, as a ZIP file", "application/zip", nil, s.getExport, 401, 429, 503)
	s.registerRelations(routes)
	web.Get(routes, web.Page, "/api/users/{name}", "A user", s.getUser, 404)
}
