// Two guests play, and in each phase the line of one of them breaks while the other goes
// on. The page says so, and when the line is back it shows what has happened; what was
// pressed meanwhile counts once, or the page says why it does not.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { after } from 'node:test'
import { advance, browse, desktop, enter, hush, lay, moves, phone, serve, shows, status, story, talk, turn, unread, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

// cable is a way to the server that can be cut: base is the server's address over it.
async function cable() {
  const ends = new Set()
  const join = (here) => {
    const there = connect(Number(new URL(server.base).port), '127.0.0.1')
    for (const [one, other] of [[here, there], [there, here]]) {
      ends.add(one)
      one.on('error', () => {}) // the other end is told by close
      one.on('close', () => (ends.delete(one), other.destroy()))
    }
    here.pipe(there)
    there.on('data', (data) => void (line.deaf || here.write(data)))
    there.on('end', () => here.end())
  }
  const door = createServer(join).listen(0, '127.0.0.1')
  await once(door, 'listening')
  const { port } = door.address()
  const line = {
    base: `http://127.0.0.1:${port}`,
    deaf: false, // what the server says is lost
    cut: () => {
      door.close()
      for (const end of ends) end.resetAndDestroy()
    },
    mend: async () => {
      line.deaf = false
      door.listen(port, '127.0.0.1')
      await once(door, 'listening')
    },
  }
  after(() => line.cut())
  return line
}

// without breaks the line of a person, does something meanwhile and mends the line. The
// browser says that the network is back, so that nobody waits for the next attempt.
async function without({ page, line }, act) {
  line.cut()
  await shows(() => page.locator('.status.lost b, .offline').allTextContents(), ['Connection lost. Reconnecting…'])
  await act()
  await line.mend()
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await page.locator('.status.lost, .offline').waitFor({ state: 'detached' })
}

// person visits over a line of his own.
async function person(options) {
  const line = await cable()
  const page = await visit(browser, options)
  await page.goto(line.base)
  return { page, line }
}

// seek offers a game to everybody, in which the maker has Black, and shows the wait.
async function seek({ page, line }) {
  const id = await page.evaluate(async () => {
    const body = JSON.stringify({ kind: 'seek', name: 'Marie', game: { board: 'rosette-3', color: 'black' } })
    const answer = await fetch('/api/lobby/offers', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await answer.json()).id
  })
  await page.goto(`${line.base}/games/${id}`)
  await shows(() => page.locator('h1').textContent(), 'Looking for an opponent…')
  return id
}

const notice = (page) => page.locator('.notice').textContent()
const result = (page) => page.locator('.result .note').first().textContent()
const proposed = (page) => page.locator('.recent', { hasText: /robably dead|No group looks dead/ }).waitFor()
const dead = (page) => page.locator('.piece.faded').count()
const click = (page, name) => page.getByRole('button', { name, exact: true }).click()
const events = async (game) => (await (await fetch(`${server.base}/api/games/${game}`)).json()).frame.seq

story('a lost line in each phase of a game loses nothing and doubles nothing', async () => {
  const [marie, jean] = [await person(phone), await person(desktop)]
  const [black, white] = [marie.page, jean.page]
  const bothSee = async (read, expected) => {
    for (const page of [black, white]) await shows(() => read(page), expected)
  }

  // An offer waits in the lobby: it comes, and is accepted, while a line is broken.
  await white.goto(`${jean.line.base}/lobby`)
  await without(jean, () => seek(marie))
  await without(marie, () => white.getByRole('button', { name: /^Play: .+, Beginner board$/ }).click())
  for (const page of [black, white]) await page.locator('.table').waitFor()
  const game = black.url().split('/').at(-1)

  // The first move: the other is away, and the answer to it is lost.
  await turn(black)
  await without(jean, async () => {
    const before = await events(game)
    marie.line.deaf = true
    await enter(black, 'A4')
    await shows(async () => (await events(game)) > before, true)
    await shows(() => status(black), 'Sending…')
    marie.line.cut()
    await marie.line.mend()
    await shows(() => moves(black), ['b A4'])
  })
  await bothSee(moves, ['b A4'])

  // Play: a move is made without a line, and something is said, which is not sent later.
  const say = white.locator('.talk').getByRole('textbox')
  await talk(white)
  await say.fill('Good luck')
  await without(jean, async () => {
    await enter(white, 'B4')
    await say.press('Enter')
    await white.locator('.talk').getByText('That did not work just now.').waitFor()
    await hush(white)
  })
  await bothSee(moves, ['b A4', 'w B4'])
  await talk(white)
  assert.equal(await say.inputValue(), 'Good luck')
  await say.press('Enter')
  await hush(white)
  await shows(() => unread(black).textContent(), '1 new')

  // An undo: it is asked for without a line, and granted without one.
  await without(jean, () => click(white, 'Undo'))
  await black.getByText('White asks to undo a move.').waitFor()
  await without(marie, () => click(black, 'Accept'))
  await bothSee(moves, ['b A4'])

  // Passes: one while the other is away, one without a line.
  await without(marie, () => lay(white, 'pass'))
  await shows(() => status(black), /passed\. Your turn/)
  await without(marie, () => click(black, 'Pass'))
  await bothSee(moves, ['b A4', 'w pass', 'b pass'])

  // The dead stones: a chain is marked while the other is away, who then accepts what he
  // does not see yet. That counts for nothing.
  for (const page of [black, white]) await proposed(page)
  const before = await dead(white)
  await without(jean, () => advance(black, () => enter(black, 'A4')))
  assert.notEqual(await dead(black), before)
  await shows(() => dead(white), await dead(black))
  await without(jean, async () => {
    await click(white, 'Accept')
    await advance(black, () => enter(black, 'A4'))
  })
  await shows(() => notice(white), /^The position changed before your move arrived/)
  await black.getByText('White has not accepted yet').waitFor()
  await bothSee(dead, before)

  // A dispute, and then the end: it comes while one is away who has accepted before.
  await without(marie, () => advance(white, () => click(white, 'Resume play')))
  await shows(() => black.locator('.consent').count(), 0)
  await lay(white, 'pass')
  await lay(black, 'pass')
  for (const page of [black, white]) await proposed(page)
  await without(marie, () => click(black, 'Accept'))
  await white.getByText('✓ Black accepted').waitFor()
  await without(marie, () => click(white, 'Accept'))
  await shows(() => result(black), await result(white))

  // A rematch: it is offered while the other is away, whose own offer is refused, and
  // accepted while the first one is away.
  await without(marie, async () => {
    await click(black, 'Rematch')
    await shows(() => notice(black), /^That did not work just now/)
    await click(white, 'Rematch')
    await white.getByText('Rematch offered.').waitFor()
  })
  await black.getByText(/offers a rematch\.$/).waitFor()
  await without(jean, async () => {
    await click(black, 'Accept the rematch')
    await black.waitForURL((url) => !url.pathname.endsWith(game))
  })
  await white.waitForURL((url) => !url.pathname.endsWith(game))
  await turn(white)
  await without(jean, () => enter(white, 'C4'))
  await bothSee(moves, ['b C4'])
  for (const page of [black, white]) assert.deepEqual(page.faults, [])
})
