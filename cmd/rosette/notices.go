package main

import (
	"time"

	"rosette/account"
	"rosette/api"
	"rosette/pubsub"
	"rosette/store"
	"rosette/store/tables"
)

// newAccounts returns the accounts of a server. Whose session ends is told, so that his
// open sockets end with it.
func newAccounts(s store.Store, publish func(pubsub.Message)) *account.Service {
	accounts := account.NewService(tables.Accounts(s), time.Now)
	accounts.Ended = func(actor string) { publish(api.EndedMessage(actor)) }
	return accounts
}
