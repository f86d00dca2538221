// Two people play by correspondence. One of them lays answers down in advance, and the
// server dies before the opponent moves.
import assert from 'node:assert/strict'
import { browse, desktop, enter, moves, phone, place, serve, shows, story, turn, visit } from './support.mjs'
import { clean } from './axe.mjs'

const server = await serve()
const browser = await browse()

// byPost opens a game by correspondence for two pages, Black first.
async function byPost([black, white]) {
  const headers = { origin: server.base, 'content-type': 'application/json' }
  const offer = { game: { board: 'rosette-3', clock: '3d/move', color: 'black' }, name: 'Marie' }
  const made = await black.request.post(`${server.base}/api/lobby/offers`, { headers, data: offer })
  assert.equal(made.status(), 201, await made.text())
  const { id } = await made.json()
  const accepted = await white.request.post(`${server.base}/api/lobby/offers/${id}/accept`, { headers, data: { name: 'Jean' } })
  assert.equal(accepted.status(), 200, await accepted.text())
  for (const page of [black, white]) {
    await page.goto(`${server.base}/games/${id}`)
    await page.locator('.goban').waitFor()
  }
}

// tap touches a point of the board.
async function tap(page, point) {
  const at = await place(page, point)
  await page.mouse.click(at.x, at.y)
}

story('answers that were laid down are played after kill -9, and the opponent never sees them', async () => {
  const black = await visit(browser, { ...desktop, bypassCSP: true })
  const white = await visit(browser, phone)
  await byPost([black, white])
  await turn(black)
  await enter(black, 'B5')
  const panel = black.locator('.conditional')
  await panel.getByRole('button', { name: 'Add a line' }).click()
  await shows(() => panel.locator('[role=status]').textContent(), 'Choose a point: what if Jean plays there?')
  for (const [point, says] of [
    ['C5', 'And your answer to C5?'],
    ['D5', 'If C5, then D5.'],
    ['C4', 'And your answer to C4?'],
    ['B4', 'If C5, then D5. If C4, then B4.'],
  ]) {
    await tap(black, point)
    await shows(() => panel.locator('[role=status]').textContent(), says)
  }
  await panel.getByRole('button', { name: 'Keep the line' }).click()
  await shows(() => panel.locator('.line .hidden').allTextContents(), ['If C5, then D5. If C4, then B4.'])
  await panel.getByRole('button', { name: 'Add a line' }).click()
  await panel.getByRole('button', { name: 'Pass', exact: true }).click()
  await shows(() => panel.locator('[role=status]').textContent(), 'And your answer to pass?')
  await enter(black, 'D5')
  await panel.getByRole('button', { name: 'Keep the line' }).click()
  await shows(() => panel.locator('.line').count(), 2)
  await clean(black)
  assert.equal(await white.locator('.conditional').count(), 0)

  assert.equal(await server.end('SIGKILL'), 'SIGKILL')
  await server.start()
  await turn(white)
  await enter(white, 'C5')
  for (const page of [black, white]) await shows(() => moves(page), ['b B5', 'w C5', 'b D5'])
  await shows(() => panel.locator('.line .hidden').allTextContents(), ['If C4, then B4.'])

  await enter(white, 'pass')
  await shows(() => panel.textContent(), /Your opponent played something else/)
  await panel.getByRole('button', { name: 'OK' }).click()
  await panel.waitFor({ state: 'detached' })
  assert.deepEqual([...black.faults, ...white.faults], [])
})

story('two tabs of a player lay down lines, and none is lost', async () => {
  const black = await visit(browser, desktop)
  const white = await visit(browser, phone)
  await byPost([black, white])
  await turn(black)
  await enter(black, 'B5')
  const second = await black.context().newPage()
  await second.goto(black.url())
  const keep = async (page, on, then) => {
    const panel = page.locator('.conditional')
    await panel.getByRole('button', { name: 'Add a line' }).click()
    await tap(page, on)
    await shows(() => panel.locator('[role=status]').textContent(), `And your answer to ${on}?`)
    await tap(page, then)
    await shows(() => panel.locator('[role=status]').textContent(), `If ${on}, then ${then}.`)
    await panel.getByRole('button', { name: 'Keep the line' }).click()
  }
  await second.locator('.conditional').waitFor()
  await keep(black, 'C4', 'D5')
  await shows(() => black.locator('.conditional .line').count(), 1)
  await keep(second, 'C5', 'D5')
  await shows(() => second.locator('.conditional .line').count(), 2)
  await black.locator('.conditional .lines .quiet').first().click()
  await shows(() => black.locator('.conditional .line .hidden').allTextContents(), ['If C5, then D5.'])
  assert.deepEqual([...black.faults, ...white.faults], [])
})

// begun opens a game by correspondence for two pages on a clock, Black first, and returns its id.
async function begun([black, white], clock) {
  const headers = { origin: server.base, 'content-type': 'application/json' }
  const made = await black.request.post(`${server.base}/api/lobby/offers`, { headers, data: { game: { board: 'rosette-3', clock, color: 'black' }, name: 'Marie' } })
  const { id } = await made.json()
  const accepted = await white.request.post(`${server.base}/api/lobby/offers/${id}/accept`, { headers, data: { name: 'Jean' } })
  assert.equal(accepted.status(), 200, await accepted.text())
  return id
}

story('from a game to the next one that waits, and the number of them is kept while one looks', async () => {
  const black = await visit(browser, { ...desktop, bypassCSP: true })
  const white = await visit(browser, { ...phone, bypassCSP: true })
  const week = await begun([black, white], '7d/move')
  const day = await begun([black, white], '1d/move')
  const free = await begun([black, white], 'none')
  const at = (page, id) => page.waitForURL(`${server.base}/games/${id}`)
  const next = (page) => page.locator('.onward')
  await black.goto(`${server.base}/games/${week}`)
  await black.locator('.goban').waitFor()
  await shows(() => next(black).textContent(), 'Next game22 games wait for you')
  await clean(black)
  await turn(black)
  await enter(black, 'B5')
  await shows(() => moves(black), ['b B5'])
  await next(black).click()
  await at(black, free) // it has no clock, so that it is after the one of a week
  await black.locator('.goban').waitFor()
  await shows(() => next(black).textContent(), 'Next game11 game waits for you')
  await black.locator('.goban').focus()
  await black.keyboard.press('n')
  await at(black, day)
  await black.locator('.goban').waitFor()
  await shows(() => next(black).textContent(), 'Next game11 game waits for you')

  await white.goto(`${server.base}/games/${free}`)
  await white.locator('.goban').waitFor()
  await shows(() => next(white).textContent(), 'Next game11 game waits for you')
  await clean(white)
  await next(white).click()
  await at(white, week)
  await turn(white)
  assert.equal(await next(white).count(), 0)
  await enter(white, 'C5')
  await shows(() => next(black).textContent(), 'Next game22 games wait for you') // by what the server says
  assert.deepEqual([...black.faults, ...white.faults], [])
})
