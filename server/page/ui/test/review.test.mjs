// A finished game is looked over on the server and shown on its own board; a hint.
import assert from 'node:assert/strict'
import { clean } from './axe.mjs'
import { browse, desktop, lay, more, moves, open, phone, place, press, serve, share, shows, story, turn, type, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

// A game on 9×9 in which Black gives away stones on the first line.
const blunders = ['E5', 'C3', 'A1', 'G7', 'A2', 'G3', 'A3', 'C7', 'A4', 'E3', 'A9', 'E7', 'J1', 'C5']
const shoot = async (page, name) => process.env.SHOTS && page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth)

async function over(page) {
  await share(page, server.base, { board: 'square-9', names: { black: 'Ann', white: 'Bob' } })
  await lay(page, ...blunders)
  await page.locator('.further').click()
  await page.getByRole('button', { name: 'Resign', exact: true }).click()
  await press(page, 'Resign as Black')
  await page.locator('.review[data-state=done]').waitFor()
}

// practise plays on from before a mistake: the computer answers, and the game is as before.
async function practise(page, row, name) {
  await row.getByRole('button', { name: 'Try it yourself' }).click()
  await shows(() => page.locator('.looking.trial p').textContent(), 'You play Black against the computer. None of it counts.')
  const number = Number(await row.locator('button > span[aria-hidden]').first().textContent())
  const at = await place(page, 'G2')
  await (page.touches ? page.touchscreen.tap(at.x, at.y) : page.mouse.click(at.x, at.y))
  await shows(() => page.locator('.tried li').count(), 2)
  await shows(() => page.locator('.tried .point').first().textContent(), 'G2')
  await shows(() => page.locator('.steps label span').textContent(), `Move ${number + 1} of ${number + 1}`)
  await shoot(page, `practise-${name}`)
  // A first try is judged: again on the first line, and at the better point.
  const said = () => page.locator('.looking.trial p').textContent()
  await shows(said, /^\?!?(Still about −\d+\.|Better than [A-Z]\d: about −\d+ instead of −\d+\.|The computer cannot tell whether G2 is better\.)( White captures \d+ stones?\.)?$|^About as good as [A-Z]\d\.$/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await shows(() => page.locator('.tried li').count(), 0)
  const best = (await row.locator('button').first().textContent()).match(/Better ([A-Z]\d+)/)[1]
  const right = await place(page, best)
  await (page.touches ? page.touchscreen.tap(right.x, right.y) : page.mouse.click(right.x, right.y))
  await shows(said, `Right: ${best} is the better move.`)
  await page.getByRole('button', { name: 'Close line' }).click()
  await shows(() => page.locator('.goban.trial').count(), 0)
  await shows(() => page.locator('.steps label span').textContent(), `Move ${number - 1} of ${blunders.length}`)
  if (page.touches) await shows(() => row.evaluate((li) => li.getBoundingClientRect().bottom < document.querySelector('.acts').getBoundingClientRect().top), true)
}

// filters has one player's moves alone, and all again. Black has made the mistakes here.
async function filters(page) {
  const rows = page.locator('.worth li')
  const all = await rows.count()
  const button = (name) => page.locator('.filter button', { hasText: name })
  await button('White').click()
  await shows(() => page.locator('.worth .stone.b').count(), 0)
  await button('Black').click()
  await shows(() => page.locator('.worth .stone.w').count(), 0)
  await button('All').click()
  await shows(() => rows.count(), all)
  assert.equal(await button('All').getAttribute('aria-pressed'), 'true')
}

// kept asks a server that has been started anew for the review: it has it at once.
async function kept(page) {
  await server.end('SIGTERM')
  await server.start()
  const answer = await page.request.get(`${server.base}/api${new URL(page.url()).pathname}/review`)
  assert.equal((await answer.json()).state, 'done')
  await page.reload()
  await page.locator('.review[data-state=done]').waitFor()
}

for (const [name, device] of Object.entries({ desktop, phone })) {
  story(`on a ${name} the review has a graph, and a mistake unfolds with a better line on the board`, async () => {
    const page = await visit(browser, { ...device, bypassCSP: true })
    page.touches = device.hasTouch ?? false
    await over(page)
    await shows(() => page.locator('.graph .line').getAttribute('d').then((d) => d.split('L').length), blunders.length + 1)
    assert.match(await page.locator('.graph').getAttribute('aria-label'), /^The lead after each move\. At the end: White ahead by \d+(\.5)? points?\.$/)
    const rows = page.locator('.worth li')
    assert.ok((await rows.count()) >= 2, 'of five stones on the first line less than two are mistakes') // a short review names three at most
    await shoot(page, `review-${name}`)
    const first = rows.first()
    assert.equal(await first.locator('.stone').count(), 1)
    const better = (await first.locator('button > span:not(.hidden)').nth(1).textContent()).match(/Better ([A-Z]\d+)$/)[1]
    await first.getByRole('button').first().click()
    await shows(() => first.locator('button').first().getAttribute('aria-expanded'), 'true')
    await shows(async () => (await first.locator('p').textContent()).startsWith(better), true)
    await shows(() => page.locator('.goban.trial').count(), 1)
    await shows(() => page.locator('.ghost').count().then((n) => n > 0 && n <= 3), true)
    for (const label of ['1', '?']) await shows(async () => (await page.locator('.goban text').allTextContents()).includes(label), true)
    await shows(() => page.locator('.looking.trial p').textContent(), await first.locator('p').textContent())
    const [bar, acts] = [await page.locator('.looking.trial').boundingBox(), await page.locator('.acts').boundingBox()]
    const limit = device === phone ? acts.y : device.viewport.height
    assert.ok(bar.y > 0 && bar.y + bar.height <= limit, 'the words of a line are not in sight')
    if (device === desktop) await shows(async () => { const go = await first.locator('.go').boundingBox(); return go.y > 0 && go.y + go.height < limit }, true)
    await shoot(page, `review-open-${name}`)
    const graph = page.locator('.graph')
    const { width, height } = await graph.boundingBox()
    await graph.click({ position: { x: (width * (36 + (356 * 3) / blunders.length)) / 396, y: height / 2 } }) // the third move of the game, not of the line
    await shows(() => page.locator('.steps label span').textContent(), `Move 3 of ${blunders.length}`)
    await shows(() => page.locator('.goban.trial').count(), 0)
    await first.getByRole('button', { name: 'Better line' }).click()
    await shows(() => page.locator('.goban.trial').count(), 1)
    await (device === phone ? page.getByRole('button', { name: 'What was played' }) : first.getByRole('button', { name: 'The game' })).click()
    await shows(() => page.locator('.goban.trial').count(), 0)
    await shows(() => first.getByRole('button', { name: 'The game' }).getAttribute('aria-pressed'), 'true')
    await practise(page, first, name)
    await filters(page)
    await clean(page, `the review on a ${name}`, 'light')
    assert.ok(await wide(page))
    if (device === desktop) await kept(page)
    assert.deepEqual(page.faults, [])
  })
}

for (const [name, device] of Object.entries({ desktop, phone })) {
  story(`on a ${name} the review of a game against the computer shows one’s own mistakes first`, async () => {
    const page = await visit(browser, device)
    await open(page, server.base, { board: 'square-9' })
    for (const point of ['A1', 'J9', 'A9', 'J1', 'A3', 'J7']) {
      assert.ok(await turn(page))
      if (!(await moves(page)).some((move) => move.endsWith(` ${point}`))) await type(page, point)
    }
    await turn(page)
    await more(page, 'Resign')
    await press(page, 'Yes, resign')
    await page.locator('.review[data-state=done]').waitFor()
    const button = (text) => page.locator('.filter button', { hasText: text })
    const rows = page.locator('.worth li')
    await shows(() => page.locator('.filter button').allTextContents().then((all) => all.map((text) => text.replace(/ \d+$/, ''))), ['Mine', 'All'])
    assert.equal(await button('Mine').getAttribute('aria-pressed'), 'true')
    const mine = await rows.count()
    assert.ok(mine > 0, 'no stone on the first line is a mistake')
    assert.equal(await page.locator('.worth .stone.b').count(), mine)
    assert.equal(await button('Mine').textContent(), `Mine ${mine}`)
    await shoot(page, `mine-${name}`)
    await button('All').click()
    await shows(() => button('All').textContent(), `All ${await rows.count()}`)
    assert.ok((await rows.count()) >= mine)
    await button('Mine').click()
    await shows(() => page.locator('.worth .stone.w').count(), 0)
    await shows(() => rows.count(), mine)
    assert.ok(await wide(page))
    assert.deepEqual(page.faults, [])
  })
}

story('a hint names a point and what it does, and goes with the next move', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base, { board: 'square-9' })
  await turn(page)
  const hint = page.getByRole('button', { name: 'Hint', exact: true })
  await hint.click()
  await shows(() => page.locator('.status .hinted').textContent(), /^[A-Z]\d+ .+\.$/)
  await shows(() => page.locator('.overlay .mark.hint, .mark.hint').count(), 1)
  await shoot(page, 'hint')
  await shows(() => hint.getAttribute('aria-pressed'), 'true')
  await type(page, (await page.locator('.status .hinted').textContent()).split(' ')[0])
  await shows(() => page.locator('.status .hinted').count(), 0)
  await shows(() => page.locator('.mark.hint').count(), 0)
  await share(page, server.base, { board: 'square-9', names: { black: 'Ann', white: 'Bob' } })
  await shows(() => hint.count(), 0)
  assert.deepEqual(page.faults, [])
})
