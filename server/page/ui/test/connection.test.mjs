// The line to the server, and what a page says of it.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { once } from 'node:events'
import { after } from 'node:test'
import { browse, desktop, enter, games, more, moves, open, phone, place, serve, shows, status, story, turn, until, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

story('who follows a link from another site keeps the seat', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base)
  const game = page.url()
  const elsewhere = createServer((_, answer) => answer.setHeader('Content-Type', 'text/html').end(`<a href="${game}">the game</a>`))
  elsewhere.listen(0, '127.0.0.1')
  await once(elsewhere, 'listening')
  after(() => elsewhere.close())
  await page.goto(`http://localhost:${elsewhere.address().port}/`)
  await page.getByRole('link').click()
  await page.getByRole('button', { name: 'Pass' }).waitFor()
  const told = await page.evaluate(() => JSON.parse(document.getElementById('match').textContent).seat)
  assert.equal(told, 'b')
  assert.ok(await turn(page))
  await shows(() => page.locator('.watching').count(), 0)
  assert.deepEqual(page.faults, [])
})

story('a line without a beat is given up', async () => {
  const page = await visit(browser, desktop)
  let [lines, kept] = [0, 0]
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    const [upstream, first] = [line.connectToServer(), ++lines === 1]
    upstream.onMessage((text) => {
      const message = JSON.parse(text)
      if (message.kind === 'hello') kept = first ? 0 : lines
      line.send(JSON.stringify(message.kind === 'hello' && first ? { ...message, beat: 300 } : message))
    })
  })
  await open(page, server.base)
  await turn(page)
  await until(() => kept > 1)
  await page.waitForTimeout(1000)
  assert.equal(lines, kept, 'the line that has a beat is given up too')
})

story('a line that does not answer a probe is replaced', async () => {
  const page = await visit(browser, desktop)
  let [lines, kept] = [0, 0]
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    const [upstream, first] = [line.connectToServer(), ++lines === 1]
    let silent = false
    line.onMessage((message) => {
      silent ||= first && message.includes('probe')
      if (!silent) upstream.send(message)
    })
    upstream.onMessage((message) => {
      if (silent) return
      if (message.includes('hello')) kept = first ? 0 : lines
      line.send(message)
    })
  })
  await open(page, server.base)
  await turn(page)
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await until(() => kept > 1)
  await page.waitForTimeout(500)
  assert.equal(lines, kept)
  await enter(page, 'E9')
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 2)
})

story('a refused line says why and stops', async () => {
  const page = await visit(browser, desktop)
  let lines = 0
  let refuse = true
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    lines++
    if (refuse) line.close({ code: 4429, reason: 'api.too-many-sockets' })
    else line.connectToServer()
  })
  await open(page, server.base)
  await page.getByText('Close one of them first').waitFor()
  const refused = lines
  await page.waitForTimeout(1000)
  assert.equal(lines, refused, 'the page asks again and again')
  refuse = false
  await page.getByRole('button', { name: 'Try again' }).click()
  assert.ok(await turn(page))
})

story('the pass of the other side is said, and Pass keeps the focus', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base)
  await turn(page)
  await page.locator('.goban').focus()
  const pass = page.getByRole('button', { name: 'Pass' })
  await pass.focus()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 1)
  await shows(() => page.evaluate(() => document.activeElement.textContent), 'Pass')
  await page.routeWebSocket(/\/api\/socket/, (line) => {
    const upstream = line.connectToServer()
    upstream.onMessage((text) => {
      const frame = JSON.parse(text)
      if (frame.kind === 'frame') Object.assign(frame, { after: 0, moves: [['b', 'E9'], ['w', 'pass']], state: { ...frame.state, pass: 'stops' } })
      line.send(JSON.stringify(frame))
    })
  })
  await turn(page)
  await page.reload()
  await page.getByText('Daisy passed. Your turn. A pass leads to the count.').waitFor()
})

story('who leaves for a new game is led back by the first page', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base)
  await turn(page)
  const game = page.url()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('link', { name: 'New game' }).click()
  await page.waitForURL(`${server.base}/`)
  const link = page.getByRole('link', { name: 'Black You White Daisy Your move. Move 0' })
  await games(page, server.base, () => link.count(), 1)
  await link.click()
  assert.ok(await turn(page))
  assert.equal(page.url(), game)
  await more(page, 'Resign')
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  await page.locator('.status.over').waitFor()
  await games(page, server.base, () => page.getByRole('link', { name: 'Black You White Daisy by resignation' }).count(), 1)
  await shows(() => page.locator('.games:not(.strip)').count(), 1)
})

story('a choice is taken back by a tap elsewhere, and a notice outlives the mouse', async () => {
  const page = await visit(browser, phone)
  await open(page, server.base)
  await turn(page)
  const at = await place(page, 'E9')
  await page.touchscreen.tap(at.x, at.y)
  await shows(() => status(page), 'E9: tap again to play')
  await page.locator('.player').first().tap()
  await shows(() => status(page), 'Your turn')
  await shows(() => moves(page), [])
  const desk = await visit(browser, desktop)
  await open(desk, server.base)
  await turn(desk)
  await enter(desk, 'zz9')
  for (const name of ['E9', 'F10']) {
    const { x, y } = await place(desk, name)
    await desk.mouse.move(x, y)
  }
  await shows(() => desk.locator('.notice').textContent(), /There is no point “zz9”/)
  await desk.locator('.goban').focus()
  await desk.keyboard.press('7')
  await shows(() => desk.locator('.described').textContent(), /there is no line that way; keys 1 to 3/)
})

story('the loupe is whole on the screen at every edge', async () => {
  const page = await visit(browser, phone)
  await open(page, server.base)
  await turn(page)
  const touch = await page.context().newCDPSession(page)
  for (const name of ['A5', 'K15', 'A12', 'K8', 'E9']) {
    const { x, y } = await place(page, name)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    const { left, right, top } = await page.locator('.loupe .rim').evaluate((rim) => rim.getBoundingClientRect().toJSON())
    assert.ok(left >= 0 && right <= 390 && top >= 0, `${name}: the loupe reaches from ${left} to ${right}, top ${top}`)
    await touch.send('Input.dispatchTouchEvent', { type: 'touchCancel', touchPoints: [] })
  }
})
