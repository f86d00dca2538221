// Some people on a server, with games in every state, as the pages of a site that is used
// show them.
import { execFileSync } from 'node:child_process'
import { program, visit } from './support.mjs'

// join registers somebody and returns what he does: ask sends a request to the API, and
// act commands in a game, one after the other.
export async function join(browser, base, name, options) {
  const page = await visit(browser, options)
  await page.goto(`${base}/register`)
  await page.locator('input[name=name]').fill(name)
  await page.locator('input[name=password]').fill('a long and quiet password')
  await page.locator('main form button.primary').click()
  await page.waitForURL((url) => url.pathname !== '/register')
  const ask = async (method, path, data) => {
    const answer = await page.request.fetch(base + path, { method, data, headers: { 'Content-Type': 'application/json', origin: base } })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    const body = await answer.text() // some routes answer with nothing
    return body === '' ? undefined : JSON.parse(body)
  }
  const act = (id, ...commands) =>
    page.evaluate(
      ([topic, commands]) =>
        new Promise((done, failed) => {
          const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/socket`)
          const say = (message) => socket.send(JSON.stringify({ topic, ...message }))
          const next = () => {
            if (commands.length === 0) return done(socket.close())
            say({ id: crypto.getRandomValues(new Uint32Array(2)).join('-'), kind: 'do', ...commands.shift() })
          }
          socket.onclose = ({ reason }) => failed(new Error(reason))
          socket.onmessage = ({ data }) => {
            const { kind, refused } = JSON.parse(data)
            if (kind === 'hello') say({ kind: 'join' })
            if (refused !== undefined) failed(new Error(refused))
            else if (kind === 'joined' || kind === 'reply') next()
          }
        }),
      [`match/${id}`, commands],
    )
  return { page, ask, act }
}

// live are the terms of a live game on a board.
const live = (board, more = {}) => ({ board, clock: '10m+3x30s', color: 'black', ...more })

// befriend has two people follow each other.
async function befriend(base, one, other) {
  for (const [who, whom] of [[one, 'Jean'], [other, 'Marie']])
    await who.page.request.post(`${base}/@/${whom}/follow`, { form: {}, headers: { origin: base } })
}

// people fills a server: Marie and Jean have played a rated game and are friends, Ada plays
// Jean and reports him to Mona, who has closed a report by Marie, and there are offers of each kind. It returns the people and
// the ids of games and offers.
export async function people(browser, { base, data }) {
  const [marie, jean, ada] = [await join(browser, base, 'Marie'), await join(browser, base, 'Jean'), await join(browser, base, 'Ada')]
  const begin = async (black, white, game) => {
    const { id } = await black.ask('POST', '/api/lobby/offers', { kind: 'link', game })
    await white.ask('POST', `/api/lobby/offers/${id}/accept`, {})
    return id
  }
  const over = await begin(marie, jean, live('rosette-4', { rated: true }))
  await marie.act(over, { command: 'play', point: 'A5' })
  await jean.act(over, { command: 'resign' })
  const running = await begin(marie, jean, live('rosette-4', { clock: '3d/move' }))
  await marie.act(running, { command: 'play', point: 'A5' })
  const watched = await begin(ada, jean, live('rosette-3', { rated: true, clock: '30m' }))
  await ada.act(watched, { command: 'play', point: 'A4' })
  await jean.act(watched, { command: 'play', point: 'A6' }) // an unbegun game would be aborted while others are looked at
  const { id: link } = await marie.ask('POST', '/api/lobby/offers', { kind: 'link', game: live('rosette-5') })
  await jean.ask('POST', '/api/lobby/offers', { kind: 'seek', game: live('rosette-4', { rated: true }), even: true })
  await ada.ask('POST', '/api/lobby/offers', { kind: 'challenge', to: 'Marie', game: live('square-9', { clock: '5m+5s' }) })
  const secret = await begin(marie, ada, live('rosette-3', { visibility: 'private' }))
  const { page: invited } = await marie.ask('POST', `/api/games/${secret}/watchers`, {})
  await befriend(base, marie, jean)
  await jean.ask('POST', '/api/chat/messages/Marie', { text: 'Shall we play on Sunday?' })
  await marie.ask('POST', '/api/chat/messages/Jean', { text: 'With pleasure' })
  await marie.ask('POST', '/api/chat/rooms', { title: 'Rosettes only', about: 'Shapes and openings' })
  await ada.ask('POST', '/api/chat/rooms/lounge/lines', { text: 'Who shows me how to make a rosette?' })
  await jean.ask('POST', '/api/chat/rooms/lounge/lines', { text: 'Six stones around one hexagon' })
  await ada.ask('POST', '/api/chat/reports', { kind: 'cheating', name: 'Jean', text: 'He plays too well' })
  const { id: report } = await marie.ask('POST', '/api/chat/reports', { kind: 'spam', name: 'Ada' })
  const mona = await join(browser, base, 'Mona')
  execFileSync(program, ['admin', '--data', data, 'role', 'Mona', 'admin'])
  await mona.ask('POST', `/api/admin/reports/${report}/close`, { outcome: 'acted', reason: 'Ada was asked to stop' })
  return { marie, jean, ada, mona, over, running, watched, link, invited }
}
