// How light and how quick the pages are: bytes to a playable board, shifts of the
// layout, and how soon a stone shows.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after } from 'node:test'
import { browse, desktop, holdTimers, lay, moving, phone, place, runOut, serve, share, shifts, story, visit, watchShifts } from './support.mjs'

const server = await serve()
const browser = await browse()
const budget = 120_000 // bytes over the line, of everything that a first visit fetches
const gameBudget = 100_000 // of a game, without the sounds, which come with the first move

// weigh counts what comes over the line from now on, with nothing in a cache.
async function weigh(page) {
  const net = await page.context().newCDPSession(page)
  await net.send('Network.enable')
  await net.send('Network.setCacheDisabled', { cacheDisabled: true })
  const sum = { bytes: 0, requests: 0 }
  const programs = new Set() // of the editor, in WebAssembly, which have a budget of their own
  net.on('Network.responseReceived', ({ requestId, response }) => response.url.endsWith('.wasm') && programs.add(requestId))
  net.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (!programs.has(requestId)) sum.bytes += encodedDataLength
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
  assert.ok(sum.bytes < gameBudget, `a game weighs ${sum.bytes}`)
})

const small = { ...phone, viewport: { width: 375, height: 667 } }
const lying = { viewport: { width: 844, height: 390 } }

// The longest words come with a rosette, and the tenth move has one digit more.
story('nothing shifts while the pages load and a rosette is played', async () => {
  for (const size of [desktop, phone, small, lying]) {
    const page = await visit(browser, { ...size, ...moving })
    await watchShifts(page)
    await holdTimers(page)
    await page.goto(server.base, { waitUntil: 'load' })
    await page.locator('.live svg.board').waitFor()
    assert.deepEqual(await shifts(page), [])
    await share(page, server.base)
    await page.goto(`${page.url()}?lang=fr`)
    await page.locator('.table[data-idle=true]').waitFor()
    const points = await withRosette(page)
    await lay(page, ...points.slice(0, 8))
    for (const point of points.slice(8)) await playAt(page, point)
    await page.locator('.moment').waitFor()
    await runOut(page)
    await page.locator('.moment').waitFor({ state: 'detached' })
    if (size === phone) await changeMind(page)
    assert.deepEqual(await shifts(page), [], `at ${size.viewport.width}`)
  }
})

// trickle is a server before another: it sends a page in eight parts, with time between
// them to draw what is there.
async function trickle(base) {
  const before = createServer(async ({ url }, answer) => {
    const { headers, body } = await fetch(base + url)
    const type = headers.get('content-type')
    answer.setHeader('content-type', type)
    const all = Buffer.from(await new Response(body).arrayBuffer())
    const parts = type.startsWith('text/html') ? 8 : 1
    for (let i = 0; i < parts; i++) {
      if (i > 0) await new Promise((later) => setTimeout(later, 100))
      answer.write(all.subarray((all.length * i) / parts, (all.length * (i + 1)) / parts))
    }
    answer.end()
  })
  await new Promise((listens) => before.listen(0, '127.0.0.1', listens))
  after(() => before.close())
  return `http://127.0.0.1:${before.address().port}`
}

story('nothing shifts while a page comes in parts', async () => {
  const slow = await trickle(server.base)
  for (const path of ['/', '/learn', '/komi']) {
    for (const size of [desktop, phone, lying]) {
      const page = await visit(browser, size)
      await watchShifts(page)
      await page.goto(slow + path, { waitUntil: 'load' })
      assert.deepEqual(await shifts(page), [], `${path} at ${size.viewport.width}`)
    }
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

// The pictures are counted from the event in the page to the change that shows a stone.
story('a stone shows in the next picture after the click, and after the word of the server', async () => {
  const page = await visit(browser, { ...desktop, ...moving })
  await page.addInitScript(() => {
    const waits = (window.waits = { click: [], message: [] })
    let from = null
    const wait = (kind) => (from = { kind, pictures: 0 })
    const picture = () => {
      if (from !== null) from.pictures++
      requestAnimationFrame(picture)
    }
    requestAnimationFrame(picture)
    addEventListener('pointerup', () => wait('click'), true)
    const real = window.WebSocket
    window.WebSocket = class extends real {
      constructor(...args) {
        super(...args)
        this.addEventListener('message', () => wait('message'))
      }
    }
    addEventListener('DOMContentLoaded', () =>
      new MutationObserver((changes) => {
        const stone = (node) => node instanceof Element && (node.matches('.ghost.sure, .piece') || node.querySelector('.ghost.sure, .piece') !== null)
        const turned = (change) => change.type === 'attributes' && change.target.matches('.ghost, .piece')
        if (from === null || !changes.some((change) => turned(change) || [...change.addedNodes].some(stone))) return
        waits[from.kind].push(from.pictures)
        from = null
      }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] }),
    )
  })
  await share(page, server.base)
  const points = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent).board.names.filter((_, p) => p % 11 === 5).slice(0, 9))
  for (const point of points) await playAt(page, point)
  const { click, message } = await page.evaluate(() => window.waits)
  assert.ok(click.length >= 7 && message.length >= 7, `only ${click.length} clicks and ${message.length} messages were seen`)
  assert.ok([...click, ...message].every((pictures) => pictures <= 1), `pictures without the stone: ${click} after clicks, ${message} after messages`)
  assert.deepEqual(page.faults, [])
})
