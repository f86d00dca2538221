// How the board looks and moves, and what a person may change of that.
import assert from 'node:assert/strict'
import { browse, desktop, holdTimers, lay, moves, open, phone, place, press, runOut, serve, share, shows, story, turn, type, visit } from './support.mjs'
import { grave } from './axe.mjs'

const server = await serve()
const browser = await browse()
const two = { names: { black: 'Ann', white: 'Bob' } }

story('a look is in the first bytes of every page, and a choice changes the page at once', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/settings`)
  const root = () => page.evaluate(() => ({ ...document.documentElement.dataset }))
  await page.getByLabel('Dark', { exact: true }).check({ force: true })
  await page.getByLabel('Slate', { exact: true }).check({ force: true })
  await shows(root, { theme: 'dark', board: 'slate' })
  for (const path of ['/', '/rules', '/settings']) {
    await page.route('**/*.js', (route) => route.abort())
    await page.goto(`${server.base}${path}`)
    assert.deepEqual(await root(), { theme: 'dark', board: 'slate' }, path)
    await page.unroute('**/*.js')
  }
  assert.deepEqual(page.faults, [])
})

story('the settings hold without JavaScript, and their page has no serious fault in any theme', async () => {
  const plain = await visit(browser, { ...phone, javaScriptEnabled: false })
  await plain.goto(`${server.base}/settings`)
  await plain.locator('input[name=theme][value=paper]').check({ force: true })
  await plain.locator('[name=lang]').selectOption('ht')
  await plain.locator('form[action="/settings"] button.primary').press('Enter')
  await shows(() => plain.locator('html').getAttribute('data-theme'), 'paper')
  await shows(() => plain.locator('html').getAttribute('lang'), 'ht')
  for (const size of [desktop, phone]) {
    const page = await visit(browser, { ...size, bypassCSP: true })
    await page.goto(`${server.base}/settings`)
    for (const theme of ['light', 'dark', 'paper', 'contrast']) {
      await page.locator(`input[name=theme][value=${theme}]`).check({ force: true })
      assert.deepEqual(await grave(page, ...(theme === 'light' ? [] : ['color-contrast'])), [], theme)
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `${theme} scrolls sideways`)
    }
  }
})

story('a ghost stands under the mouse in the next frame', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, two)
  const at = await place(page, 'E9')
  await page.mouse.move(at.x + 90, at.y)
  const ghost = await page.evaluate(({ x, y }) => {
    document.querySelector('svg.board').dispatchEvent(new PointerEvent('pointermove', { clientX: x, clientY: y, bubbles: true, pointerType: 'mouse' }))
    return new Promise((told) => requestAnimationFrame(() => told(document.querySelector('.ghost') !== null)))
  }, at)
  assert.ok(ghost)
})

story('inside a hexagon nothing is played and its six corners answer', async () => {
  const page = await visit(browser, desktop)
  await holdTimers(page)
  await share(page, server.base, two)
  const board = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent).board)
  const corners = await Promise.all(board.rosettes[7].map((p) => place(page, board.names[p])))
  const middle = (axis) => corners.reduce((sum, at) => sum + at[axis], 0) / 6
  await page.mouse.click(middle('x'), middle('y'))
  await shows(() => page.locator('.mark.hint').count(), 6)
  await runOut(page)
  await shows(() => page.locator('.mark.hint').count(), 0)
  await press(page, 'Pass') // a stone would have been played before
  await shows(() => moves(page), ['b pass'])
})

story('a rosette blooms once, a taken stone fades, and nothing moves for who wants no motion', async () => {
  for (const reducedMotion of ['no-preference', 'reduce']) {
    const page = await visit(browser, { ...desktop, reducedMotion })
    await share(page, server.base, two)
    const board = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent).board)
    const animation = (what) => page.locator(what).first().evaluate((one) => getComputedStyle(one).animationName)
    const six = board.rosettes[7].map((p) => board.names[p])
    const others = board.names.filter((name) => !six.includes(name)).slice(-6)
    await lay(page, ...six.slice(0, 5).flatMap((name, i) => [name, others[i]]))
    await type(page, six[5])
    await shows(() => page.locator('.rosette.bloom').count(), 1)
    assert.equal(await animation('.bloom .petals use'), reducedMotion === 'reduce' ? 'none' : 'open')
    await type(page, others[5])
    await shows(() => page.locator('.rosette:not(.bloom)').count(), 1)
    await share(page, server.base, { ...two, board: 'square-9' })
    await lay(page, 'A2', 'A1')
    await type(page, 'B1')
    await shows(() => page.locator('.gone').count(), 1)
    assert.equal(await animation('.gone'), reducedMotion === 'reduce' ? 'none' : 'fade')
    await page.reload()
    await page.locator('.piece').first().waitFor()
    await shows(() => page.locator('.piece.fresh, .gone').count(), 0)
    assert.deepEqual(page.faults, [])
  }
})

story('two fingers zoom the board, and a button shows it whole again', async () => {
  const page = await visit(browser, phone)
  await open(page, server.base)
  await turn(page)
  const touch = await page.context().newCDPSession(page)
  const box = await page.locator('svg.board').boundingBox()
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const fingers = (apart) => [{ x: x - apart, y, id: 1 }, { x: x + apart, y, id: 2 }]
  const zoom = async () => {
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: fingers(40) })
    for (const apart of [50, 70, 90]) await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: fingers(apart) })
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  }
  await zoom()
  await page.locator('svg.board.part').waitFor()
  await shows(() => page.locator('.ghost').count(), 0)
  await page.getByRole('button', { name: 'Whole board' }).tap()
  await shows(() => page.locator('svg.board.part').count(), 0)
  await zoom()
  await page.locator('svg.board.part').waitFor()
  await page.setViewportSize({ width: 844, height: 390 }) // the board turns with the phone and is whole again
  await shows(() => page.locator('svg.board.part').count(), 0)
})

story('the board stands as it was turned', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/settings`)
  await page.locator('[name=rotation]').selectOption('180')
  await share(page, server.base, two)
  const [first, last] = await page.evaluate(() => {
    const rows = [...document.querySelectorAll('.coordinates text')].filter((text) => text.textContent === 'A').map((text) => text.getBoundingClientRect().top)
    return [Math.min(...rows), innerHeight / 2]
  })
  assert.ok(first < last, 'row A is not at the top')
  assert.equal(await page.locator('.star').count(), 6)
  await press(page, 'Pass')
})
