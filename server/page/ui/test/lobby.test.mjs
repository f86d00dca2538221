// Two people who have never met register, find each other by a seek in the lobby, play a
// rated game on base 5 until nobody has main time left, agree on its score after one of
// them has called a chain dead, talk, see their ratings and play again.
import assert from 'node:assert/strict'
import { advance, browse, desktop, enter, lay, phone, serve, shows, status, story, turn, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

async function register(name, options) {
  const page = await visit(browser, options)
  await page.goto(`${server.base}/register`)
  await page.locator('[name=name]').fill(name)
  await page.locator('[name=password]').fill('correct horse')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.waitForURL(`${server.base}/`)
  return page
}

// seek offers a rated game to everybody by the form of the first page. Its clock is one
// that the API takes and the form does not list: byo-yomi begins after two seconds.
async function seek(page) {
  await page.goto(`${server.base}/?opponent=seek`)
  await page.locator('input[name=board][value=rosette-5]').check()
  await page.locator('details.more > summary').click()
  await page.locator('select[name=clock]').evaluate((list) => list.append(new Option('2s+3x40s', '2s+3x40s', false, true)))
  await page.locator('[name=rated]').check()
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await shows(() => page.locator('h1').textContent(), 'Looking for an opponent…')
}

const own = (page) => page.locator('.player:not(.far)')
const seat = (page) => page.evaluate(async (path) => (await (await fetch(`/api${path}`)).json()).seat, new URL(page.url()).pathname)
const says = async (page, text) => {
  const talk = page.locator('.talk')
  if ((await talk.getAttribute('open')) === null) await talk.locator('> summary').click()
  await talk.getByRole('textbox').fill(text)
  await talk.getByRole('button', { name: 'Send' }).click()
}
const heard = async (page) => (await page.locator('.talk li').allTextContents()).map((line) => line.replace(/\s+/g, ' ').trim())

// proposed waits until the dead stones are proposed.
const proposed = (page) => page.locator('.recent', { hasText: /robably dead|No group looks dead/ }).waitFor()

// ended waits for the end of a game and returns whether the person has won or lost.
async function ended(page) {
  await page.locator('.status.over').waitFor()
  return /^You (win|lose) by [\d.]+ points$/.exec(await status(page))[1]
}

// settle calls alive every chain of which nobody is sure.
async function settle(page) {
  await proposed(page)
  const alive = page.locator('.open').getByRole('button', { name: /: alive$/ })
  for (let left = await alive.count(); left > 0; left = await alive.count()) {
    await advance(page, () => alive.first().click())
  }
}

story('two strangers meet by a seek, play into byo-yomi, dispute a chain, talk and play again', async () => {
  const marie = await register('Marie', phone)
  const jean = await register('Jean', desktop)
  await seek(marie)
  await jean.goto(`${server.base}/lobby`)
  await jean.locator('.seeks').getByRole('button', { name: 'Play: Marie, Medium board' }).click()
  for (const page of [marie, jean]) await page.locator('.table').waitFor()
  const [black, white] = (await seat(marie)) === 'b' ? [marie, jean] : [jean, marie]
  const other = (page) => (page === marie ? 'Jean' : 'Marie')
  await turn(black)
  await advance(black, () => enter(black, 'E9'))
  for (const [i, point] of ['E10', 'F9', 'G10', 'H9', 'D4'].entries()) await lay([white, black][i % 2], point)
  await shows(() => own(black).locator('.clock').textContent(), /^3 × 0:\d\d$/) // main time is over

  await lay(black, 'pass')
  await lay(white, 'pass')
  for (const page of [black, white]) await proposed(page)
  const dead = () => white.locator('.piece.faded').count()
  const before = await dead()
  await advance(black, () => enter(black, 'D4')) // another opinion of it than the proposal's
  await shows(async () => (await dead()) !== before, true)
  await says(white, 'It lives!')
  await shows(() => black.locator('.talk .unread').textContent(), '1 new')
  await advance(white, () => white.getByRole('button', { name: 'Resume play' }).click())
  await says(black, 'Show me')
  await shows(async () => (await heard(white)).at(-1), `${other(white)} Show me Report`)
  for (const [page, point] of [[black, 'pass'], [white, 'D5'], [black, 'pass'], [white, 'pass']]) await lay(page, point)
  await settle(black)
  for (const page of [black, white]) await page.getByRole('button', { name: 'Accept', exact: true }).click()
  assert.deepEqual([await ended(white), await ended(black)].sort(), ['lose', 'win'])
  await shows(() => black.locator('.rated').textContent(), new RegExp(`^Rating ${other(white)} 1\\d{3} \\(.+\\), \\d+k\\? ${other(black)} 1\\d{3} \\(.+\\), \\d+k\\?$`))

  const address = marie.url()
  await white.getByRole('button', { name: 'Rematch' }).click()
  await black.getByRole('button', { name: 'Accept the rematch' }).click()
  for (const page of [marie, jean]) await page.waitForURL((url) => url.href !== address && url.pathname.startsWith('/games/'))
  assert.equal(marie.url(), jean.url())
  assert.deepEqual([await seat(white), await seat(black)], ['b', 'w'])
  await turn(white)
  for (const page of [marie, jean]) assert.deepEqual(page.faults, [])
})
