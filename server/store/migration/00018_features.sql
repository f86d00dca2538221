-- +goose Up
-- The tables of a feature begin with its name. SQLite cannot rename an index.
ALTER TABLE rooms RENAME TO chat_rooms;
DROP INDEX rooms_by_owner;
CREATE INDEX chat_rooms_by_owner ON chat_rooms (owner);

ALTER TABLE conversations RENAME TO chat_conversations;
DROP INDEX conversations_by_other;
CREATE INDEX chat_conversations_by_other ON chat_conversations (other);

ALTER TABLE mutes RENAME TO moderation_mutes;

ALTER TABLE reports RENAME TO moderation_reports;
DROP INDEX reports_by_state;
CREATE INDEX moderation_reports_by_state ON moderation_reports (state, made);

ALTER TABLE moderator_acts RENAME TO moderation_log;

ALTER TABLE offers RENAME TO lobby_offers;
DROP INDEX offers_by_state;
DROP INDEX offers_by_maker;
DROP INDEX offers_by_asked;
DROP INDEX offers_by_match;
CREATE INDEX lobby_offers_by_state ON lobby_offers (state, kind, ends);
CREATE INDEX lobby_offers_by_maker ON lobby_offers (maker, state);
CREATE INDEX lobby_offers_by_asked ON lobby_offers (asked, state);
CREATE INDEX lobby_offers_by_match ON lobby_offers (rematch_of);

-- Browsers that receive web push.
ALTER TABLE subscriptions RENAME TO notice_devices;
DROP INDEX subscriptions_by_actor;
CREATE INDEX notice_devices_by_actor ON notice_devices (actor);

-- Positions in the log up to which notices were made.
ALTER TABLE followers RENAME TO notice_positions;

-- E-mails that wait to be sent.
ALTER TABLE letters RENAME TO notice_letters;
DROP INDEX letters_by_due;
CREATE INDEX notice_letters_by_due ON notice_letters (due);

-- +goose Down
ALTER TABLE notice_letters RENAME TO letters;
DROP INDEX notice_letters_by_due;
CREATE INDEX letters_by_due ON letters (due);

ALTER TABLE notice_positions RENAME TO followers;

ALTER TABLE notice_devices RENAME TO subscriptions;
DROP INDEX notice_devices_by_actor;
CREATE INDEX subscriptions_by_actor ON subscriptions (actor);

ALTER TABLE lobby_offers RENAME TO offers;
DROP INDEX lobby_offers_by_state;
DROP INDEX lobby_offers_by_maker;
DROP INDEX lobby_offers_by_asked;
DROP INDEX lobby_offers_by_match;
CREATE INDEX offers_by_state ON offers (state, kind, ends);
CREATE INDEX offers_by_maker ON offers (maker, state);
CREATE INDEX offers_by_asked ON offers (asked, state);
CREATE INDEX offers_by_match ON offers (rematch_of);

ALTER TABLE moderation_log RENAME TO moderator_acts;

ALTER TABLE moderation_reports RENAME TO reports;
DROP INDEX moderation_reports_by_state;
CREATE INDEX reports_by_state ON reports (state, made);

ALTER TABLE moderation_mutes RENAME TO mutes;

ALTER TABLE chat_conversations RENAME TO conversations;
DROP INDEX chat_conversations_by_other;
CREATE INDEX conversations_by_other ON conversations (other);

ALTER TABLE chat_rooms RENAME TO rooms;
DROP INDEX chat_rooms_by_owner;
CREATE INDEX rooms_by_owner ON rooms (owner);
