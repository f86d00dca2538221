// A real server and a real browser for the tests. ROSETTE names the program.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { chromium } from 'playwright-core'

export const program = process.env.ROSETTE
assert.ok(program, 'ROSETTE is not set; run go test ./server/page/ui/test')

export const desktop = { viewport: { width: 1280, height: 800 } }
export const moving = { reducedMotion: 'no-preference' }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

// Chromium without windows starts and draws in half the time of the whole one.
const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium-headless-shell'
const quiet = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
]

// serve starts the program on a folder of its own. The computer thinks little,
// so that a game is over soon.
export async function serve(...more) {
  const data = mkdtempSync(join(tmpdir(), 'rosette-'))
  const server = { base: '', listen: '127.0.0.1:0', child: null, data }
  server.start = async () => {
    const flags = ['serve', '--listen', server.listen, '--data', data, '--visits', '40', '--seed', '7', ...more]
    server.child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
    server.base = await address(server.child)
    server.listen = new URL(server.base).host
  }
  server.end = (signal) =>
    new Promise((ended) => {
      server.child.once('exit', (code, by) => ended(by ?? code))
      server.child.kill(signal)
    })
  after(async () => {
    if (server.child.exitCode === null && server.child.signalCode === null) await server.end('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  })
  await server.start()
  return server
}

// address waits for the line in which the program says where it is.
function address(child) {
  return new Promise((found, failed) => {
    let text = ''
    child.stdout.on('data', (more) => {
      text += more
      const at = /http:\/\/\S+/.exec(text)
      if (at !== null) found(at[0].replace(/\/$/, ''))
    })
    child.once('exit', (code) => failed(new Error(`rosette serve ended with ${code}: ${text}`)))
  })
}

// A machine may be so busy that a page takes minutes. A story that takes longer
// than its limit fails by its name, and the next one begins. PATIENCE=5000 shows
// sooner how a story fails.
const patience = Number(process.env.PATIENCE ?? 150_000)
const limit = 600_000

// pick returns one of a list, another one in each run.
export const pick = (list) => list[Math.floor(Math.random() * list.length)]

// story is a test in a browser with a time limit of its own. Its pages end with it; what they show
// is reported if it fails.
export const story = (name, play) =>
  test(name, { timeout: limit }, async () => {
    try {
      await play()
    } catch (error) {
      const pages = [...contexts].flatMap((context) => context.pages())
      error.stack += (await Promise.all(pages.map(seen))).join('')
      throw error
    } finally {
      await Promise.all([...contexts].map((context) => context.close()))
      contexts.clear()
    }
  })

// seen is what a page shows, as a screen reader finds it, and where its focus is.
async function seen(page) {
  const focus = () => document.activeElement?.outerHTML.slice(0, 200)
  const [text, at] = await Promise.all([page.locator('body').ariaSnapshot({ timeout: 5000 }), page.evaluate(focus)]).catch((error) => [error.message, ''])
  return `\n${page.url()}, focus at ${at}\n${text.slice(0, 4000)}`
}

// until waits for what no page can be asked for.
export async function until(so) {
  for (const end = performance.now() + patience; !so(); await new Promise((again) => setTimeout(again, 25))) {
    assert.ok(performance.now() < end, `it never came about that ${so}`)
  }
}

// shows waits until what is read is as expected, a pattern or a value, and says
// what it is when it never comes. A page that has just been asked for something
// may still tell what was before.
export async function shows(read, expected) {
  for (const end = performance.now() + patience; ; await new Promise((again) => setTimeout(again, 25))) {
    const is = await read()
    try {
      return expected instanceof RegExp ? assert.match(is, expected) : assert.deepEqual(is, expected)
    } catch (wrong) {
      if (performance.now() > end) throw wrong
    }
  }
}

// browse starts a browser; what goes wrong in its pages fails the test.
export async function browse() {
  const browser = await chromium.launch({ executablePath, args: quiet, timeout: patience })
  after(() => browser.close())
  return browser
}

const contexts = new Set() // of the story that is played

// browseProfile starts a browser with a profile for one story. Only such a browser has a quota for
// storage that tests can set.
export async function browseProfile() {
  const context = await chromium.launchPersistentContext('', { executablePath, args: quiet, timeout: patience, ...desktop })
  contexts.add(context)
  return context
}

// visit opens a page in a context of its own. Nothing in it moves by itself, which would
// keep the processors busy, unless the story is about that: moving.
export async function visit(browser, options = {}) {
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options })
  contexts.add(context)
  const page = await context.newPage()
  page.setDefaultTimeout(patience)
  page.faults = []
  page.on('pageerror', (error) => page.faults.push(error.message))
  page.on('console', (line) => {
    if (line.type() === 'error' && !/WebSocket|Failed to load resource|ERR_CONNECTION|Push API in incognito/.test(line.text())) page.faults.push(line.text())
  })
  return page
}

// open opens a game as the form does, with the komi of the rules, and goes to its table.
export async function open(page, base, { names = {}, ...chosen } = {}) {
  const komiBy = chosen.komi === undefined ? 'rules' : 'number'
  const form = { board: 'rosette-5', color: 'black', opponent: 'computer', komiBy, ...names, ...chosen }
  const opened = await page.request.post(`${base}/games`, { form, headers: { origin: base }, maxRedirects: 0 })
  assert.equal(opened.status(), 303, await opened.text())
  await page.goto(base + opened.headers().location)
  await page.locator('.goban').waitFor()
}

// choose checks the radio buttons of the form for a new game by name, the kind of board first.
export async function choose(page, choices) {
  for (const [name, value] of Object.entries(choices)) {
    const at = page.locator(`.setup [name=${name}][value="${value}"]`)
    if (name === 'board' && !(await at.isVisible())) await page.locator('.setup .swap').click()
    if (await at.isVisible()) await at.check({ force: true })
    else await at.evaluate((input) => input.click()) // a level of another opponent
  }
}

// adjust shows or hides everything else of that form.
export const adjust = (page) => page.locator('.setup .adjust').click()

// start presses the button of that form.
export const start = (page) => page.locator('.setup > .wide').click()

// fill fills in the form for a new game: what is chosen at once by name, then what stands
// under Adjust. It presses the button.
export async function fill(page, base, { board = 'rosette-5', color = 'black', opponent = 'computer', names = {}, ...more } = {}) {
  await page.context().clearCookies({ name: 'choices' }) // of the game before
  const query = new URL(base).search
  await page.goto(`${new URL(base).origin}/new${query}`)
  await choose(page, { opponent, board, ...(opponent === 'computer' ? { color } : {}) })
  for (const [seat, name] of Object.entries(names)) await page.locator(`input[name=${seat}]`).fill(name)
  if (Object.keys(more).length > 0) await adjust(page)
  for (const [field, value] of Object.entries(more)) {
    if (field === 'komiBy') await choose(page, { komiBy: value })
    else if (field === 'komi') await page.locator(`[name=${field}]`).fill(value)
    else await page.locator(`[name=${field}]`).selectOption(value)
  }
  await start(page)
  await page.locator('.goban').waitFor()
}

// watchShifts keeps every shift of the layout of a page that is still to be opened, from
// the first paint on, also those soon after a key or a click.
export const watchShifts = (page) =>
  page.addInitScript(() => {
    const shifted = []
    const keep = (entries) => {
      for (const { value, sources } of entries) shifted.push([value, ...sources.map(({ node }) => node?.parentElement?.className)])
    }
    const watch = new PerformanceObserver((list) => keep(list.getEntries()))
    watch.observe({ type: 'layout-shift', buffered: true })
    window.shifts = () => (keep(watch.takeRecords()), shifted)
  })

// shifts lists them once the page has its fonts, nothing in it settles any more, and
// that has been drawn.
export const shifts = (page) =>
  page.evaluate(async () => {
    await document.fonts.ready
    do for (let i = 0; i < 3; i++) await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
    while (document.querySelector('.settling') !== null)
    return window.shifts()
  })

// holdTimers makes what a page that is still to be opened does after half a second or
// later wait for runOut, which does what waits by then: no machine is too slow to see
// what is there for a while, and no story has to wait for it to go.
export const holdTimers = (page) =>
  page.addInitScript(() => {
    const [wait, stop] = [window.setTimeout, window.clearTimeout]
    const held = new Map()
    let last = 0
    window.setTimeout = (act, ms = 0, ...args) => {
      if (ms < 500) return wait(act, ms, ...args)
      held.set(--last, { act, ms, args })
      return last
    }
    window.clearTimeout = (id) => (id < 0 ? void held.delete(id) : stop(id))
    window.runOut = () => {
      for (const [id, { act, args }] of [...held].sort(([, a], [, b]) => a.ms - b.ms)) if (held.delete(id)) act(...args)
    }
  })

export const runOut = (page) => page.evaluate(() => window.runOut())

// share opens a game of two people on this device.
export const share = (page, base, choices) => open(page, base, { opponent: 'people', ...choices })

// lay plays moves, which may be passes, as fast as the server takes them: what leads to
// where a story begins.
export const lay = (page, ...points) => send(page, points)

// send plays moves of those who sit at this browser, each when it is their turn; without
// moves it passes until play is over.
async function send(page, points) {
  const seq = await page.evaluate(
    (points) =>
      new Promise((sent, failed) => {
        const { topic } = JSON.parse(document.getElementById('match').textContent)
        const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/socket`)
        const say = (message) => socket.send(JSON.stringify({ topic, ...message }))
        let [seat, left, answered, state] = ['', points, 0, { seq: -1 }]
        const next = () => {
          if (state.seq < answered) return
          if (left === undefined ? state.phase !== 'play' : left.length === 0) return sent((socket.close(), answered))
          if (!seat.includes(state.toMove)) return
          const point = left === undefined ? 'pass' : left[0]
          left = left?.slice(1)
          answered = Infinity
          const command = point === 'pass' ? { command: 'pass' } : { command: state.phase === 'handicap' ? 'place' : 'play', point }
          say({ kind: 'do', id: crypto.getRandomValues(new Uint32Array(2)).join('-'), as: state.toMove, ...command })
        }
        socket.onclose = ({ reason }) => failed(new Error(reason))
        const takes = {
          hello: () => say({ kind: 'join' }),
          joined: (message) => (seat = message.seat),
          frame: (message) => next((state = { ...message.state, seq: message.seq })),
          reply: ({ seq, refused }) => (refused === undefined ? next((answered = seq)) : failed(new Error(refused))),
        }
        socket.onmessage = ({ data }) => {
          const message = JSON.parse(data)
          takes[message.kind]?.(message)
        }
      }),
    points,
  )
  await page.waitForFunction((seq) => Number(document.querySelector('.table').dataset.seq) >= seq, seq)
  await page.locator('.table[data-idle=true]').waitFor()
}

// advance does something and waits until the game has gone on by it.
export async function advance(page, action) {
  await page.locator('.table[data-idle=true]').waitFor()
  const before = await page.evaluate(() => document.querySelector('.table').dataset.seq)
  await action()
  await page.waitForFunction((seq) => document.querySelector('.table').dataset.seq !== seq, before)
  await page.locator('.table[data-idle=true]').waitFor()
}

// more chooses something of what the button More opens.
export async function more(page, name) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

// listed opens what the button More opens, reads something there and closes it.
export async function listed(page, read) {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  const said = await read(dialog)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  return said
}

// set changes a setting of the table.
export async function set(page, name, on = true) {
  await more(page, 'Settings')
  await page.getByRole('dialog').getByLabel(name, { exact: true }).setChecked(on)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

// talk opens the chat, which is a tab or a sheet.
export async function talk(page) {
  const way = page.locator('[role=tab][id$=-chat], .acts .talking').first()
  await way.waitFor()
  if ((await page.locator('.talk').count()) === 0) await way.click()
  await page.locator('.talk').waitFor()
}

// hush closes the chat.
export async function hush(page) {
  if ((await page.locator('dialog .talk').count()) > 0) await page.keyboard.press('Escape')
  else await page.locator('[role=tab][id$=-moves]').click()
  await page.locator('.talk').waitFor({ state: 'detached' })
}

// heard lists the lines of the chat.
export async function heard(page) {
  await talk(page)
  return (await page.locator('.talk li p').allTextContents()).map((line) => line.replace(/\s+/g, ' ').trim())
}

// unread says what is new in a chat that is not open.
export const unread = (page) => page.locator('.tabs .unread, .talking .hidden')

// box is where moves are typed; it is opened if it is not there yet.
export async function box(page) {
  const entry = page.locator('.entry input')
  if ((await entry.count()) === 0) await set(page, 'Type a move')
  await entry.waitFor()
  return entry
}

// enter types a point or a command in the box.
export async function enter(page, word) {
  await (await box(page)).fill(word)
  await page.keyboard.press('Enter')
}

// type enters points and commands, one after the other.
export async function type(page, ...words) {
  for (const word of words) await advance(page, () => enter(page, word))
}

// press presses a button that makes the game go on.
export const press = (page, name) => advance(page, () => page.getByRole('button', { name, exact: true }).click())

// stop passes twice and waits until the umpire has named the dead.
export async function stop(page) {
  await lay(page, 'pass', 'pass')
  await page.locator('.recent', { hasText: /robably dead|No group looks dead/ }).waitFor()
}

export const status = (page) => page.locator('.status b').textContent()

// turn waits until it is the person's turn, and is false when play is over. What
// the page has asked for must be answered: until then it still tells the old turn.
export async function turn(page) {
  await page.locator('.table[data-idle=true]').waitFor()
  await page.waitForFunction(() => {
    const text = document.querySelector('.status b').textContent
    return /Your turn|tap again/.test(text) || document.querySelector('.status.over, .consent') !== null
  })
  return (await page.locator('.status.over, .consent').count()) === 0
}

// ground is the board as the page was told.
export const ground = (page) =>
  page.evaluate(() => JSON.parse(document.getElementById('match').textContent).board)

// moves lists what was played, such as "b E5".
export const moves = (page) =>
  page.locator('.moves li').evaluateAll((list) =>
    list.map((li) => `${li.querySelector('.stone').classList[1]} ${li.querySelector('.point').textContent}`),
  )

// place returns where on screen a point is, from the board's own numbers.
export async function place(page, name) {
  const board = await ground(page)
  const p = board.names.indexOf(name)
  assert.notEqual(p, -1, `no point ${name}`)
  return onScreen(page, board.xy, p)
}

// onScreen returns where on screen a point of a board with these corners is.
export const onScreen = (page, xy, p) =>
  page.evaluate(
    ({ xy, p }) => {
      const svg = document.querySelector('svg.board')
      const range = (axis) => Math.max(...xy.map((at) => at[axis])) - Math.min(...xy.map((at) => at[axis]))
      const { width, height } = svg.viewBox.baseVal
      const upright = Math.abs(width - height - (range(0) - range(1))) < 0.01
      const [x, y] = upright ? xy[p] : [-xy[p][1], xy[p][0]]
      const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM())
      return { x: at.x, y: at.y }
    },
    { xy, p },
  )

// games waits until the first page lists games so: the lists follow the games a moment
// later, and a page that is open does not change.
export const games = (page, base, read, expected) =>
  shows(async () => {
    await page.goto(base)
    return read()
  }, expected)

// passOn passes against the computer until it passes too.
export async function passOn(page) {
  if (!(await turn(page))) return
  await send(page)
  await turn(page)
}

// finish passes until both have passed, and agrees to the dead as they are
// proposed.
export async function finish(page) {
  if (await turn(page)) await press(page, 'Pass')
  await passOn(page)
  await settle(page)
  await page.locator('.score').waitFor()
}

// settle agrees to the dead as they are proposed, if the rules ask for it.
export async function settle(page) {
  if ((await page.locator('.consent').count()) === 0) return
  await page.locator('.recent', { hasText: /robably dead|No group looks dead/ }).waitFor()
  await page.getByRole('button', { name: 'Accept', exact: true }).click()
  await page.locator('.status.over').waitFor()
}

// count reads the table of the score; a dash is nothing.
export async function count(page) {
  const rows = await page.locator('.count tr').evaluateAll((list) => list.map((tr) => [...tr.children].map((cell) => cell.textContent)))
  const number = (text) => (text === '–' ? 0 : Number(text.replace('−', '-')))
  return Object.fromEntries(rows.slice(1).map(([name, b, w]) => [name, { b: number(b), w: number(w) }]))
}
