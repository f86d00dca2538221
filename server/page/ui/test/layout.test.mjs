// What must be seen without scrolling, in windows of every shape.
import assert from 'node:assert/strict'
import { browse, open, phone, press, serve, share, shows, story, turn, visit } from './support.mjs'
import { walk } from './phases.mjs'

const server = await serve()
const browser = await browse()

const boxes = (page) =>
  page.evaluate(() => {
    const box = (name) => {
      const { left, top, right, bottom } = document.querySelector(name).getBoundingClientRect()
      return { left, top, right, bottom }
    }
    return {
      board: box('.board'), opponent: box('.player.far'), status: box('.status'), buttons: box('.acts'),
      wide: document.documentElement.scrollWidth,
    }
  })

story('a wide window shows the board whole and the panel beside it', async () => {
  const page = await visit(browser)
  await open(page, server.base)
  await turn(page)
  for (const [width, height] of [[1366, 625], [1280, 600], [1280, 800], [900, 600], [932, 430], [844, 390], [640, 360]]) {
    await page.setViewportSize({ width, height })
    const { board, opponent, status, buttons, wide } = await boxes(page)
    const where = `${width}×${height}`
    assert.ok(board.top >= 0 && board.bottom <= height, `${where}: the board reaches from ${board.top} to ${board.bottom}`)
    assert.ok(board.bottom - board.top > 0.75 * height, `${where}: the board is small`)
    assert.ok(opponent.bottom - opponent.top < 80, `${where}: the opponent's row is ${opponent.bottom - opponent.top} high`)
    assert.ok(buttons.left >= board.right, `${where}: the panel is not beside the board`)
    assert.ok(height < 480 ? status.left >= board.right : status.top >= board.bottom, `${where}: the line stands on the board`)
    assert.ok(status.bottom <= height && buttons.bottom <= height, `${where}: the buttons end at ${buttons.bottom}`)
    assert.ok(wide <= width, `${where}: the page is ${wide} wide`)
  }
})

story('a swipe beside the board scrolls the page, one on the board does not', async () => {
  const page = await visit(browser, { viewport: { width: 360, height: 400 }, hasTouch: true, isMobile: true })
  await open(page, server.base)
  await turn(page)
  const touch = await page.context().newCDPSession(page)
  const swipe = async (x, from) => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y: from }] })
    for (let y = from - 10; y > from - 150; y -= 10) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: [{ x, y }] })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  const { board } = await boxes(page)
  await swipe((board.left + board.right) / 2, board.bottom - 80)
  await page.waitForTimeout(500)
  await shows(() => page.evaluate(() => scrollY), 0)
  await swipe(180, board.bottom + 20)
  await page.waitForFunction(() => scrollY > 50)
})

story('long words and large letters never make a page scroll sideways', async () => {
  const page = await visit(browser)
  await page.goto(server.base)
  const widen = () => page.evaluate(() => document.documentElement.style.setProperty('font-size', '32px'))
  await page.setViewportSize({ width: 390, height: 844 })
  await widen()
  assert.ok((await breadth(page)) <= 390, 'the first page with large letters')
  await open(page, server.base)
  await widen()
  assert.ok((await breadth(page)) <= 390, 'a game with large letters')
  const over = await page.evaluate(() => [...document.querySelectorAll('.player > *')].some((part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0))
  assert.ok(!over, 'a name runs over what stands beside it')
  await page.reload()
  await page.setViewportSize({ width: 360, height: 640 })
  await page.evaluate(() => {
    const words = ['Passen', 'Zurücknehmen', 'Weitere Möglichkeiten']
    document.querySelectorAll('.acts .button span').forEach((button, i) => (button.textContent = words[i]))
  })
  assert.ok((await breadth(page)) <= 360, 'a game with long words')
  const cut = await page.locator('.acts span').evaluateAll((all) => all.filter((one) => one.getBoundingClientRect().right > innerWidth).length)
  assert.equal(cut, 0)
})

story('no phase is wider than the window, and what can be pressed is large enough', async () => {
  const page = await visit(browser, { viewport: { width: 360, height: 640 }, hasTouch: true, isMobile: true })
  await walk(page, server.base, async (where) => {
    for (const [width, height] of [[360, 640], [844, 390]]) {
      await page.setViewportSize({ width, height })
      assert.ok((await breadth(page)) <= width, `${where} is ${await breadth(page)} wide at ${width}`)
      const small = await page.locator('.button:visible, input:not([type=checkbox], [type=radio]):visible, select:visible').evaluateAll((all) =>
        all.filter((one) => one.getBoundingClientRect().height < 44 || one.scrollWidth > one.clientWidth + 1).map((one) => one.textContent || one.name))
      assert.deepEqual(small, [], `${where} at ${width}`)
    }
  })
})

story('the longest names stay inside the smallest window', async () => {
  const page = await visit(browser, { viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true })
  const names = { black: 'W'.repeat(16), white: 'M'.repeat(16) }
  for (const komiBy of ['open', 'secret']) {
    await share(page, server.base, { board: 'square-9', names, komiBy })
    await press(page, komiBy === 'open' ? 'Bid 7.5' : 'Bid 7.5 in secret')
    assert.ok((await breadth(page)) <= 320, `${komiBy} is ${await breadth(page)} wide`)
  }
})

const breadth = (page) => page.evaluate(() => document.documentElement.scrollWidth)

story('a phone shows what an opponent is in full, in each language', async () => {
  const page = await visit(browser, phone)
  for (const lang of ['en', 'fr', 'es', 'ht']) {
    await page.goto(`${server.base}/?lang=${lang}`)
    const cut = await page.locator('.foe .about').evaluate((words) => words.scrollHeight > words.clientHeight + 1)
    assert.ok(!cut, `${lang}: the line is cut off`)
  }
})

story('the board has its edge, light above and dark below, in windows of every shape', async () => {
  for (const size of [{}, phone]) {
    const page = await visit(browser, size)
    for (const path of ['/', '/learn']) {
      await page.goto(`${server.base}${path}`)
      await page.locator('.frame .wood .front').waitFor()
      const drawn = (name) => page.locator(`.frame .wood .${name}`).evaluate((layer) => layer.checkVisibility() && layer.getBoundingClientRect().width > 99)
      assert.deepEqual([await drawn('lip'), await drawn('flank')], [true, true], path)
    }
  }
})
