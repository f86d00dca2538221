// What the table says and does around the board, at a desk and on a phone.
import assert from 'node:assert/strict'
import { advance, browse, desktop, enter, ground, holdTimers, lay, moves, more, open, phone, place, press, runOut, serve, set, share, shows, status, stop, story, turn, type, until, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

const two = { board: 'square-9', names: { black: 'Ann', white: 'Bob' } }

// rosette plays five stones of Black around a hexagon, White's in the corner of the
// board, and returns the point that is missing.
async function rosette(page) {
  const { names, rosettes } = await ground(page)
  const ring = rosettes[Math.floor(rosettes.length / 2)].map((p) => names[p])
  await lay(page, ...ring.slice(0, 5).flatMap((name, i) => [name, names[2 * i]]))
  return ring[5]
}

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`a rosette is told in words, for six seconds or until the next stone, on a ${name}`, async () => {
    const page = await visit(browser, size)
    await holdTimers(page)
    await share(page, server.base, { ...two, board: 'rosette-5' })
    await type(page, await rosette(page))
    const moment = page.locator('.moment')
    await shows(() => moment.textContent(), 'Rosette! Black’s chain can never be captured.')
    await shows(() => page.locator('.announced').textContent(), /rosette/i) // a screen reader hears it too
    const board = () => page.locator('.board').evaluate((one) => one.getBoundingClientRect().top)
    const before = await board()
    await (size === phone ? runOut(page) : type(page, (await ground(page)).names[10]))
    await moment.waitFor({ state: 'detached' })
    assert.ok(Math.abs((await board()) - before) < 1, 'the board moves when the words go')
    assert.deepEqual(page.faults, [])
  })
}

story('stones that are joined to a rosette are told of as well', async () => {
  const page = await visit(browser, desktop)
  await holdTimers(page)
  await share(page, server.base, { ...two, board: 'rosette-5' })
  const { names, lines } = await ground(page)
  const last = await rosette(page)
  const ring = new Set((await moves(page)).filter((move) => move[0] === 'b').map((move) => move.slice(2)).concat(last))
  const near = (name) => lines.filter((line) => line.includes(names.indexOf(name))).flat().map((p) => names[p]).filter((one) => one !== name)
  const link = near(last).find((one) => !ring.has(one))
  const beyond = near(link).find((one) => one !== last)
  await lay(page, beyond, names[10], last, names[12])
  await type(page, link)
  await shows(() => page.locator('.moment').textContent(), 'Joined to a rosette. Now these stones of Black can never be captured either.')
})

story('the keys answer in sight: the chain is ringed, the list of keys opens', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, board: 'rosette-5' })
  await type(page, await rosette(page), 'pass')
  const answer = () => page.locator('.answer').textContent()
  const ringed = () => page.locator('.mark.spoken').count()
  await page.locator('.goban').focus()
  await page.keyboard.press('l')
  await page.keyboard.press('g')
  await shows(answer, /^Black chain of 6 stones, \d liberties, has 1 rosette and is immortal$/)
  await shows(ringed, 6)
  await page.keyboard.press('ArrowUp')
  await shows(ringed, 0)
  await page.keyboard.press('r')
  await shows(answer, /^Black rosette at( [A-K]\d+){6}\.$/)
  await shows(ringed, 6)
  await page.keyboard.press('s')
  await shows(answer, /Black, 0 /)
  await shows(ringed, 0)
  await type(page, 'A5')
  await shows(() => page.locator('.answer').count(), 0)
  await page.evaluate(() => document.activeElement.blur())
  await page.keyboard.press('?') // also where the focus is on nothing
  await page.getByRole('dialog', { name: 'Help' }).getByText('list all rosettes').waitFor()
  await page.keyboard.press('Escape')
  await shows(() => page.getByRole('dialog').count(), 0)
  assert.deepEqual(page.faults, [])
})

story('atari is marked while stones can be captured, and never on dead ones', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'chinese' })
  await set(page, 'Chains in atari')
  const marked = () => page.locator('.mark.atari').count()
  await type(page, 'B1', 'A1')
  await shows(marked, 1)
  await lay(page, 'E5', 'E6', 'D6', 'D7', 'F6', 'F7')
  await stop(page)
  await shows(marked, 0)
})

story('the reply comes a moment after one’s own stone, and waits for nobody who is faster', async () => {
  const page = await visit(browser, desktop)
  let replied = 0
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    const upstream = line.connectToServer()
    upstream.onMessage((text) => {
      const { kind, events = [] } = JSON.parse(text)
      line.send(text)
      if (kind === 'frame' && events.some((e) => e.kind === 'played' && e.color === 'w')) replied++
    })
  })
  await open(page, server.base, { board: 'square-9' })
  await turn(page)
  await page.evaluate(() => {
    window.seen = []
    new MutationObserver(() => {
      const n = document.querySelectorAll('.moves li').length
      if (n > 0 && window.seen.at(-1)?.n !== n) window.seen.push({ n, at: performance.now() })
    }).observe(document.querySelector('.table'), { subtree: true, childList: true })
  })
  const click = async (name) => {
    const at = await place(page, name)
    await page.mouse.click(at.x, at.y)
  }
  await click('E5')
  await page.waitForFunction(() => window.seen.length >= 2)
  const [own, reply] = await page.evaluate(() => window.seen)
  assert.ok(reply.at - own.at >= 345, `the reply comes after ${reply.at - own.at} ms`)
  const stones = (await moves(page)).map((move) => move.slice(2))
  const free = ['C3', 'G7', 'G3', 'C7', 'D4'].filter((name) => !stones.includes(name))
  await click(free[0])
  await until(() => replied === 2) // it may be held back still
  await click(free[1])
  await shows(async () => (await moves(page)).slice(4, 5), [`b ${free[1]}`])
  assert.deepEqual(page.faults, [])
})

story('a click inside a hexagon says where stones go', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, board: 'rosette-5' })
  const { names, rosettes } = await ground(page)
  const corners = await Promise.all(rosettes[20].map((p) => place(page, names[p])))
  const middle = (axis) => corners.reduce((sum, at) => sum + at[axis], 0) / 6
  await page.mouse.click(middle('x'), middle('y'))
  await shows(() => page.locator('.notice').textContent(), 'Stones go on the corners, where lines meet.')
  await shows(() => moves(page), [])
})

story('the tab calls when it is the person’s turn', async () => {
  const page = await visit(browser, desktop)
  const icon = () => page.locator('link[rel=icon]').getAttribute('href')
  await open(page, server.base)
  await turn(page)
  await shows(() => page.title(), /^● Your turn – /)
  await shows(icon, /icon-turn/)
  await more(page, 'Resign')
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  await page.locator('.status.over').waitFor()
  await shows(() => page.title(), /^(?!●)/)
  await shows(icon, /icon\.[0-9a-f]+\.svg/)
})

story('what destroys is outlined, stands apart from Pass, and is asked once more', async () => {
  const page = await visit(browser, phone)
  await open(page, server.base)
  await turn(page)
  await shows(() => page.locator('.acts').getByText('Resign').count(), 0)
  await more(page, 'Resign')
  const yes = page.getByRole('dialog').getByRole('button', { name: 'Yes, resign' })
  const filled = await yes.evaluate((one) => getComputedStyle(one).backgroundColor)
  assert.equal(filled, 'rgba(0, 0, 0, 0)')
  await shows(() => page.evaluate(() => document.activeElement.textContent), 'Keep playing')
  await page.keyboard.press('Escape')
  await shows(() => status(page), 'Your turn')
})

// Black has a corner in which a white stone is dead, White two others.
const settled = ['C1', 'G1', 'C2', 'G2', 'C3', 'G3', 'B3', 'H3', 'A3', 'J3', 'B1', 'A1']

// finished plays that game and agrees to its end.
async function finished(page, rules) {
  await share(page, server.base, { ...two, rules })
  await lay(page, ...settled)
  await stop(page)
  await press(page, 'Black accepts')
  await press(page, 'White accepts')
  await page.locator('.ended').waitFor()
}

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`the end gives the result with its reasons, and another game with the same settings, on a ${name}`, async () => {
    const page = await visit(browser, size)
    await finished(page, 'chinese')
    await shows(() => page.locator('.result h2').textContent(), 'White wins by 7.5 points')
    await shows(() => page.locator('.result .note').textContent(), 'Black 9, White 16.5 · 14 moves')
    await shows(() => page.locator('.reasons').textContent(), /^Counted by area/)
    const first = page.url()
    await page.getByRole('button', { name: 'Swap colours' }).click()
    await page.waitForURL((url) => url.href !== first)
    await shows(() => page.locator('.who b').allTextContents(), ['Ann', 'Bob'])
    await more(page, 'Resign')
    await press(page, 'Resign as Black')
    await shows(() => page.locator('.result h2').textContent(), 'White wins by resignation')
    const second = page.url()
    await page.getByRole('button', { name: 'Rematch' }).click()
    await page.waitForURL((url) => url.href !== second)
    await shows(() => page.locator('.who b').allTextContents(), ['Ann', 'Bob'])
    await more(page, 'Help')
    await shows(() => page.locator('.how .ruled').textContent(), 'Rules: Chinese')
    assert.deepEqual(page.faults, [])
  })
}

story('the Japanese count shows captured stones in the territory of their own colour', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { ...two, rules: 'japanese' })
  const wall = ['D1', 'E1', 'D2', 'E2', 'D3', 'E3', 'D4', 'E4', 'D5', 'E5', 'D6', 'E6', 'D7', 'E7', 'D8', 'E8', 'D9', 'E9']
  await lay(page, ...wall, 'A2', 'A1', 'B1', 'J9') // Black takes the stone in the corner
  await stop(page)
  await press(page, 'Black accepts')
  await press(page, 'White accepts')
  await page.locator('.ended').waitFor()
  await shows(() => page.locator('.reasons').textContent(), /Counted by territory.*captured stones are put into the territory of their own colour/)
  const filling = await page.evaluate(async () => (await (await fetch(`/api${location.pathname}`)).json()).frame.state.score.captured.replaceAll('.', ''))
  assert.equal(filling, 'w')
  assert.equal(await page.locator('.piece.faded').count(), 0)
  await page.locator('details.score summary').click()
  await shows(() => page.locator('.piece.faded').count(), filling.length)
  await page.locator('details.score summary').click()
  await shows(() => page.locator('.piece.faded').count(), 0)
  assert.deepEqual(page.faults, [])
})

story('who wins against the computer is offered one level more', async () => {
  const page = await visit(browser, desktop)
  let won
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    const upstream = line.connectToServer()
    upstream.onMessage((text) => {
      const message = JSON.parse(text)
      if (message.kind === 'frame' && message.state.result !== undefined) message.state.result.winner = 'b'
      won = message
      line.send(JSON.stringify(message))
    })
  })
  await open(page, server.base, { board: 'square-9' })
  await turn(page)
  const { level } = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent).seats.w)
  await more(page, 'Resign')
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  await until(() => won !== undefined)
  const first = page.url()
  await page.getByRole('button', { name: /^One level up: / }).click()
  await page.waitForURL((url) => url.href !== first)
  await page.locator('.goban').waitFor()
  const next = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent).seats.w.level)
  assert.equal(Number(next), Number(level) + 1)
  await more(page, 'Resign')
  await page.getByRole('button', { name: 'Yes, resign' }).click()
})

story('the link to a game is shared from the menu, and how it is played stands in plain words', async () => {
  const page = await visit(browser, desktop)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await share(page, server.base, { ...two, board: 'rosette-5', rules: 'flower', komiBy: 'number', komi: '2' })
  await more(page, 'Share')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await shows(() => page.locator('.copied').textContent(), 'Copied.')
  await shows(() => page.evaluate(() => navigator.clipboard.readText()), page.url())
  await page.keyboard.press('Escape')
  await more(page, 'Help')
  const said = await page.locator('.how').textContent()
  for (const part of ['a rosette. Its chain can never be captured', 'Every pass gives your opponent one stone', 'White gets 2 points']) assert.ok(said.includes(part), part)
  await page.keyboard.press('Escape')
  assert.deepEqual(page.faults, [])
})
