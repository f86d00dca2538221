// Moves are tried at the table and thrown away. axe finds nothing serious meanwhile.
import assert from 'node:assert/strict'
import { browse, desktop, phone, serve, share, shows, story, type, visit } from './support.mjs'
import { clean } from './axe.mjs'

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

for (const [name, size] of Object.entries({ desktop, phone })) {
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

story('the pages of records and settings are wholly in their language', async () => {
  const page = await visit(browser, desktop)
  for (const [lang, record, settings] of [
    ['en', 'New record', 'Settings'],
    ['fr', 'Nouvelle partie', 'Réglages'],
    ['es', 'Partida nueva', 'Ajustes'],
    ['ht', 'Nouvo pati', 'Reglaj'],
  ]) {
    for (const [path, title] of [['record', record], ['settings', settings]]) {
      const answer = await page.goto(`${server.base}/${path}?lang=${lang}`)
      assert.equal(answer.status(), 200)
      assert.equal(await page.locator('html').getAttribute('lang'), lang)
      await page.getByRole('heading', { name: title, level: 1 }).waitFor()
      // A key that has no text would stand there by itself.
      assert.doesNotMatch(await page.locator('body').innerText(), /\b(record|editor|settings|shell|ui|color)\.[a-z]/)
    }
  }
})
