// Two people at a distance: what they say, what they ask, and what becomes of a game when
// one of them goes.
import assert from 'node:assert/strict'
import { clean } from './axe.mjs'
import { advance, browse, desktop, enter, heard, hush, lay, listed, more, phone, serve, set, shows, status, story, talk, turn, unread, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

// meet opens a game of two people, the first of whom has Black.
async function meet(clock, ...options) {
  const [maker, friend] = [await visit(browser, options[0]), await visit(browser, options[1])]
  // Chromium without windows shows no notifications: it notes what is asked of it.
  await maker.addInitScript(() => {
    window.notified = []
    window.Notification = class {
      static permission = 'default'
      static requestPermission = async () => (this.permission = 'granted')
      constructor(title) {
        window.notified.push(title)
      }
    }
    ServiceWorkerRegistration.prototype.showNotification = async (title) => void window.notified.push(title)
  })
  await maker.goto(server.base)
  const id = await maker.evaluate(async (clock) => {
    const body = JSON.stringify({ name: 'Marie', game: { board: 'rosette-3', color: 'black', clock } })
    const answer = await fetch('/api/lobby/offers', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    return (await answer.json()).id
  }, clock)
  await friend.goto(`${server.base}/games/${id}`)
  await friend.getByRole('button', { name: 'Accept and play' }).click()
  await friend.locator('.table').waitFor()
  await maker.goto(`${server.base}/games/${id}`)
  return [maker, friend]
}

const says = async (page, text) => {
  await talk(page)
  await page.locator('.talk').getByRole('textbox').fill(text)
  await page.getByRole('button', { name: 'Send' }).click()
}

story('two people talk, pause, and one claims the game of the other who has gone', async () => {
  const [maker, friend] = await meet('1m', { ...desktop, bypassCSP: true }, phone)
  await says(friend, 'bonjour \u202e<b>')
  await shows(() => unread(maker).textContent(), '1 new')
  await talk(maker)
  await shows(() => unread(maker).count(), 0)
  await says(maker, 'hello')
  await shows(() => heard(friend), ['You bonjour <b>', 'Marie guest hello'])
  await hush(friend)

  await turn(maker)
  await advance(maker, () => enter(maker, 'A4'))
  await maker.locator('.far .signal').waitFor()
  await more(maker, 'Ask for a pause')
  await friend.getByText('Black asks for a pause.').waitFor()
  await friend.getByRole('button', { name: 'Accept', exact: true }).click()
  await maker.getByText(/^Paused\. The clocks go on in/).waitFor()
  await clean(maker, 'a pause')
  await more(friend, 'Go on after the pause')
  await maker.getByText('White asks to go on.').waitFor()
  await maker.getByRole('button', { name: 'Accept', exact: true }).click()
  await shows(() => maker.getByText(/^Paused/).count(), 0)

  await set(maker, 'Notify me of my turn')
  await maker.evaluate(() => Object.defineProperty(document, 'hidden', { value: true })) // as behind another tab
  await turn(friend)
  await advance(friend, () => enter(friend, 'B4'))
  await shows(() => maker.evaluate(() => window.notified), ['Your turn'])
  await advance(maker, () => enter(maker, 'B5'))

  assert.deepEqual(friend.faults, [])
  await friend.context().close()
  await maker.locator('.dot.away').waitFor()
  await maker.getByText(/^Your opponent has left/).waitFor()
  await maker.getByRole('button', { name: 'Claim the win' }).click()
  await shows(() => status(maker), 'You win: your opponent left')
  assert.deepEqual(maker.faults, [])
})

// counting plays to the count of a game of two people, of whom the second reads French.
async function counting(size) {
  const pages = await meet('10m', { ...size, bypassCSP: true }, size)
  const [maker, friend] = pages
  await friend.goto(`${friend.url()}?lang=fr`)
  await turn(maker)
  await advance(maker, () => enter(maker, 'A4'))
  await lay(friend, 'pass')
  await lay(maker, 'pass')
  await maker.locator('.recent', { hasText: /robably dead|No group looks dead/ }).waitFor()
  return pages
}

// seen reports whether the middle of an element is in sight and nothing lies over it.
const seen = (at) =>
  at.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    return y >= 0 && y + height <= innerHeight && (element === top || element.contains(top) || top?.contains(element) === true)
  })

const french = async (page, word) => {
  await talk(page)
  await page.locator('.talk .quick').getByRole('button', { name: word }).click()
}

for (const [name, size] of Object.entries({ desktop, phone }))
  story(`the chat is open beside the count, which it never covers, on a ${name}`, async () => {
    const [maker, friend] = await counting(size)
    await french(friend, 'Bonjour')
    await shows(() => unread(maker).textContent(), '1 new')
    await shows(async () => (await heard(maker)).join(), /^.+ guest Hello$/) // in the reader's language
    await clean(maker, 'the chat')
    const count = maker.locator('.count tfoot')
    const field = maker.locator('.talk').getByRole('textbox')
    assert.ok(await seen(field))
    if (size === desktop) assert.ok(await seen(count), 'the count is in sight beside the chat')
    await field.fill('Thanks for the game')
    await field.press('Enter')
    await shows(async () => (await heard(maker)).at(-1), 'You Thanks for the game')
    await maker.locator('.talk').getByLabel('More').click()
    assert.match(await maker.locator('.talk').getByRole('link', { name: 'Report' }).getAttribute('href'), /^\/report\?room=/)
    if (size === phone) await hush(maker)
    await count.scrollIntoViewIfNeeded()
    for (const act of ['Accept', 'Resume play']) assert.ok(await seen(maker.locator('.acts').getByRole('button', { name: act, exact: true })), act)
    assert.match(await listed(maker, (menu) => menu.getByRole('link', { name: 'Report this game' }).getAttribute('href')), /^\/report\?game=/)
    await maker.locator('.acts').getByRole('button', { name: 'Accept', exact: true }).click()
    await shows(() => maker.locator('.acts').getByRole('button', { name: '✓ You accepted' }).getAttribute('aria-disabled'), 'true')
    await hush(friend)
    await friend.locator('.acts').getByRole('button', { name: 'Accepter' }).click()
    await maker.locator('.status.over').waitFor()
    for (const page of [maker, friend]) assert.deepEqual(page.faults, [])
  })

story('the tabs of moves and chat are gone through by arrow keys', async () => {
  const [maker] = await meet('10m', desktop, desktop)
  const tab = (name) => maker.getByRole('tab', { name })
  await tab('Moves').focus()
  await maker.keyboard.press('ArrowRight')
  await shows(() => maker.evaluate(() => document.activeElement.textContent), 'Chat')
  await maker.getByRole('tabpanel', { name: 'Chat' }).waitFor()
  await maker.keyboard.press('ArrowRight')
  await maker.getByRole('tabpanel', { name: 'Moves' }).waitFor()
  assert.deepEqual([await tab('Moves').getAttribute('tabindex'), await tab('Chat').getAttribute('tabindex')], ['0', '-1'])
})
