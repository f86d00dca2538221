-- +goose Up
-- The room "lobby" becomes the room "lounge": the lobby is where games are on offer.
UPDATE chat_lines SET room = 'room/lounge' WHERE room = 'room/lobby';
UPDATE belongings SET id = 'lounge' WHERE kind = 'room' AND id = 'lobby';
UPDATE moderation_reports SET body = REPLACE(body, '"room":"room/lobby"', '"room":"room/lounge"')
    WHERE body LIKE '%"room":"room/lobby"%';
UPDATE moderation_log SET body = REPLACE(body, '"about":"room/lobby"', '"about":"room/lounge"')
    WHERE body LIKE '%"about":"room/lobby"%';

-- +goose Down
UPDATE chat_lines SET room = 'room/lobby' WHERE room = 'room/lounge';
UPDATE belongings SET id = 'lobby' WHERE kind = 'room' AND id = 'lounge';
UPDATE moderation_reports SET body = REPLACE(body, '"room":"room/lounge"', '"room":"room/lobby"')
    WHERE body LIKE '%"room":"room/lounge"%';
UPDATE moderation_log SET body = REPLACE(body, '"about":"room/lounge"', '"about":"room/lobby"')
    WHERE body LIKE '%"about":"room/lounge"%';
