package suite_test

import (
	"testing"

	"go.uber.org/goleak"

	"rosette/server/pubsub"
	"rosette/server/pubsub/suite"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestLocalIsAPubSub(t *testing.T) {
	suite.Test(t, func(*testing.T) pubsub.PubSub { return new(pubsub.Local) })
}
