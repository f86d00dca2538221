// A person who comes back sees at once what waits: games, a challenge and messages, in the bar of
// every page, in the title and the icon of the tab, and first on the first page.
import assert from 'node:assert/strict'
import { browse, desktop, open, phone, serve, shows, story, visit } from './support.mjs'
import { clean } from './axe.mjs'
import { join } from './world.mjs'

const server = await serve()
const browser = await browse()
const headers = { 'Content-Type': 'application/json', origin: server.base }

// begin opens a game that Ben begins, and answers for page. Then it waits for page.
async function begin(ben, page, more = {}) {
  const { id } = await ben.ask('POST', '/api/lobby/offers', { kind: 'link', game: { board: 'rosette-3', clock: '3d/move', color: 'black', ...more } })
  const accepted = await page.request.post(`${server.base}/api/lobby/offers/${id}/accept`, { headers, data: {} })
  assert.ok(accepted.ok(), await accepted.text())
  await ben.act(id, { command: 'play', point: 'A4' })
  return id
}

// bar reads what the bar says, and tab what the tab does.
const bar = async (page) => {
  const link = page.locator('.top .inbox')
  if ((await link.count()) === 0 || !(await link.isVisible())) return ''
  return (await link.innerText()).replace(/\s+/g, ' ').trim()
}
const tab = (page) => page.evaluate(() => [/^\((\d+)\) /.exec(document.title)?.[1] ?? '0', /icon-turn/.test(document.querySelector('link[rel=icon]').href)])

// unfit lists what is wider than its place: the page, or something in the bar.
const unfit = (page) =>
  page.evaluate(() => {
    const tools = [...document.querySelectorAll('.top .tool')].filter((at) => at.checkVisibility() && at.scrollWidth > at.clientWidth)
    return [...(document.documentElement.scrollWidth > screen.width ? ['the page'] : []), ...tools.map((at) => at.textContent)]
  })

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`on a ${name} a user sees what waits on every page, as it comes`, async () => {
    const ben = await join(browser, server.base, `Ben${name}`, desktop)
    const { page } = await join(browser, server.base, `Amy${name}`, { ...size, bypassCSP: true })
    await page.goto(server.base)
    await shows(() => page.locator('h1').textContent(), 'Your games')
    await shows(() => page.locator('.hero').count(), 0)
    await page.getByRole('link', { name: 'New game' }).waitFor()
    await shows(() => page.locator('.turns .nothing svg').count(), 1)
    await page.goto(`${server.base}/komi`)
    await shows(async () => [await bar(page), ...(await tab(page))], ['', '0', false])
    await begin(ben, page)
    await shows(async () => [await bar(page), ...(await tab(page))], ['1 your turn', '1', true])
    for (let i = 0; i < 2; i++) await begin(ben, page)
    await shows(() => bar(page), '3 your turn')
    if (name === 'desktop') await page.keyboard.press('n')
    else await page.locator('.top .inbox').tap()
    await page.waitForURL(/\/games\//)
    await page.locator('.goban').waitFor()
    const first = page.url()
    await page.locator('.top .inbox').click()
    await page.waitForURL((url) => url.pathname.startsWith('/games/') && url.href !== first)

    for (const [who, whom] of [[page, `Ben${name}`], [ben.page, `Amy${name}`]])
      await who.request.post(`${server.base}/@/${whom}/follow`, { form: {}, headers: { origin: server.base } })
    await page.goto(server.base)
    await ben.ask('POST', '/api/lobby/offers', { kind: 'challenge', to: `Amy${name}`, game: { board: 'rosette-4', clock: '5m+5s' } })
    await ben.ask('POST', `/api/chat/messages/Amy${name}`, { text: 'Are you there?' })
    await shows(async () => [await bar(page), ...(await tab(page))], ['4 your turn', '5', true])
    await shows(() => page.locator('.top .messages .count').textContent(), '1')
    await shows(() => page.locator('.strip .asked').innerText(), new RegExp(`Ben${name} challenges you`))
    await shows(() => page.locator('.unread-from').innerText(), new RegExp(`Ben${name}`))
    await shows(() => page.locator('.strip .turn').count(), 3)
    const { y, height } = await page.locator('.strip li').first().boundingBox()
    assert.ok(y >= 0 && y + height <= size.viewport.height, `what waits ends at ${y + height}`)
    assert.deepEqual(await unfit(page), [])
    await clean(page, 'the first page of a person for whom much waits')
    await page.locator('.asked').getByRole('button', { name: /^Accept/ }).click()
    await page.waitForURL(/\/games\//)
    await page.locator('.goban').waitFor()
    assert.deepEqual(page.faults, [])
  })

  story(`on a ${name} a guest who comes back sees the games that wait`, async () => {
    const ben = await join(browser, server.base, `Cid${name}`, desktop)
    const page = await visit(browser, size)
    await page.goto(server.base)
    await shows(() => page.locator('.hero').count(), 1)
    await begin(ben, page)
    for (const path of ['/rules', '/watch', '/community', '/record', '/settings']) {
      await page.goto(server.base + path)
      await shows(async () => [await bar(page), ...(await tab(page))], ['1 your turn', '1', true])
    }
    await page.goto(server.base)
    await shows(() => page.locator('h1').textContent(), 'Your turn')
    await shows(() => page.locator('.strip .turn').count(), 1)
    for (let i = 0; i < 2; i++) await begin(ben, page)
    await shows(() => page.locator('.strip .turn').count(), 3)
    await shows(() => bar(page), name === 'phone' ? /^3/ : '3 your turn')
    assert.deepEqual(await unfit(page), [])
    await page.locator('.strip .turn a').first().click()
    await page.waitForURL(/\/games\//)
    await page.locator('.goban').waitFor()
    assert.deepEqual(page.faults, [])
  })
}

story('the first page leads to the next game only if one waits; the computer does not wait', async () => {
  const ben = await join(browser, server.base, 'Dan', desktop)
  const page = await visit(browser, desktop)
  await open(page, server.base, { board: 'rosette-3' })
  await page.goto(server.base)
  await shows(() => page.locator('h1').textContent(), 'Your turn')
  assert.equal(await page.locator('.turns .key').count(), 0)
  await begin(ben, page)
  await page.reload()
  await page.locator('.turns .key').click()
  await page.waitForURL(/\/games\//)
  await page.locator('.goban').waitFor()
  assert.deepEqual(page.faults, [])
})
