// Two people who have never met register, find each other by a seek in the lobby, play a
// rated game on base 5 until nobody has main time left, agree on its score after one of
// them has called a chain dead, talk, see their ratings and play again.
import assert from 'node:assert/strict'
import { join } from './world.mjs'
import { adjust, advance, browse, choose, desktop, enter, heard, hush, lay, phone, serve, shows, start, status, story, talk, turn, unread, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

async function register(name, options) {
  const page = await visit(browser, options)
  await page.goto(`${server.base}/register`)
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=password]').fill('correct horse')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL(`${server.base}/account?done=welcome`)
  return page
}

// seek offers a game, which is rated, to everybody. Its clock is one that the API takes and
// the form does not list: byo-yomi begins after two seconds.
async function seek(page) {
  await page.goto(`${server.base}/new?opponent=seek`)
  await choose(page, { board: 'rosette-5' })
  await shows(() => page.locator('.terms > p').textContent(), 'Fair komi 9.5 · area · no handicap · rated')
  await adjust(page)
  await page.locator('select[name=control]').evaluate((list) => list.append(new Option('2s+3x40s', '2s+3x40s', false, true)))
  await start(page)
  await shows(() => page.locator('h1').textContent(), 'Looking for an opponent…')
}

const own = (page) => page.locator('.player:not(.far)')
const seat = (page) => page.evaluate(async (path) => (await (await fetch(`/api${path}`)).json()).seat, new URL(page.url()).pathname)
const says = async (page, text) => {
  await talk(page)
  await page.locator('.talk').getByRole('textbox').fill(text)
  await page.locator('.talk').getByRole('button', { name: 'Send' }).click()
  await hush(page)
}

// proposed waits until the dead stones are proposed.
const proposed = (page) => page.locator('.recent', { hasText: /robably dead|No group looks dead/ }).waitFor()

// ended waits for the end of a game and returns whether the person has won or lost.
async function ended(page) {
  await page.locator('.status.over').waitFor()
  return /^You (win|lose) by [\d.]+ points$/.exec(await status(page))[1]
}

// settle calls alive every chain of which nobody is sure.
async function settle(page) {
  await proposed(page)
  const alive = page.locator('.open').getByRole('button', { name: /: alive$/ })
  for (let left = await alive.count(); left > 0; left = await alive.count()) {
    await advance(page, () => alive.first().click())
  }
}

story('two strangers meet by a seek, play into byo-yomi, dispute a chain, talk and play again', async () => {
  const marie = await register('Marie', phone)
  const jean = await register('Jean', desktop)
  await seek(marie)
  await jean.goto(`${server.base}/lobby`)
  await jean.locator('.seeks').getByRole('button', { name: 'Play: Marie, Medium board' }).click()
  for (const page of [marie, jean]) await page.locator('.table').waitFor()
  const [black, white] = (await seat(marie)) === 'b' ? [marie, jean] : [jean, marie]
  const other = (page) => (page === marie ? 'Jean' : 'Marie')
  await turn(black)
  await advance(black, () => enter(black, 'E9'))
  for (const [i, point] of ['E10', 'F9', 'G10', 'H9', 'D4'].entries()) await lay([white, black][i % 2], point)
  await shows(() => own(black).locator('.clock').textContent(), /^3 × 0:\d\d$/) // main time is over

  await lay(black, 'pass')
  await lay(white, 'pass')
  for (const page of [black, white]) await proposed(page)
  const dead = () => white.locator('.piece.faded').count()
  const before = await dead()
  await advance(black, () => enter(black, 'D4')) // another opinion of it than the proposal's
  await shows(async () => (await dead()) !== before, true)
  await says(white, 'It lives!')
  await shows(() => unread(black).textContent(), '1 new')
  await advance(white, () => white.getByRole('button', { name: 'Resume play' }).click())
  await says(black, 'Show me')
  await shows(async () => (await heard(white)).at(-1), `${other(white)} Show me`)
  await hush(white)
  for (const [page, point] of [[black, 'pass'], [white, 'D5'], [black, 'pass'], [white, 'pass']]) await lay(page, point)
  await settle(black)
  for (const page of [black, white]) await page.getByRole('button', { name: 'Accept', exact: true }).click()
  assert.deepEqual([await ended(white), await ended(black)].sort(), ['lose', 'win'])
  await shows(() => black.locator('.rated').textContent(), new RegExp(`^Rating ${other(white)} 1\\d{3} \\(.+\\), \\d+k\\? ${other(black)} 1\\d{3} \\(.+\\), \\d+k\\?$`))

  const address = marie.url()
  await white.getByRole('button', { name: 'Rematch' }).click()
  await black.getByRole('button', { name: 'Accept the rematch' }).click()
  for (const page of [marie, jean]) await page.waitForURL((url) => url.href !== address && url.pathname.startsWith('/games/'))
  assert.equal(marie.url(), jean.url())
  assert.deepEqual([await seat(white), await seat(black)], ['b', 'w'])
  await turn(white)
  for (const page of [marie, jean]) assert.deepEqual(page.faults, [])
})

const match = (page) => page.evaluate(() => JSON.parse(document.getElementById('match').textContent))
const quick = (page) => page.locator('.tile[value="rosette-4 live"]').click()

story('two people with accounts press the same quick game at one address and play it rated, counting less than their first', async () => {
  const [ida, lena] = [await register('Ida', desktop), await register('Lena', phone)]
  const meet = async () => {
    for (const page of [ida, lena]) await page.goto(`${server.base}/lobby`)
    await quick(ida)
    await ida.getByText('Looking for an opponent…').first().waitFor()
    await quick(lena)
    for (const page of [ida, lena]) await page.locator('.table').waitFor()
  }
  await meet()
  const { rated, board, frame } = await match(lena)
  assert.deepEqual([rated, board.name, frame.state.komi], [true, 'rosette-4', 7.5])
  const [black] = (await seat(ida)) === 'b' ? [ida] : [lena]
  for (const [i, point] of ['A5', 'A6', 'A7'].entries()) await lay(i % 2 === 0 ? black : black === ida ? lena : ida, point)
  await black.request.post(`${server.base}/api${new URL(black.url()).pathname}/commands`, { data: { command: 'resign' }, headers: { origin: server.base } })
  for (const page of [ida, lena]) await page.locator('.status.over').waitFor()
  await ida.goto(`${server.base}/lobby`)
  await quick(ida)
  await ida.getByText('Looking for an opponent…').first().waitFor()
  const invitation = async () => {
    await lena.goto(ida.url())
    return lena.locator('main').textContent()
  }
  await shows(invitation, /This game counts 50%/) // the pair has played within the week
  await ida.getByRole('button', { name: 'Cancel' }).click()
  for (const page of [ida, lena]) assert.deepEqual(page.faults, [])
})

story('after a minute without a partner the computer of about one’s level offers itself, rated', async () => {
  const rita = await register('Rita', desktop)
  await rita.clock.install()
  await rita.goto(`${server.base}/lobby`)
  await quick(rita)
  await rita.getByText('Looking for an opponent…').first().waitFor()
  assert.equal(await rita.locator('.computer').isVisible(), false)
  await rita.clock.fastForward(60_000)
  await shows(() => rita.locator('.computer p').textContent(), /about your level \(21k\)/)
  await rita.getByRole('button', { name: /, rated$/ }).click()
  await rita.locator('.goban').waitFor()
  const { rated, seats, clock } = await match(rita)
  assert.deepEqual([rated, clock, [seats.b, seats.w].find(({ kind }) => kind === 'bot').level], [true, '10m+3x30s', '8'])
})

story('a guest is paired for a casual game, and so is who switches the rating off', async () => {
  const [guest, olga] = [await visit(browser, desktop), await register('Olga', desktop)]
  await guest.goto(`${server.base}/lobby`)
  assert.equal(await guest.getByRole('switch').count(), 0)
  await quick(guest)
  await guest.getByText('Looking for an opponent…').first().waitFor()
  await olga.goto(`${server.base}/lobby`)
  await olga.getByRole('switch', { name: /^Rated/ }).uncheck()
  await quick(olga)
  for (const page of [guest, olga]) await page.locator('.table').waitFor()
  assert.equal((await match(olga)).rated ?? false, false)
})

story('who declines a challenge or a rematch may say why, after the word Decline', async () => {
  const [nora, omar] = [await join(browser, server.base, 'Nora', desktop), await join(browser, server.base, 'Omar', phone)]
  const game = { board: 'rosette-3', clock: '10m', color: 'black' }
  const { id } = await nora.ask('POST', '/api/lobby/offers', { kind: 'challenge', to: 'Omar', game })
  await omar.page.goto(`${server.base}/games/${id}`)
  const later = omar.page.getByRole('button', { name: 'Not now, ask me later.' })
  assert.equal(await later.isVisible(), false)
  await omar.page.locator('summary', { hasText: 'Decline' }).click()
  await later.click()
  await nora.page.goto(`${server.base}/games/${id}`)
  await nora.page.getByText('Not now, ask me later.').waitFor()

  const { id: played } = await nora.ask('POST', '/api/lobby/offers', { kind: 'link', game })
  await omar.ask('POST', `/api/lobby/offers/${played}/accept`, {})
  await nora.act(played, { command: 'play', point: 'A4' })
  await omar.act(played, { command: 'resign' })
  for (const { page } of [nora, omar]) await page.goto(`${server.base}/games/${played}`)
  await shows(() => nora.page.locator('.result.beaten').count(), 0)
  await shows(() => omar.page.locator('.result.beaten').count(), 1)
  await nora.page.getByRole('button', { name: 'Rematch' }).click()
  const decline = omar.page.getByRole('button', { name: 'Decline' })
  await decline.click()
  await omar.page.getByLabel('Reason (optional)').selectOption('time')
  await decline.click()
  await shows(() => nora.page.locator('.note.rematch').textContent(), /I prefer another clock\./)
  await nora.page.getByRole('button', { name: 'Rematch' }).click()
  await nora.page.getByRole('button', { name: 'Cancel' }).click()
  await shows(() => omar.page.locator('.note.rematch').textContent(), /cancelled/)
  for (const { page } of [nora, omar]) assert.deepEqual(page.faults, [])
})
