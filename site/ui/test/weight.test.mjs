// How light and how quick the pages are: bytes to a playable board, shifts of the
// layout, and how long a stone keeps the browser busy.
import assert from 'node:assert/strict'
import { browse, desktop, phone, place, serve, share, story, visit } from './support.mjs'

const server = await serve()
const browser = await browse()
const budget = 120_000 // bytes over the line, of everything that a first visit fetches
const frame = 16 // milliseconds, within which an answer comes with the next picture

// weigh counts what comes over the line from now on, with nothing in a cache.
async function weigh(page) {
  const net = await page.context().newCDPSession(page)
  await net.send('Network.enable')
  await net.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sum = { bytes: 0, requests: 0 }
  net.on('Network.loadingFinished', ({ encodedDataLength }) => {
    sum.bytes += encodedDataLength
    sum.requests++
  })
  return sum
}

// settle waits until nothing has come for a while.
async function settle(page, sum) {
  let before = -1
  for (; before !== sum.requests; await page.waitForTimeout(500)) before = sum.requests
}

story('a first visit to each page fits the budget, the way home to a game too', async () => {
  for (const path of ['/', '/learn', '/rules', '/settings', '/record']) {
    const page = await visit(browser, desktop)
    const sum = await weigh(page)
    await page.goto(`${server.base}${path}`, { waitUntil: 'load' })
    await settle(page, sum)
    console.log(`weight of ${path}: ${(sum.bytes / 1000).toFixed(1)} kB in ${sum.requests} requests`)
    assert.ok(sum.requests > 2 && sum.bytes < budget, `${path} weighs ${sum.bytes}`)
  }
  const page = await visit(browser, desktop)
  await share(page, server.base)
  const address = page.url()
  const sum = await weigh(page)
  await page.goto(address, { waitUntil: 'load' })
  await page.locator('.goban').waitFor()
  await settle(page, sum)
  console.log(`weight of a game: ${(sum.bytes / 1000).toFixed(1)} kB in ${sum.requests} requests`)
  assert.ok(sum.bytes < budget, `a game weighs ${sum.bytes}`)
})

// watchShifts adds up every shift of the layout from the first paint on, also those
// soon after a key or a click.
const watchShifts = (page) =>
  page.addInitScript(() => {
    window.shifted = []
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) window.shifted.push([value, ...sources.map(({ node }) => node?.parentElement?.className)])
    }).observe({ type: 'layout-shift', buffered: true })
  })

const shifts = async (page) => {
  await page.waitForTimeout(300)
  return page.evaluate(() => window.shifted)
}

const small = { ...phone, viewport: { width: 375, height: 667 } }
const lying = { viewport: { width: 844, height: 390 } }

// The longest words come with a rosette, and the tenth move has one digit more.
story('nothing shifts while the pages load and a rosette is played', async () => {
  for (const size of [desktop, phone, small, lying]) {
    const page = await visit(browser, size)
    await watchShifts(page)
    await page.goto(server.base, { waitUntil: 'load' })
    assert.deepEqual(await shifts(page), [])
    await share(page, server.base)
    await page.goto(`${page.url()}?lang=fr`)
    await page.locator('.table[data-idle=true]').waitFor()
    for (const point of await withRosette(page)) await playAt(page, point)
    await page.locator('.moment').waitFor()
    await page.locator('.moment').waitFor({ state: 'detached' })
    if (size === phone) await changeMind(page)
    assert.deepEqual(await shifts(page), [], `at ${size.viewport.width}`)
  }
})

// withRosette names points with which Black fills a hexagon at the eleventh move.
const withRosette = (page) =>
  page.evaluate(() => {
    const { names, rosettes } = JSON.parse(document.getElementById('match').textContent).board
    const six = rosettes[rosettes.length >> 1]
    const far = names.map((_, p) => p).filter((p) => !six.includes(p) && p % 11 === 5)
    return six.flatMap((p, i) => (i < 5 ? [p, far[i]] : [p])).map((p) => names[p])
  })

// changeMind chooses a point with a finger, which is asked about, and then another.
async function changeMind(page) {
  const free = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent).board.names.filter((_, p) => p % 11 === 3).slice(0, 2))
  for (const point of free) {
    const { x, y } = await place(page, point)
    await page.touchscreen.tap(x, y)
    await page.locator('.status .primary', { hasText: point }).waitFor()
  }
}

// playAt puts a stone by hand.
async function playAt(page, point) {
  const before = await page.locator('.table').getAttribute('data-seq')
  const { x, y } = await place(page, point)
  await page.mouse.click(x, y)
  if ((await page.locator('.status .primary').count()) > 0) await page.locator('.status .primary').click()
  await page.waitForFunction((seq) => document.querySelector('.table').dataset.seq !== seq, before)
  await page.locator('.table[data-idle=true]').waitFor()
}

const median = (all) => [...all].sort((a, b) => a - b)[all.length >> 1]

// The first change of the picture that shows a stone is timed from the event in the page.
story('a stone shows within a frame of the click, and of the word of the server', async () => {
  const page = await visit(browser, desktop)
  await page.addInitScript(() => {
    const times = (window.times = { click: [], message: [] })
    let from = null
    addEventListener('pointerup', () => (from = { kind: 'click', at: performance.now() }), true)
    const real = window.WebSocket
    window.WebSocket = class extends real {
      constructor(...args) {
        super(...args)
        this.addEventListener('message', () => (from = { kind: 'message', at: performance.now() }))
      }
    }
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver((changes) => {
        const stone = (node) => node instanceof Element && (node.matches('.ghost.sure, .piece') || node.querySelector('.ghost.sure, .piece') !== null)
        const turned = (change) => change.type === 'attributes' && change.target.matches('.ghost, .piece')
        if (from === null || !changes.some((change) => turned(change) || [...change.addedNodes].some(stone))) return
        times[from.kind].push(performance.now() - from.at)
        from = null
      }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] }),
    )
  })
  await share(page, server.base)
  const points = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent).board.names.filter((_, p) => p % 11 === 5).slice(0, 9))
  for (const point of points) await playAt(page, point)
  const { click, message } = await page.evaluate(() => window.times)
  console.log(`click to ghost: ${median(click).toFixed(1)} ms of ${click.length}; message to stone: ${median(message).toFixed(1)} ms of ${message.length}`)
  assert.ok(click.length >= 7 && message.length >= 7, `only ${click.length} clicks and ${message.length} messages were seen`)
  assert.ok(median(click) <= frame, `click to ghost: ${click}`)
  assert.ok(median(message) <= frame, `message to stone: ${message}`)
  assert.deepEqual(page.faults, [])
})
