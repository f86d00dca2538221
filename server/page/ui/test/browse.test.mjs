// Going through the moves of a game, trying others, and taking its files along.
import assert from 'node:assert/strict'
import { advance, browse, desktop, lay, more, moves, phone, place, serve, share, shows, story, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

const stones = (page) => page.locator('.moves ol:not(.tried) li').count()
const says = (page) => page.locator('.steps label span').textContent()
const looking = (page) => page.locator('.looking').count()

// touched touches a point of the board.
async function touched(page, name) {
  const { x, y } = await place(page, name)
  await page.mouse.click(x, y)
}

// opened opens a game of two people with four moves.
async function opened(page) {
  await share(page, server.base, { board: 'square-9' })
  await lay(page, 'C3', 'G7', 'C7', 'G3')
  await shows(() => stones(page), 4)
}

story('a game is gone through by list, buttons, keys and wheel', async () => {
  const page = await visit(browser, desktop)
  await opened(page)
  await page.reload()
  await page.locator('.moves li button').nth(1).click()
  await shows(() => says(page), 'Move 2 of 4')
  await shows(() => looking(page), 1)
  await page.keyboard.press('ArrowLeft')
  await shows(() => says(page), 'Move 1 of 4')
  await page.keyboard.press('Home')
  await shows(() => says(page), 'Start')
  await page.getByRole('button', { name: 'Next move' }).click()
  await shows(() => says(page), 'Move 1 of 4')
  await page.locator('.steps input').fill('3')
  await shows(() => says(page), 'Move 3 of 4')
  await page.locator('.goban').hover()
  await page.mouse.wheel(0, -40)
  await shows(() => says(page), 'Move 2 of 4')
  await page.keyboard.press('End')
  await shows(() => looking(page), 0)
  assert.deepEqual(page.faults, [])
})

// inView reports whether the current move lies within the list, which may be a strip.
const inView = (page) =>
  page.locator('.moves ol:not(.tried)').evaluate((list) => {
    const [all, now] = [list, list.querySelector('.now')].map((e) => e.getBoundingClientRect())
    return now.left >= all.left - 1 && now.right <= all.right + 1 && now.top >= all.top - 1 && now.bottom <= all.bottom + 1
  })

story('after a reload the list shows the current move, also of a long game with captures', async () => {
  for (const device of [desktop, phone]) {
    const page = await visit(browser, device)
    await share(page, server.base, { board: 'square-9' })
    const points = 'A1 A2 J9 B1 C1 A1 D1 E1 J8 F1 G1 H1 J1 A4 B4 C4 D4 E4 F4 G4 H4 J4 A6 B6 C6 D6 E6 F6 G6 H6 J6 C8 D8 E8 F8 G8'
    await lay(page, ...points.split(' '))
    const [all, taking] = [points.split(' ').length, page.locator('.moves li', { hasText: '×' })]
    for (const ply of [all, 20]) {
      if (ply !== all) await page.locator('.moves li button').nth(ply - 1).click()
      else await page.reload()
      await taking.first().waitFor() // what moves did makes them wider
      await shows(() => says(page), `Move ${ply} of ${all}`)
      await shows(() => inView(page), true)
    }
  }
})

story('moves are tried on a past position, thrown away, and never played', async () => {
  for (const device of [desktop, phone]) {
    const page = await visit(browser, device)
    await opened(page)
    await page.locator('.moves li button').nth(1).click()
    await shows(() => says(page), 'Move 2 of 4')
    await touched(page, 'E5')
    await shows(() => page.locator('.tried li').count(), 1)
    await touched(page, 'E6')
    await shows(() => page.locator('.tried li').count(), 2)
    await shows(() => says(page), 'Move 4 of 4')
    await page.locator('.goban.trial').waitFor()
    for (const name of ['Pass', 'Undo']) await shows(() => page.locator('.acts').getByRole('button', { name }).getAttribute('aria-disabled'), 'true')
    await page.getByRole('button', { name: 'Close line' }).click()
    await shows(() => page.locator('.tried').count(), 0)
    await shows(() => says(page), 'Move 2 of 4')
    await page.getByRole('button', { name: 'Back to the game' }).click()
    await shows(() => looking(page), 0)
    await shows(() => moves(page), ['b C3', 'w G7', 'b C7', 'w G3'])
    await advance(page, () => touched(page, 'E5')) // by mouse, which nothing asks about
    await shows(async () => (await moves(page)).length, 5)
    assert.deepEqual(page.faults, [])
  }
})

story('the record, a picture and a drawing of a game are files', async () => {
  const page = await visit(browser, desktop)
  await opened(page)
  await more(page, 'Share')
  const dialog = page.getByRole('dialog')
  const link = dialog.getByRole('link', { name: 'Game record (SGF)' })
  const record = await link.getAttribute('href')
  const [file] = await Promise.all([page.waitForEvent('download'), link.click()])
  assert.match(file.suggestedFilename(), /^\d{4}-\d\d-\d\d-.+-.+\.sgf$/)
  const picture = await dialog.getByRole('link', { name: 'Picture (PNG)' }).getAttribute('href')
  const drawing = await dialog.getByRole('link', { name: 'Drawing (SVG)' }).getAttribute('href')
  const read = (at) => page.context().request.get(server.base + at)
  assert.match(await (await read(record)).text(), /;B\[cg\]\s*;W\[gc\]\s*;B\[cc\]\s*;W\[gg\]/)
  assert.equal((await read(picture)).headers()['content-type'], 'image/png')
  assert.match(await (await read(drawing)).text(), /^<svg /)
})
