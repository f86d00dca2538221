// axe finds nothing serious on any page, by day on one of two sizes and by night on the other.
import assert from 'node:assert/strict'
import { browse, desktop, finish, more, open, phone, pick, serve, set, story, turn, visit } from './support.mjs'
import { clean, themes, wordy } from './axe.mjs'
import { walk } from './phases.mjs'

const server = await serve()
const browser = await browse()

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`axe finds nothing serious on a ${name}`, async () => {
    const page = await visit(browser, { ...size, bypassCSP: true })
    for (const lang of ['ht', 'en']) { // the last one stays chosen
      await page.goto(`${server.base}/rules?lang=${lang}`)
      await page.locator('#d-fake').getByRole('button').last().click()
      await page.locator('#d-fake summary').click()
      if (lang === 'en') await clean(page, 'the rules', themes[name])
      else assert.deepEqual(await wordy(page), [], `the rules, ${lang}`)
    }
    await page.goto(`${server.base}/nothing`)
    await clean(page, 'an error', themes[name])
    await page.goto(`${server.base}/privacy`)
    await clean(page, 'a page of the operator', themes[name])
    await open(page, server.base, { board: 'square-9' })
    await turn(page)
    await clean(page, 'a game', themes[name])
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await clean(page, 'the menu', themes[name])
    await page.keyboard.press('Escape')
    await more(page, 'Settings')
    await clean(page, 'the settings of a table', themes[name])
    await page.keyboard.press('Escape')
    await more(page, 'Help')
    await clean(page, 'how it is played', themes[name])
    for (const [tab, where] of [['Signs', 'the signs'], ['Keyboard', 'the keys']]) {
      await page.getByRole('tab', { name: tab }).click()
      await clean(page, where, themes[name])
    }
    await page.keyboard.press('Escape')
    await set(page, 'Type a move')
    await more(page, 'Estimate')
    await page.locator('.estimate').waitFor()
    await clean(page, 'an estimate', themes[name])
    await more(page, 'Resign')
    await clean(page, 'the question', themes[name])
    await page.getByRole('button', { name: 'Keep playing' }).click()
    await finish(page)
    await clean(page, 'the score', themes[name])
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await clean(page, 'the link', themes[name])
    await page.keyboard.press('Escape')
    const other = await visit(browser, { ...size, bypassCSP: true })
    await other.goto(page.url())
    await other.locator('.goban').waitFor()
    await clean(other, 'watching', themes[name])
  })
}

// The phases are walked through on one size, another one in each run.
const [name, size] = pick(Object.entries({ desktop, phone }))
story(`axe finds nothing serious in any phase on a ${name}`, async () => {
  const page = await visit(browser, { ...size, bypassCSP: true })
  await walk(page, server.base, (where) => clean(page, where))
  assert.deepEqual(page.faults, [])
})
