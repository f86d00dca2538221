package notice

import (
	"context"
	"errors"
	"slices"
	"time"

	"rosette/server/account"
	"rosette/server/refusal"
)

// MaxChanges limits the changes to devices per address and hour.
const MaxChanges = 60

// maxDevices limits the devices per person. Another device replaces the oldest.
const maxDevices = 10

// Devices stores devices.
type Devices interface {
	Put(ctx context.Context, d Device) error
	Devices(ctx context.Context, actor string) ([]Device, error)
	Remove(ctx context.Context, actor, id string) error
}

// A Limiter limits how often an address may do something.
type Limiter interface {
	Take(who string) (wait time.Duration, ok bool)
}

// Options configure a Service.
type Options struct {
	Devices       Devices
	Key           func(ctx context.Context) (string, error) // returns the server's public key in base64
	Plain         bool                                      // allow unencrypted push services, for tests
	OnDeviceAdded func()                                    // called after a device is added
	Changes       Limiter                                   // [MaxChanges] per hour and address
	Now           func() time.Time
}

// A Service adds and removes people's devices.
type Service struct{ Options }

// New returns a service.
func New(o Options) *Service { return &Service{o} }

// The refusals.
var (
	ErrAnonymous     = refusal.New(refusal.Unauthenticated, "notice.nobody")
	ErrPrivateDevice = refusal.New(refusal.Invalid, "notice.device.private")
	ErrUnknownDevice = refusal.New(refusal.Invalid, "notice.device.unknown")
)

// PublicKey returns the key with which a visitor's browser subscribes at its push service.
func (s *Service) PublicKey(ctx context.Context, v account.Visitor) (string, error) {
	if v.Actor == "" {
		return "", ErrAnonymous
	}
	return s.Key(ctx)
}

// checkChange returns a refusal unless the visitor may change devices from an address.
func (s *Service) checkChange(v account.Visitor, address string) error {
	if v.Actor == "" {
		return ErrAnonymous
	}
	if wait, ok := s.Changes.Take(address); !ok {
		return refusal.TooOften("api.too-many-requests", wait)
	}
	return nil
}

// AddDevice adds a visitor's device or replaces the one with the same endpoint. If there are too
// many, it removes the oldest.
func (s *Service) AddDevice(ctx context.Context, v account.Visitor, address string, details Details) error {
	if err := s.checkChange(v, address); err != nil {
		return err
	}
	d := Device{
		ID: DeviceID(details.Endpoint), Actor: string(v.Actor), Session: v.Session.KeyHash, At: s.Now(),
		Details: details,
	}
	switch err := d.Check(s.Plain); {
	case errors.Is(err, ErrPrivate):
		return ErrPrivateDevice
	case err != nil:
		return ErrUnknownDevice
	}
	others, err := s.Devices.Devices(ctx, d.Actor)
	if err != nil {
		return err
	}
	others = slices.DeleteFunc(others, func(other Device) bool { return other.ID == d.ID })
	for ; len(others) >= maxDevices; others = others[1:] {
		if err := s.Devices.Remove(ctx, d.Actor, others[0].ID); err != nil {
			return err
		}
	}
	if err := s.Devices.Put(ctx, d); err != nil {
		return err
	}
	s.OnDeviceAdded()
	return nil
}

// RemoveDevice removes the visitor's device with an endpoint.
func (s *Service) RemoveDevice(ctx context.Context, v account.Visitor, address, endpoint string) error {
	if err := s.checkChange(v, address); err != nil {
		return err
	}
	return s.Devices.Remove(ctx, string(v.Actor), DeviceID(endpoint))
}
