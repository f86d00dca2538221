// Moves are tried on a record, at the table and thrown away; what is shown is saved.
// axe finds nothing serious meanwhile.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { browse, desktop, phone, serve, share, shows, story, type, visit } from './support.mjs'
import { clean } from './axe.mjs'
import { opened, says } from './records.mjs'

const server = await serve()
const browser = await browse()
const tried = (page) => page.locator('.tried .point').allTextContents()

// pick touches a point of the 9×9 board, counted from above and from the left.
async function pick(page, size, column, row) {
  const box = await page.locator('svg.board').boundingBox()
  const view = (await page.locator('svg.board').getAttribute('viewBox')).split(' ').map(Number)
  const scale = Math.min(box.width / view[2], box.height / view[3])
  const x = box.x + box.width / 2 + (column - 4) * scale
  const y = box.y + box.height / 2 + (row - 4) * scale
  await (size.hasTouch ? page.touchscreen.tap(x, y) : page.mouse.click(x, y))
}

async function saved(page, name) {
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return readFile(await download.path())
}

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`moves are tried on a record and thrown away on a ${name}`, async () => {
    const page = await opened(browser, server.base, size)
    const [width, height] = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight])
    assert.ok(width <= 0 && height <= 0, `${width} and ${height} too much`)
    await pick(page, size, 4, 4)
    await shows(() => tried(page), ['E5'])
    await pick(page, size, 3, 3)
    await shows(() => tried(page), ['E5', 'D6'])
    assert.equal(await says(page), 'Move 4 of 4')
    await clean(page, 'trials on a record')
    const picture = await saved(page, 'Picture (PNG)')
    assert.equal(picture.subarray(1, 4).toString(), 'PNG')
    assert.match((await saved(page, 'Drawing (SVG)')).toString(), /^<svg /)
    assert.match((await saved(page, 'Game record (SGF)')).toString(), /CA\[UTF-8\].*;B\[cc\];W\[gg\]/s)
    await pick(page, size, 4, 4) // a stone stands there
    await page.getByText('That point is occupied').waitFor()
    await page.keyboard.press('Home') // leaves the line
    await shows(() => says(page), 'Start')
    assert.deepEqual(await tried(page), [])
    await page.keyboard.press('End')
    await shows(() => says(page), 'Move 3 of 3')
    await pick(page, size, 4, 4)
    await shows(() => tried(page), ['E5'])
    await page.getByRole('button', { name: 'Pass', exact: true }).click()
    await shows(() => tried(page), ['E5', 'pass'])
    await page.getByRole('button', { name: 'Close line' }).click()
    await shows(() => tried(page), [])
    await shows(() => says(page), 'Move 3 of 3')
    assert.deepEqual(page.faults, [])
  })

  story(`axe finds nothing serious on looking back and trials at the table on a ${name}`, async () => {
    const page = await visit(browser, { ...size, bypassCSP: true })
    await share(page, server.base, { board: 'square-9' })
    await type(page, 'c7', 'g3', 'g7')
    await page.getByRole('button', { name: 'Previous move' }).click()
    await page.getByText('You are looking back').waitFor()
    await clean(page, 'looking back')
    await pick(page, size, 4, 4)
    await shows(() => tried(page), ['E5'])
    await clean(page, 'trials at the table')
    await page.getByRole('button', { name: 'Close line' }).click()
    await shows(() => tried(page), [])
    assert.deepEqual(page.faults, [])
  })
}

story('a move is tried on a record by keyboard', async () => {
  const page = await opened(browser, server.base, desktop)
  for (let i = 0; i < 40 && !(await page.evaluate(() => document.activeElement.classList.contains('goban'))); i++) await page.keyboard.press('Tab')
  await shows(() => page.locator('.described').textContent(), /^E5/)
  await page.keyboard.press('ArrowUp')
  await shows(() => page.locator('.described').textContent(), /^E6/)
  await page.keyboard.press('Enter')
  await shows(() => tried(page), ['E6'])
  assert.deepEqual(page.faults, [])
})

story('the pages of records and settings are wholly in their language', async () => {
  const page = await visit(browser, desktop)
  for (const [lang, record, settings] of [
    ['en', 'Open a game record', 'Settings'],
    ['fr', 'Ouvrir une partie enregistrée', 'Réglages'],
    ['es', 'Abrir una partida guardada', 'Ajustes'],
    ['ht', 'Louvri yon pati ki sere', 'Reglaj'],
  ]) {
    for (const [path, title] of [['record', record], ['settings', settings]]) {
      const answer = await page.goto(`${server.base}/${path}?lang=${lang}`)
      assert.equal(answer.status(), 200)
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      // A key that has no text would stand there by itself.
      assert.doesNotMatch(await page.locator('body').innerText(), /\b(record|settings|shell|ui|color)\.[a-z]/)
    }
  }
})
