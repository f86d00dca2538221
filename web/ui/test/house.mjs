// A real server and a real browser for the tests. ROSETTE names the program.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { chromium } from 'playwright-core'

export const program = process.env.ROSETTE
assert.ok(program, 'ROSETTE is not set; run go test ./cmd/rosette -run Browser')

export const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js')
export const desktop = { viewport: { width: 1280, height: 800 } }
export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

const quiet = [
  '--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run',
  '--disable-background-networking', '--disable-component-update', '--disable-sync',
]

// serve starts the program on a folder of its own. The computer thinks little,
// so that a game is over soon.
export async function serve() {
  const data = mkdtempSync(join(tmpdir(), 'rosette-'))
  const house = { base: '', listen: '127.0.0.1:0', child: null }
  house.start = async () => {
    const flags = ['serve', '--listen', house.listen, '--data', data, '--visits', '40', '--seed', '7']
    house.child = spawn(program, flags, { stdio: ['ignore', 'pipe', 'inherit'] })
    house.base = await address(house.child)
    house.listen = new URL(house.base).host
  }
  house.end = (signal) =>
    new Promise((ended) => {
      house.child.once('exit', (code, by) => ended(by ?? code))
      house.child.kill(signal)
    })
  after(async () => {
    if (house.child.exitCode === null && house.child.signalCode === null) await house.end('SIGKILL')
    rmSync(data, { recursive: true, force: true })
  })
  await house.start()
  return house
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

// browse starts a browser; what goes wrong in its pages fails the test.
export async function browse() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: quiet })
  after(() => browser.close())
  return browser
}

// visit opens a page in a context of its own.
export async function visit(browser, options = {}) {
  const context = await browser.newContext(options)
  const page = await context.newPage()
  page.setDefaultTimeout(30_000)
  page.faults = []
  page.on('pageerror', (error) => page.faults.push(error.message))
  page.on('console', (line) => {
    if (line.type() === 'error' && !/WebSocket|Failed to load resource|ERR_CONNECTION/.test(line.text())) page.faults.push(line.text())
  })
  return page
}

// open fills in the form of the first page.
export async function open(page, base, { board = 'rosette-5', color = 'black' } = {}) {
  await page.goto(base)
  await page.locator(`input[name=board][value=${board}]`).check()
  await page.locator(`input[name=color][value=${color}]`).check()
  await page.getByRole('button', { name: 'Play' }).click()
  await page.locator('.goban').waitFor()
}

export const status = (page) => page.locator('.status b').textContent()

// turn waits until it is the person's turn or the game is over.
export async function turn(page) {
  await page.waitForFunction(() => {
    const text = document.querySelector('.status b').textContent
    return /Your turn|tap again/.test(text) || document.querySelector('.status.over') !== null
  })
  return (await page.locator('.status.over').count()) === 0
}

// ground is the board as the page was told.
export const ground = (page) =>
  page.evaluate(() => JSON.parse(document.getElementById('match').textContent).board)

// moves lists what was played, such as "b E5".
export const moves = (page) =>
  page.locator('.moves li').evaluateAll((list) =>
    list.map((li) => `${li.querySelector('.stone').classList[1]} ${li.lastChild.textContent}`),
  )

// place returns where on screen a point is, from the board's own numbers.
export async function place(page, name) {
  const board = await ground(page)
  const p = board.names.indexOf(name)
  assert.notEqual(p, -1, `no point ${name}`)
  return page.evaluate(
    ({ xy, p }) => {
      const svg = document.querySelector('svg.board')
      const range = (axis) => Math.max(...xy.map((at) => at[axis])) - Math.min(...xy.map((at) => at[axis]))
      const { width, height } = svg.viewBox.baseVal
      const upright = Math.abs(width - height - (range(0) - range(1))) < 0.01
      const [x, y] = upright ? xy[p] : [-xy[p][1], xy[p][0]]
      const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM())
      return { x: at.x, y: at.y }
    },
    { xy: board.xy, p },
  )
}

// finish passes until both have passed.
export async function finish(page) {
  for (let i = 0; i < 200 && (await turn(page)); i++) {
    await page.getByRole('button', { name: 'Pass' }).click()
  }
  await page.locator('.score').waitFor()
}

// count reads the table of the score.
export async function count(page) {
  const rows = await page.locator('.score tr').evaluateAll((list) => list.map((tr) => [...tr.children].map((cell) => cell.textContent)))
  return Object.fromEntries(rows.slice(1).map(([name, b, w]) => [name, { b: Number(b), w: Number(w) }]))
}
