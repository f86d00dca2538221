package store

// These statements mean the same in SQLite and PostgreSQL. Statements specific to SQLite are in
// sqlite.go.
const (
	openStream = `INSERT INTO streams (stream, seq, deadline, bot, epoch) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (stream) DO NOTHING`

	advanceStream = `UPDATE streams SET seq = $2, deadline = $3, bot = $4, epoch = $5 WHERE stream = $1 AND seq = $6`

	insertRecord = `INSERT INTO events (stream, seq, position, kind, actor, at, version, body)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`

	// lockLog is the first statement in each transaction that writes. The row is locked until the
	// transaction ends, so positions are committed in order.
	lockLog      = `UPDATE log SET closed = 0 RETURNING position`
	readPosition = `SELECT position FROM log`
	setPosition  = `UPDATE log SET position = $1`
	closeLog     = `UPDATE log SET closed = 1`

	// readStream returns the records from number $2 on, and always an existing stream's last
	// record, so that a missing stream can be recognized.
	readStream = `SELECT seq, position, kind, actor, at, version, body FROM events
		WHERE stream = $1 AND seq >= (SELECT CASE WHEN seq < $2 THEN seq ELSE $2 END FROM streams WHERE stream = $1)
		ORDER BY seq`

	readSince = `SELECT stream, seq, position, kind, actor, at, version, body FROM events
		WHERE position > $1 ORDER BY position LIMIT $2`

	// emptyRecords erases a stream's records except for their positions.
	emptyRecords = `UPDATE events SET stream = $2, seq = position, kind = CASE WHEN seq = 1 THEN $3 ELSE '' END,
		actor = '', at = 0, version = 0, body = '{}' WHERE stream = $1`
	deleteStream = `DELETE FROM streams WHERE stream = $1`

	// listGrown lists the streams with records after a position, and their last records.
	listGrown = `SELECT stream, MAX(seq), MAX(position) FROM events WHERE position > $1 GROUP BY stream`

	listStreams   = `SELECT stream FROM streams ORDER BY stream`
	listSchedules = `SELECT stream, seq, deadline, bot, epoch FROM streams WHERE deadline <> 0 OR bot <> 0`

	readAlive   = `SELECT alive FROM log`
	touchLog    = `UPDATE log SET alive = alive`
	setAlive    = `UPDATE log SET alive = $1`
	addOutage   = `INSERT INTO outages (began, ended) VALUES ($1, $2) ON CONFLICT (began) DO NOTHING`
	widenOutage = `UPDATE outages SET ended = $2 WHERE began = $1 AND ended < $2`
	listOutages = `SELECT began, ended FROM outages ORDER BY began`

	createSession = `INSERT INTO sessions (key_hash, actor, created) VALUES ($1, $2, $3) ON CONFLICT (key_hash) DO NOTHING`

	readProjection    = `SELECT position FROM projections WHERE name = $1`
	listProjections   = `SELECT name, position FROM projections`
	openProjection    = `INSERT INTO projections (name, position) VALUES ($1, 0) ON CONFLICT (name) DO NOTHING`
	advanceProjection = `UPDATE projections SET position = $2 WHERE name = $1 AND position = $3`
	resetProjection   = `UPDATE projections SET position = 0 WHERE name = $1`

	clearGames     = `DELETE FROM games`
	clearGameSeats = `DELETE FROM game_seats`

	deleteGame     = `DELETE FROM games WHERE id = $1`
	deleteGameSeat = `DELETE FROM game_seats WHERE game = $1`

	insertGame = `INSERT INTO games (id, board, rules, opened, updated, seq, position, swapped, ended, result, pool, rated, public)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`
	insertGameSeat = `INSERT INTO game_seats (game, color, actor, name) VALUES ($1, $2, $3, $4)`

	updateGame = `UPDATE games SET updated = $2, seq = $3, position = $4 WHERE id = $1`
	swapGame   = `UPDATE games SET swapped = $2 WHERE id = $1`
	endGame    = `UPDATE games SET ended = 1, result = $2 WHERE id = $1`

	gameColumns = `SELECT g.id, g.board, g.rules, g.opened, g.updated, g.seq, g.position, g.swapped, g.ended, g.result,
		g.pool, g.rated, (SELECT COALESCE(MAX(r.annulled), 0) FROM rated_games r WHERE r.game = g.id), g.public, b.actor, b.name, w.actor, w.name
		FROM games g
		JOIN game_seats b ON b.game = g.id AND b.color = 'b'
		JOIN game_seats w ON w.game = g.id AND w.color = 'w'
		WHERE g.ended = $1 AND g.position < $2 `
	listGames   = gameColumns + `ORDER BY g.position DESC LIMIT $3`
	listGamesOf = gameColumns + `AND g.id IN (SELECT game FROM game_seats WHERE actor = $4) ORDER BY g.position DESC LIMIT $3`

	listGuestGames = gameColumns + `AND g.updated < $4
		AND NOT EXISTS (SELECT 1 FROM game_seats s WHERE s.game = g.id AND SUBSTR(s.actor, 1, 5) = 'user/')
		ORDER BY g.position DESC LIMIT $3`

	filtered = `AND ($4 = 0 OR g.public = 1) AND ($5 = 0 OR g.rated = 1)
		AND ($6 = '' OR g.board = $6 OR SUBSTR(g.board, 1, LENGTH($6) + 1) = $6 || '-')
		AND ($7 = '' OR g.pool = $7) AND g.updated >= $8 AND g.updated < $9 `
	findGames   = gameColumns + filtered + `ORDER BY g.position DESC LIMIT $3`
	findGamesOf = gameColumns + filtered + `AND g.id IN (
			SELECT mine.game FROM game_seats mine JOIN game_seats other ON other.game = mine.game AND other.color <> mine.color
			WHERE mine.actor = $10 AND ($11 = '' OR other.actor = $11 OR SUBSTR(other.actor, 1, LENGTH($11) + 1) = $11 || '/')
			AND ($12 = '' OR mine.outcome = $12))
		ORDER BY g.position DESC LIMIT $3`

	countGames = `SELECT g.board, CASE WHEN (mine.color = 'b') = (g.swapped = 0) THEN 'b' ELSE 'w' END, mine.outcome,
			COUNT(*), MAX(g.updated)
		FROM game_seats mine
		JOIN game_seats other ON other.game = mine.game AND other.color <> mine.color
		JOIN games g ON g.id = mine.game
		WHERE g.ended = 1 AND mine.actor = $1 AND ($2 = '' OR other.actor = $2) AND ($3 = 0 OR g.public = 1)
		GROUP BY 1, 2, 3`
	countDays = `SELECT g.updated / 86400000000000, COUNT(*) FROM games g
		WHERE g.ended = 1 AND g.updated >= $2 AND ($3 = 0 OR g.public = 1)
			AND g.id IN (SELECT game FROM game_seats WHERE actor = $1)
		GROUP BY 1`

	isGameSwapped  = `SELECT swapped FROM games WHERE id = $1`
	setGameOutcome = `UPDATE game_seats SET outcome = $3 WHERE game = $1 AND color = $2`

	clearRatedGames = `DELETE FROM rated_games`
	clearRatings    = `DELETE FROM ratings`
	deleteRatedGame = `DELETE FROM rated_games WHERE game = $1`
	insertRatedGame = `INSERT INTO rated_games (game, pool, black, white, head_start, position, ended, score, annulled, one_address, short)
		VALUES ($1, $2, $3, $4, $5, 0, 0, $6, 0, $7, 0)`
	keepRatedGame    = `UPDATE rated_games SET position = $2, ended = $3, score = $4, annulled = $5, short = $6 WHERE game = $1`
	ratedGameColumns = `SELECT game, pool, black, white, head_start, position, ended, score, annulled, one_address, short FROM rated_games `
	readRatedGame    = ratedGameColumns + `WHERE game = $1`
	listRatedFrom    = ratedGameColumns +
		`WHERE pool = $1 AND position >= $2 AND position > 0 AND score >= 0 AND annulled = 0 ORDER BY position LIMIT $3`

	// countRelated counts the games in a relation, separately with Black and with White, so that
	// each count uses an index.
	relatedGames = `WHERE pool = $1 AND position > 0 AND position < $5 AND ended >= $6 AND score >= 0 AND annulled = 0 `
	countRelated = `SELECT (SELECT COUNT(*) FROM rated_games ` + relatedGames + `AND black = $2 AND (white = $3 OR one_address >= $4)) +
		(SELECT COUNT(*) FROM rated_games ` + relatedGames + `AND white = $2 AND (black = $3 OR one_address >= $4))`

	// firstPaired finds when the first game ended that listLopsided reads, if it does not read all
	// games.
	firstPaired  = `SELECT ended FROM ratings WHERE ended >= $1 ORDER BY ended DESC LIMIT 1 OFFSET $2`
	listLopsided = `SELECT r.actor, r.opponent, COUNT(*), CAST(SUM(g.one_address) AS BIGINT), CAST(SUM(r.score) AS BIGINT),
			CAST(SUM(r.points - r.points_before) AS BIGINT) AS gained, MAX(r.ended)
		FROM (SELECT * FROM ratings WHERE ended >= $1 ORDER BY ended DESC LIMIT $2) r JOIN rated_games g ON g.game = r.game
		WHERE SUBSTR(r.actor, 1, 4) <> '` + botPrefix + `' AND SUBSTR(r.opponent, 1, 4) <> '` + botPrefix + `'
		GROUP BY r.actor, r.opponent
		HAVING COUNT(*) >= $3 AND 2 * SUM(r.score) >= 3 * COUNT(*) AND SUM(r.points - r.points_before) > 0
		ORDER BY gained DESC, r.actor, r.opponent LIMIT $4`

	// A player's latest standing is marked. The statements identify it by its position, found with
	// the table's key; a search for the mark would read whole pools.
	lastPosition = `position = (SELECT MAX(r.position) FROM ratings r WHERE r.pool = $1 AND r.actor = $2)`
	unmarkLatest = `UPDATE ratings SET latest = 0 WHERE pool = $1 AND actor = $2 AND position < $3 AND ` + lastPosition
	markLatest   = `UPDATE ratings SET latest = 1 WHERE pool = $1 AND actor = $2 AND ` + lastPosition

	dropStanding = `DELETE FROM ratings WHERE pool = $1 AND actor = $2 AND position = $3`
	keepStanding = `INSERT INTO ratings (pool, actor, position, game, opponent, score, ended, points_before, weight, points, deviation, volatility,
			played, last, won, lost, provisional, latest)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17,
			CASE WHEN $18 = 0 OR EXISTS (SELECT 1 FROM ratings r WHERE r.pool = $1 AND r.actor = $2 AND r.position > $3) THEN 0 ELSE 1 END)
		ON CONFLICT (pool, actor, position) DO UPDATE SET game = excluded.game, opponent = excluded.opponent,
			score = excluded.score, ended = excluded.ended, points_before = excluded.points_before, weight = excluded.weight, points = excluded.points,
			deviation = excluded.deviation, volatility = excluded.volatility, played = excluded.played, last = excluded.last,
			won = excluded.won, lost = excluded.lost, provisional = excluded.provisional`

	outdate = `INSERT INTO projections (name, position) VALUES ($1, $2)
		ON CONFLICT (name) DO UPDATE SET position = excluded.position WHERE projections.position > excluded.position`
	whereOutdated  = `WHERE SUBSTR(name, 1, 8) = '` + outdatedPrefix + `' `
	listOutdated   = `SELECT name, position FROM projections ` + whereOutdated + `ORDER BY name`
	readOutdated   = listOutdated + ` LIMIT 1`
	setOutdated    = `UPDATE projections SET position = $2 WHERE name = $1`
	deleteOutdated = `DELETE FROM projections WHERE name = $1`
	clearOutdated  = `DELETE FROM projections ` + whereOutdated

	ratingColumns = `SELECT pool, actor, position, game, opponent, score, ended, points_before, weight, points, deviation, volatility,
		played, last, won, lost, provisional FROM ratings `
	listRatings   = ratingColumns + `ORDER BY pool, actor, position`
	readRating    = ratingColumns + `WHERE pool = $1 AND actor = $2 ORDER BY position DESC LIMIT 1`
	readRatingAt  = ratingColumns + `WHERE pool = $1 AND actor = $2 AND ended <= $3 ORDER BY position DESC LIMIT 1`
	listRatingsOf = ratingColumns + `WHERE actor = $1 AND latest = 1 ORDER BY pool`
	listHistory   = ratingColumns + `WHERE pool = $1 AND actor = $2 ORDER BY position DESC LIMIT $3`
	// listStandingsBefore lists the standings before position $2, for players with games from $2 to
	// $3.
	listStandingsBefore = ratingColumns + `JOIN (SELECT black AS player FROM rated_games WHERE pool = $1 AND position >= $2 AND position <= $3
			UNION SELECT white FROM rated_games WHERE pool = $1 AND position >= $2 AND position <= $3) players
		ON pool = $1 AND actor = player AND position = (
			SELECT MAX(r.position) FROM ratings r WHERE r.pool = $1 AND r.actor = player AND r.position < $2)`
	isAnnulled  = `SELECT annulled FROM rated_games WHERE game = $1`
	listAfter   = ratingColumns + `WHERE game = $1 ORDER BY actor`
	listLeaders = ratingColumns + `WHERE pool = $1 AND latest = 1 AND provisional > $2 AND SUBSTR(actor, 1, 4) <> '` +
		botPrefix + `' ORDER BY points DESC, actor LIMIT $3 OFFSET $4`
)
