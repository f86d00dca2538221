// The profile of a user and the account in tabs: the face, ratings with their curves, games as boards
// with a filter, the honeycomb of activity, and the visitor's own games with the user.
import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { browse, desktop, phone, serve, shows, story, visit } from './support.mjs'
import { clean, landmarks } from './axe.mjs'
import { join } from './world.mjs'

const server = await serve()
const browser = await browse()

// picture takes a picture if SHOTS names a folder.
async function picture(page, name) {
  if (process.env.SHOTS === undefined) return
  mkdirSync(process.env.SHOTS, { recursive: true })
  await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

// fight plays a game until the loser resigns.
async function fight(black, white, loser, game, moves) {
  const { id } = await black.ask('POST', '/api/lobby/offers', { kind: 'link', game: { clock: '10m+3x30s', color: 'black', ...game } })
  await white.ask('POST', `/api/lobby/offers/${id}/accept`, {})
  for (const [i, point] of moves.entries()) await [black, white][i % 2].act(id, { command: 'play', point })
  await loser.act(id, { command: 'resign' })
  return id
}

// opening are moves that fill a part of the smallest board.
const opening = ['C4', 'D5', 'D7', 'C6', 'C8', 'D9', 'B5', 'E6', 'E4']

let players
async function world() {
  if (players !== undefined) return players
  const [rosaline, bruno] = [await join(browser, server.base, 'Rosaline'), await join(browser, server.base, 'Bruno')]
  const rated = { board: 'rosette-3', rated: true }
  await fight(rosaline, bruno, bruno, rated, opening)
  await fight(bruno, rosaline, rosaline, rated, opening)
  await fight(bruno, rosaline, rosaline, rated, opening.slice(0, 7))
  await fight(rosaline, bruno, rosaline, { board: 'rosette-4', visibility: 'public' }, ['E6'])
  await fight(bruno, rosaline, rosaline, { board: 'square-9', visibility: 'private' }, ['E5'])
  const page = rosaline.page
  await shows(async () => (await page.request.get(`${server.base}/@/Bruno`)).text(), /id="against"[^]*<dd>5<\/dd>/)
  players = { rosaline, bruno, state: await page.context().storageState() }
  return players
}

for (const [size, options] of Object.entries({ desktop, phone }))
  story(`a profile shows ratings, games as boards, activity and the games with its reader, ${size}`, async () => {
    const { state } = await world()
    const page = await visit(browser, { ...options, storageState: state, bypassCSP: true })
    await page.goto(`${server.base}/@/Bruno`)
    assert.equal(await page.locator('.own svg.face path').count() > 2, true)
    const tile = page.locator('.tiles a')
    assert.match(await tile.innerText(), /Rosette · Live\s+\d+k\?\s+\d+ ± \d+ · \+\d+ this month\s+3 games/)
    assert.equal(await tile.locator('.curve').count(), 1)
    assert.equal(await page.locator('.played li').count(), 4, 'a private game is on the profile')
    assert.equal(await page.locator('.played svg circle').count() > 15, true)
    await page.locator('#activity').getByText('4 games in a year').waitFor()
    assert.equal(await page.locator('.honeycomb .day title').count(), 1)
    await clean(page, `profile, ${size}`)
    assert.deepEqual(await landmarks(page), [])
    await picture(page, `profile-${size}`)
    assert.deepEqual(await page.locator('section:has(#against) dd').allInnerTexts().then((all) => all.slice(0, 3)), ['5', '1', '4'])

    await page.locator('.quick').getByRole('link', { name: 'Lost' }).click()
    await page.waitForURL(/result=lost#games$/)
    assert.deepEqual(await page.locator('.played .ended').allInnerTexts(), ['Lost · by resignation'])
    await page.locator('.quick').getByRole('link', { name: 'Rated' }).click()
    await page.waitForURL(/rated=true#games$/)
    assert.equal(await page.locator('.played li').count(), 3)
    await tile.click()
    await page.waitForURL(/pool=rosette-live#ratings$/)
    await page.getByRole('group', { name: /^Rating on Rosette, Live: from \d+ to \d+ points in 3 games/ }).waitFor()

    await page.locator('summary[aria-label=More]').click()
    await page.getByRole('link', { name: 'Write a message' }).waitFor()
    await clean(page, `profile with its menu, ${size}`)
    await page.goto(`${server.base}/@/Bruno`)
    await page.getByRole('link', { name: 'Show these games' }).click()
    await page.waitForURL(/@\/Rosaline\?opponent=Bruno#games$/)
    assert.equal(await page.locator('.played li').count(), 5)
    assert.deepEqual(page.faults, [])
    await page.context().close()
  })

story('a user chooses a flower with the keyboard, and everybody sees it', async () => {
  const { state } = await world()
  const page = await visit(browser, { ...desktop, storageState: state })
  await page.goto(`${server.base}/account`)
  const given = await page.locator('.faces input:checked').getAttribute('value')
  await page.locator('.faces input:checked').focus()
  await page.keyboard.press('ArrowRight')
  const chosen = await page.locator('.faces input:checked').getAttribute('value')
  assert.notEqual(chosen, given)
  const drawn = await page.locator('.faces label:has(:checked) path').first().getAttribute('d')
  await picture(page, 'account-you')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  const stranger = await visit(browser)
  await stranger.goto(`${server.base}/@/Rosaline`)
  assert.equal(await stranger.locator('.own .face path').first().getAttribute('d'), drawn)
})

for (const [size, options] of Object.entries({ desktop, phone }))
  story(`the account is in four tabs, and its time zone is the browser's, ${size}`, async () => {
    const { state } = await world()
    const page = await visit(browser, { ...options, storageState: state, bypassCSP: true, timezoneId: 'America/Port-au-Prince' })
    await page.goto(`${server.base}/account`)
    await shows(async () => (await page.request.get(`${server.base}/account`)).text(), /Times are shown for America\/Port-au-Prince\./)
    const tabs = page.getByRole('navigation', { name: 'Your account' })
    for (const [tab, heading] of [['Security', 'Change the password'], ['Programs', 'Tokens for programs'], ['Data', 'Download your data'], ['You', 'Profile']]) {
      await tabs.getByRole('link', { name: tab, exact: true }).click()
      await page.getByRole('heading', { name: heading }).waitFor()
      assert.equal(await tabs.locator('[aria-current=page]').innerText(), tab)
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth - screen.width), 0, tab)
      await clean(page, `${tab}, ${size}`)
      await picture(page, `account-${tab}-${size}`)
    }
    assert.deepEqual(page.faults, [])
    await page.context().close()
  })

story('who registers is welcomed with a flower', async () => {
  const page = await visit(browser, phone)
  await page.goto(`${server.base}/register`)
  await page.locator('[name=name]').fill('Newcomer')
  await page.locator('[name=password]').fill('short')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByText('That is too short. Use 8 letters or more.', { exact: true }).waitFor()
  await page.locator('[name=password]').fill('correct horse')
  await page.getByRole('button', { name: 'Create the account' }).click()
  await page.getByText('Welcome! Here is your flower').waitFor()
  await picture(page, 'welcome')
  await page.getByRole('status').getByRole('link', { name: 'Play' }).click()
  await page.waitForURL(`${server.base}/`)
})
