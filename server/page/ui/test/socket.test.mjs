// One socket for all matches of a page: topics are followed, resumed and given up,
// and what the server says of time and of the computer's queue is shown.
import assert from 'node:assert/strict'
import { advance, browse, desktop, enter, fill, moves, open, place, serve, share, shows, status, story, turn, type, until, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

const two = { board: 'square-9', names: { black: 'Ann', white: 'Bob' } }

// follow puts a hand on the socket of a page: change gets each message of the server
// and returns what the page is to get instead, undefined for nothing.
async function follow(page, change, sent = () => {}) {
  const lines = []
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    const upstream = line.connectToServer()
    lines.push(line)
    line.onMessage((text) => {
      sent(JSON.parse(text), line)
      upstream.send(text)
    })
    upstream.onMessage((text) => {
      const message = change(JSON.parse(text), line)
      if (message !== undefined) line.send(JSON.stringify(message))
    })
  })
  return lines
}

// both opens two games of two people and then shows both on one page of the server,
// by what the script of a game's page exports.
async function both(page) {
  const games = []
  for (const board of ['square-9', 'rosette-5']) {
    await share(page, server.base, { ...two, board })
    games.push(page.url().split('/').at(-1))
  }
  const [script, words] = await page.evaluate(() => [document.querySelector('script[type=module]').src, document.querySelector('link#words').outerHTML])
  return {
    second: games[1],
    show: async () => {
      await page.route(/\/shell[^/]*\.js/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' })) // its socket would be another
      await page.goto(`${server.base}/nothing`)
      await page.evaluate(
        async ({ games, script, words }) => {
          document.body.innerHTML = `${words}<div id="first"></div><div id="second"></div>`
          const { createTab, mount } = await import(script)
          const tab = await createTab()
          const [first, second] = await Promise.all(games.map(async (id) => (await fetch(`/api/games/${id}`)).json()))
          mount(tab, first, document.getElementById('first'))
          window.unmount = mount(tab, second, document.getElementById('second'))
        },
        { games, script, words },
      )
    },
  }
}

// play enters a point in the match of an element of the page.
async function play(page, where, name) {
  const match = page.locator(where)
  const before = await match.locator('.moves li').count()
  if ((await match.locator('.entry').count()) === 0) {
    await match.getByRole('button', { name: 'More', exact: true }).click()
    await match.getByRole('dialog').getByRole('button', { name: 'Settings' }).click()
    await match.getByRole('dialog').getByLabel('Type a move').check()
    await page.keyboard.press('Escape')
  }
  await match.getByRole('textbox').fill(name)
  await page.keyboard.press('Enter')
  await match.locator('.moves li').nth(before).waitFor()
}

const movesOf = (page, where) =>
  page.locator(`${where} .moves li`).evaluateAll((list) => list.map((li) => `${li.querySelector('.stone').classList[1]} ${li.querySelector('.point').textContent}`))

story('two matches are played on one page over one socket, and both go on after a lost line', async () => {
  const page = await visit(browser, desktop)
  const joined = []
  const { second, show } = await both(page)
  const lines = await follow(page, (message) => message, (message) => message.kind === 'join' && joined.push(message))
  await show()
  await page.locator('#second .goban').waitFor()
  await play(page, '#first', 'E5')
  await play(page, '#second', 'E9')
  await play(page, '#first', 'C3')
  await shows(() => movesOf(page, '#first'), ['b E5', 'w C3'])
  await shows(() => movesOf(page, '#second'), ['b E9'])
  await shows(() => page.locator('#second .status b').textContent(), 'Bob (White) to play')
  assert.equal(lines.length, 1)
  assert.deepEqual(joined.map(({ topic }) => topic).length, 2)

  const elsewhere = await page.context().newPage()
  await elsewhere.goto(`${server.base}/games/${second}`)
  lines[0].close({ code: 4408, reason: 'api.too-slow' })
  await type(elsewhere, 'F9')
  await shows(() => movesOf(page, '#second'), ['b E9', 'w F9'])
  await play(page, '#first', 'C4')
  await shows(() => movesOf(page, '#first'), ['b E5', 'w C3', 'b C4'])
  assert.equal(joined.length, 4)
  assert.ok(joined.slice(2).every(({ after }) => after > 1), 'a topic is not resumed from where it was')

  await page.evaluate(() => window.unmount())
  await type(elsewhere, 'A5')
  await play(page, '#first', 'D4') // the one that stays is still followed
  await shows(() => page.locator('#second *').count(), 0)
  assert.deepEqual([...page.faults], [])
})

story('a frame that is missing is asked for', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, two)
  const joined = []
  let [drop, dropped] = [false, 0]
  await follow(
    page,
    (message) => {
      if (message.kind !== 'frame' || message.events.length === 0 || !drop) return message
      drop = false
      dropped++
      return undefined
    },
    (message) => message.kind === 'join' && message.topic.startsWith('match/') && joined.push(message.after),
  )
  await page.reload()
  await type(page, 'E5')
  const elsewhere = await page.context().newPage()
  await elsewhere.goto(page.url())
  await elsewhere.locator('.goban').waitFor()
  drop = true
  await type(elsewhere, 'C3', 'C4')
  await shows(() => moves(page), ['b E5', 'w C3', 'b C4'])
  assert.deepEqual([dropped, joined.length], [1, 2])
  await type(page, 'C5')
  assert.deepEqual(page.faults, [])
})

story('a match that cannot be followed says why, and can be tried again', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, two)
  let known = false
  await follow(page, (message) => {
    if (known || !['joined', 'frame'].includes(message.kind)) return message
    return message.kind === 'joined' ? { kind: 'left', topic: message.topic, reason: 'unknown-event' } : undefined
  })
  await page.reload()
  await shows(() => status(page), /newer version of the program/)
  const at = await place(page, 'E5')
  await page.mouse.click(at.x, at.y) // nothing is sent, and nothing waits for ever
  await shows(() => page.locator('.table').getAttribute('data-idle'), 'true')
  known = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await shows(() => status(page), 'Ann (Black) to play')
  await type(page, 'E5')
  assert.deepEqual(page.faults, [])
})

story('a server without room says so and is not asked again by itself', async () => {
  const page = await visit(browser, desktop)
  let [lines, full] = [0, true]
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    lines++
    if (full) line.close({ code: 4503, reason: 'api.not-now' })
    else line.connectToServer()
  })
  await share(page, server.base, two)
  await shows(() => status(page), 'The server cannot do this right now. Please try again in a moment.')
  const asked = lines
  await page.waitForTimeout(1000)
  assert.equal(lines, asked)
  full = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await type(page, 'E5')
})

story('the place of the computer in the queue is shown while it waits', async () => {
  const page = await visit(browser, desktop)
  let held
  await follow(page, (message, line) => {
    if (message.kind === 'waiting') return undefined
    if (message.kind !== 'frame' || message.state.toMove !== 'b' || message.events.length === 0) {
      const waits = message.kind === 'frame' && message.state.toMove === 'w'
      if (waits) setTimeout(() => line.send(JSON.stringify({ kind: 'waiting', topic: message.topic, place: 2 })), 100)
      return message
    }
    held = () => line.send(JSON.stringify(message))
    return undefined
  })
  await open(page, server.base)
  await turn(page)
  await enter(page, 'E9')
  await shows(() => status(page), 'Daisy will think soon: place 2 in the queue')
  await until(() => held !== undefined)
  held()
  assert.ok(await turn(page))
  await shows(async () => (await moves(page)).length, 2)
  assert.deepEqual(page.faults, [])
})

story('a clock shows the time of the server, whatever the time of the browser is', async () => {
  const page = await visit(browser, desktop)
  const ahead = 3_600_000
  await follow(page, (message) => {
    if (message.now !== undefined) message.now += ahead
    if (message.state?.clock !== undefined) message.state.clock.at += ahead
    return message
  })
  await fill(page, server.base, { ...two, opponent: 'people', control: '5m+5s' })
  await advance(page, async () => {
    await enter(page, 'E5')
  })
  const seconds = async (which) => {
    const [m, s] = (await page.locator('.player .clock').nth(which).textContent()).split(':')
    return 60 * Number(m) + Number(s)
  }
  const [white, black] = [await seconds(0), await seconds(1)]
  assert.ok(white > 290 && white <= 300, `White has ${white} s`)
  assert.ok(black > 270 && black <= 305, `Black has ${black} s`)
  await page.waitForTimeout(2100)
  const later = await seconds(0)
  assert.ok(white - later >= 1 && white - later < 60, `White had ${white} s and has ${later} s`)
  await shows(() => seconds(1), black)
  assert.deepEqual(page.faults, [])
})
