// The page of fair komi: every board in it, its pictures as wide as the window
// leaves room, in four languages, and whole without JavaScript.
import assert from 'node:assert/strict'
import { browse, desktop, phone, serve, shows, story, visit } from './support.mjs'
import { grave, landmarks } from './axe.mjs'

const server = await serve()
const browser = await browse()
const languages = ['en', 'fr', 'es', 'ht']
const boards = ['Beginner board', 'Small board', 'Medium board', 'Large board', 'Full board']

// wide is how far the page is wider than its window.
const wide = (page) => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

// touching lists the rows of the picture in which the name of the board meets its value.
const touching = (page) =>
  page.locator('.bars').evaluate((svg) => {
    const [names, values] = ['.name', '.value'].map((what) => [...svg.querySelectorAll(what)])
    return names.filter((name, i) => name.getBoundingClientRect().right + 4 > values[i].getBoundingClientRect().left).map((name) => name.textContent)
  })
const measured = (page) => page.locator('.findings tbody tr:not(.unmeasured)').count()

// row reads a row of the table by the names of its columns.
const row = (page, i) =>
  page.locator('.findings tbody tr').nth(i).evaluate((tr) =>
    Object.fromEntries([...tr.querySelectorAll('td')].map((td) => [td.dataset.of, td.lastElementChild.firstChild.textContent])),
  )

for (const [name, size] of Object.entries({ desktop, phone })) {
  for (const colorScheme of ['light', 'dark']) {
    story(`on a ${name}, ${colorScheme}, every board has its bar and every measured one its curve`, async () => {
      const page = await visit(browser, { ...size, colorScheme, bypassCSP: true })
      await page.goto(`${server.base}/komi?lang=en`)
      await shows(() => page.locator('.bars .name').allTextContents(), boards)
      await shows(() => page.locator('.findings tbody th').evaluateAll((all) => all.map((th) => th.firstChild.textContent)), boards)
      const known = await measured(page)
      await shows(() => page.locator('.one .curve').count(), known)
      await shows(() => page.locator('.command').count(), known)
      for (const [i, board] of boards.entries()) {
        const { fair, interval } = await row(page, i)
        const value = page.locator('.bars .value').nth(i)
        await shows(() => value.textContent(), !/\d/.test(fair) ? fair : `${fair} (${interval})`)
        await shows(() => page.locator('.bars').getAttribute('aria-label'), new RegExp(`${board}: ${fair.replace('.', '\\.')}`))
      }
      await shows(() => wide(page), 0)
      await page.locator('summary').first().click()
      await shows(() => grave(page), [])
      if (colorScheme === 'light') assert.deepEqual(await landmarks(page), [])
      assert.deepEqual(page.faults, [])
    })
  }
}

story('pictures fill the window and their letters keep their size', async () => {
  const page = await visit(browser)
  await page.goto(`${server.base}/komi?lang=en`)
  for (const width of [320, 390, 768, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    for (const picture of ['.bars', '.curve']) {
      await shows(() => page.locator(picture).first().evaluate((svg) => {
        const { width } = svg.getBoundingClientRect()
        const style = getComputedStyle(svg.parentElement)
        const room = svg.parentElement.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        const letters = svg.querySelector('text').getBoundingClientRect().height
        return Math.abs(width - room) < 1 && width > 150 && letters > 12 && letters < 24 ? 'fits' : `${width} in ${room}, letters of ${letters}`
      }), 'fits')
    }
  }
})

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`a bar lies where its numbers say, on a ${name}`, async () => {
    const page = await visit(browser, size)
    await page.goto(`${server.base}/komi?lang=en`)
    const number = (text) => Number(text.replace('−', '-'))
    const middles = (what) => page.locator(`.bars ${what}`).evaluateAll((all) => all.map((part) => part.getBoundingClientRect()).map(({ left, right }) => (left + right) / 2))
    const texts = async (what) => // without the notes beside them
      (await page.locator(what).evaluateAll((all) => all.map((part) => part.firstChild.textContent))).map(number).filter((x) => !Number.isNaN(x))
    await shows(async () => {
      const [ticks, at] = [await texts('.bars .number'), await middles('.number')]
      const fair = await texts('.findings [data-of=fair] > span:last-child')
      const komi = (await middles('circle.middle')).map((x) => ticks[0] + ((x - at[0]) / (at.at(-1) - at[0])) * (ticks.at(-1) - ticks[0]))
      const near = (x, i) => Math.abs(x - fair[i]) < 0.02 * (ticks.at(-1) - ticks[0])
      return komi.length === fair.length && komi.every(near) ? 'so it is' : `${fair} lie at ${komi}`
    }, 'so it is')
  })
}

story('no page of fair komi scrolls sideways', async () => {
  const page = await visit(browser)
  for (const lang of languages) {
    await page.goto(`${server.base}/komi?lang=${lang}`)
    await page.locator('details').evaluateAll((all) => all.forEach((one) => (one.open = true)))
    for (const [width, letters] of [[320, '16px'], [360, '16px'], [390, '32px'], [768, '16px'], [1024, '16px'], [1200, '16px'], [1280, '16px'], [1920, '16px']]) {
      await page.setViewportSize({ width, height: 800 })
      await page.evaluate((size) => document.documentElement.style.setProperty('font-size', size), letters)
      await shows(async () => `${lang}, ${width}, ${letters}: ${Math.max(await wide(page), 0)} too wide`, `${lang}, ${width}, ${letters}: 0 too wide`)
      await shows(() => touching(page), [])
    }
  }
})

story('without JavaScript one comes from the first page and the rules, and chooses the language', async () => {
  const page = await visit(browser, { ...phone, javaScriptEnabled: false })
  await page.goto(server.base)
  await page.getByRole('link', { name: 'Fair komi' }).click()
  await page.getByRole('heading', { level: 1, name: 'Fair komi' }).waitFor()
  await page.getByRole('link', { name: 'Français' }).click()
  await page.getByRole('heading', { level: 1, name: 'Le komi équitable' }).waitFor()
  await page.getByRole('link', { name: 'Toutes les règles' }).click()
  await page.waitForURL(/\/rules#komi$/)
  await page.locator('#komi').getByRole('link').click()
  await shows(() => page.locator('html').getAttribute('lang'), 'fr')
  await shows(() => page.locator('.bars').isVisible(), true)
})

story('the first key leads to the figures, and on paper there is nothing to press', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/komi?lang=en`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.waitForURL(/#found$/)
  await page.emulateMedia({ media: 'print' })
  for (const part of ['.contents', '.foot .tongues', '.skip']) await shows(() => page.locator(part).isVisible(), false)
  await shows(() => page.locator('.bars').isVisible(), true)
})
