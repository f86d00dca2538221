// A beginner who clicks at random, and follows hints, gets from the first page through
// the lessons to a counted game without a dead end.
import assert from 'node:assert/strict'
import { browse, desktop, holdTimers, phone, press, runOut, serve, shows, story, turn, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

// random returns numbers below n, the same every time.
function random(seed) {
  let state = seed
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}

// tap clicks or taps somewhere.
const tap = (page, { x, y }) => (page.touches ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))

// ringed returns where the hint's ring is on screen, if there is one.
const ringed = (page) =>
  page.evaluate(() => {
    const ring = document.querySelector('.board use.mark:is(.spoken, .hint)')
    if (ring === null) return null
    const at = new DOMPoint(ring.x.baseVal.value, ring.y.baseVal.value).matrixTransform(ring.getScreenCTM())
    return { x: at.x, y: at.y }
  })

// empties lists where the corners of the board are on which nothing stands.
const empties = (page) =>
  page.evaluate(() => {
    const svg = document.querySelector('svg.board')
    const numbers = svg.querySelector('.lines').getAttribute('d').match(/-?[\d.]+ -?[\d.]+/g)
    const taken = new Set([...svg.querySelectorAll('use.piece')].map((use) => `${use.x.baseVal.value.toFixed(1)} ${use.y.baseVal.value.toFixed(1)}`))
    const corners = new Map(numbers.map((text) => [text.split(' ').map((n) => Number(n).toFixed(1)).join(' '), text.split(' ').map(Number)]))
    return [...corners].filter(([key]) => !taken.has(key)).map(([, [x, y]]) => {
      const at = new DOMPoint(x, y).matrixTransform(svg.getScreenCTM())
      return { x: at.x, y: at.y }
    })
  })

// lesson clicks at random, asks for the hint and follows it, until the task is solved.
async function lesson(page, pick) {
  for (let i = 0; i < 12 && (await page.locator('.task .bud').count()) === 0; i++) {
    await page.locator('svg.board').scrollIntoViewIfNeeded()
    const corners = await empties(page)
    await tap(page, corners[pick(corners.length)])
    await page.waitForTimeout(100)
    if ((await page.locator('.task .bud').count()) > 0) break
    const hint = page.getByRole('button', { name: 'Hint' })
    if ((await hint.getAttribute('aria-disabled')) === 'true') await runOut(page) // the click was right, and the next part comes
    await hint.click()
    await page.locator('svg.board').scrollIntoViewIfNeeded()
    const ring = await ringed(page)
    const pass = page.getByRole('button', { name: 'Pass', exact: true })
    if (ring !== null) await tap(page, ring)
    else if ((await pass.count()) > 0) await pass.click()
    await runOut(page) // the next part comes after White's answer
  }
  await page.locator('.task .bud').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
}

// drawn waits until what a click has changed is on the page.
const drawn = (page) => page.evaluate(() => new Promise((next) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(next)))))

const seq = (page) => page.locator('.table').getAttribute('data-seq')

// move plays where the coach says, passes when it says so, and plays anywhere else.
async function move(page, pick) {
  await page.locator('.coach[aria-busy=false]').waitFor()
  const text = await page.locator('.coach p').textContent()
  const ring = await ringed(page)
  if (ring === null && /\bpass( too)?\b.*\.$/i.test(text)) return press(page, 'Pass')
  const before = await seq(page)
  const corners = await empties(page)
  for (let i = 0; corners.length > 0 && (await seq(page)) === before; i++) {
    const to = i === 0 && ring !== null ? ring : corners.splice(pick(corners.length), 1)[0]
    await tap(page, to)
    if ((await page.locator('.status > .primary').count()) > 0) await tap(page, to) // a finger confirms
    await drawn(page)
    await page.locator('.table[data-idle=true]').waitFor() // a corner that may not be played is not sent
  }
  assert.notEqual(await seq(page), before, 'no corner could be played')
}

for (const [name, size, seed] of [['desktop', desktop, 3], ['phone', phone, 11]]) {
  story(`a beginner gets from the first page to a counted game on a ${name}`, async () => {
    const page = await visit(browser, size)
    await holdTimers(page)
    page.touches = size.hasTouch ?? false
    const pick = random(seed)
    await page.goto(server.base)
    await page.locator('a[href="/learn"]:visible').first().click()
    await page.locator('.course h1').waitFor()
    for (let i = 0; i < 11; i++) await lesson(page, pick)
    await page.getByRole('button', { name: 'Play with the coach' }).click()
    await page.locator('.coach').waitFor()
    let turns = 0
    for (; turns < 300 && (await turn(page)); turns++) await move(page, pick)
    assert.ok(turns < 300, 'the game never ended')
    await shows(() => page.locator('.coach p').textContent(), /(Stones with a cross count as|No stone looks) captured/)
    await page.getByRole('button', { name: 'Accept', exact: true }).click()
    await page.locator('.score').waitFor()
    await shows(() => page.locator('.coach p').textContent(), /A point for each stone/)
    assert.deepEqual(page.faults, [])
  })
}
