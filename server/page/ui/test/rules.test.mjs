// The page of the rules: drawn by the board, walked through, in four
// languages, and whole without JavaScript.
import assert from 'node:assert/strict'
import { browse, desktop, phone, serve, shows, story, visit } from './support.mjs'

const server = await serve()
const browser = await browse()
const languages = ['en', 'fr', 'es', 'ht']

const stones = (page, id) =>
  page.locator(`#d-${id} use.piece`).evaluateAll((list) => list.map((use) => use.getAttribute('href').slice(-1)).sort().join(''))
const step = (page, id) => page.locator(`#d-${id} [aria-current=step]`)

story('the board draws every diagram', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/rules?lang=en`)
  const figures = await page.locator('.diagram').count()
  assert.ok(figures >= 12, `${figures} diagrams`)
  await shows(() => page.locator('.diagram svg.board .wood').count(), figures)
  await shows(() => page.locator('svg.still').count(), 0)
  const boxes = await page.locator('.diagram svg.board').evaluateAll((list) => list.map((svg) => svg.getBoundingClientRect().width))
  assert.ok(boxes.every((width) => width > 120), `the boards are ${boxes} wide`)
  const twice = await page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((e) => e.id)
    return ids.filter((id, i) => ids.indexOf(id) !== i)
  })
  assert.deepEqual(twice, [])
  assert.deepEqual(page.faults, [])
})

story('a diagram is walked through with its buttons, by mouse and by keys', async () => {
  const page = await visit(browser, phone)
  await page.goto(`${server.base}/rules?lang=en`)
  const [back, on] = [page.locator('#d-fake button').first(), page.locator('#d-fake button').last()]
  await shows(() => stones(page, 'fake'), 'b'.repeat(17))
  await shows(() => step(page, 'fake').count(), 0)
  await back.click({ force: true })
  await shows(() => back.getAttribute('aria-disabled'), 'true')
  for (let i = 0; i < 6; i++) await on.click()
  await shows(() => stones(page, 'fake'), 'b'.repeat(17) + 'w'.repeat(6))
  await shows(() => step(page, 'fake').textContent(), 'White B4: a rosette')
  await shows(() => page.locator('#d-fake .rosette.w').count(), 1)
  await on.focus()
  await page.keyboard.press('Enter')
  await shows(() => stones(page, 'fake'), 'w'.repeat(7))
  await shows(() => step(page, 'fake').textContent(), 'White A2 takes 17 stones')
  await shows(() => page.locator('#d-fake [aria-live]').textContent(), 'White A2 takes 17 stones')
  await page.keyboard.press('Enter')
  await shows(() => stones(page, 'fake'), 'w'.repeat(7))
  await back.click()
  await shows(() => stones(page, 'fake'), 'b'.repeat(17) + 'w'.repeat(6))
})

story('a refused play is crossed out and changes nothing', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/rules?lang=fr`)
  await page.locator('#d-suicide button').last().click()
  await shows(() => page.locator('#d-suicide .mark.refused').count(), 1)
  await shows(() => step(page, 'suicide').textContent(), 'Blanc en B7\u00a0: interdit, suicide')
})

story('no page of rules scrolls sideways', async () => {
  const page = await visit(browser)
  for (const lang of languages) {
    await page.goto(`${server.base}/rules?lang=${lang}`)
    for (const [width, letters] of [[360, '16px'], [390, '32px'], [768, '16px'], [1024, '16px'], [1280, '16px'], [1920, '16px']]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      assert.ok(wide <= width, `${lang} is ${wide} wide on ${width} with letters of ${letters}`)
    }
  }
})

story('the language is the browser’s until somebody chooses, and the choice is kept', async () => {
  const page = await visit(browser, { ...desktop, locale: 'es-MX' })
  await page.goto(`${server.base}/rules#ko`)
  await shows(() => page.locator('html').getAttribute('lang'), 'es')
  await page.getByRole('link', { name: 'Kreyòl ayisyen' }).click()
  await page.waitForURL(/lang=ht#ko$/)
  await shows(() => page.locator('html').getAttribute('lang'), 'ht')
  await page.goto(`${server.base}/rules`)
  await shows(() => page.locator('html').getAttribute('lang'), 'ht')
  await shows(() => page.locator('.foot .tongues [aria-current]').textContent(), 'Kreyòl ayisyen')
})

story('without JavaScript the rules are whole: words, pictures, languages', async () => {
  const page = await visit(browser, { ...phone, javaScriptEnabled: false })
  await page.goto(`${server.base}/`)
  await page.getByRole('link', { name: 'All the rules' }).click()
  await page.getByRole('link', { name: 'Français' }).click()
  await page.getByRole('heading', { level: 1, name: 'Les règles de Rosette' }).waitFor()
  const diagrams = await page.locator('.diagram').count()
  await shows(() => page.locator('.diagram svg.still').count(), diagrams)
  await shows(() => page.locator('#d-rosette svg.still circle').count(), 10)
  await shows(() => page.locator('#d-fake .steps').isVisible(), true)
  await page.locator('#d-names summary').click()
  await shows(() => page.locator('#d-names details').innerText(), /Noir\s: C5, A2\.\s+Lettres\s: a C4, b C6/)
})

story('the first key leads past the contents', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/rules?lang=en`)
  await page.keyboard.press('Tab')
  await shows(() => page.evaluate(() => document.activeElement.getAttribute('href')), '#rules')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#rules$/)
})

story('on paper the rules have no buttons', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/rules?lang=en`)
  await page.emulateMedia({ media: 'print' })
  for (const part of ['.walk', '.contents', '.foot .tongues']) assert.ok(!(await page.locator(part).first().isVisible()), part)
  await shows(() => page.locator('#d-ko svg.board').isVisible(), true)
})
