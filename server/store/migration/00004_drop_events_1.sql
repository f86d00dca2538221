-- +goose Up
-- Migration 3, in Go, has copied the events of version 1.
DROP TABLE events_1;
