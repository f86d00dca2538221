// axe finds nothing serious on any page, by day and by night. Its own script
// may run in these pages only because the test switches their policy off.
import assert from 'node:assert/strict'
import { axe, browse, desktop, finish, more, open, phone, serve, story, turn, visit } from './support.mjs'
import { walk } from './phases.mjs'

const server = await serve()
const browser = await browse()

// clean asks axe by day, then by night: only the page's colours change, so each
// page is opened and brought to where it is looked at once for both.
async function clean(page, where) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.addScriptTag({ path: axe })
  for (const colorScheme of ['light', 'dark']) {
    await page.emulateMedia({ colorScheme })
    await page.waitForFunction(() => document.getAnimations().length === 0) // colours may still be on their way
    const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ['violations'] }))
    const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
    const lines = grave.map(({ id, help, nodes }) => `${where}, ${colorScheme}: ${id}: ${help}: ${nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`)
    assert.deepEqual(lines, [])
  }
}

for (const [name, size] of Object.entries({ desktop, phone })) {
  story(`axe finds nothing serious on a ${name}`, async () => {
    const page = await visit(browser, { ...size, bypassCSP: true })
    await page.goto(server.base)
    await clean(page, 'the first page')
    for (const lang of ['fr', 'es', 'ht', 'en']) { // the last one stays chosen
      await page.goto(`${server.base}/rules?lang=${lang}`)
      await page.locator('#d-fake').getByRole('button').last().click()
      await page.locator('#d-fake summary').click()
      await clean(page, `the rules, ${lang}`)
      await page.goto(`${server.base}/komi?lang=${lang}`)
      await page.locator('summary').first().click()
      await clean(page, `fair komi, ${lang}`)
    }
    await page.goto(`${server.base}/nothing`)
    await clean(page, 'an error')
    await open(page, server.base, { board: 'square-9' })
    await turn(page)
    await clean(page, 'a game')
    await page.getByRole('button', { name: 'More', exact: true }).click()
    await page.getByLabel('Coordinates').check()
    await clean(page, 'the menu')
    await page.keyboard.press('Escape')
    await more(page, 'Keyboard')
    await clean(page, 'the keys')
    await page.keyboard.press('Escape')
    await more(page, 'Type a move')
    await more(page, 'Estimate')
    await page.locator('.estimate').waitFor()
    await clean(page, 'an estimate')
    await more(page, 'Resign')
    await clean(page, 'the question')
    await page.getByRole('button', { name: 'Keep playing' }).click()
    await finish(page)
    await clean(page, 'the score')
    await page.getByRole('button', { name: 'Share', exact: true }).click()
    await clean(page, 'the link')
    await page.keyboard.press('Escape')
    await more(page, 'How do I play?')
    await clean(page, 'how it is played')
    await page.keyboard.press('Escape')
    const other = await visit(browser, { ...size, bypassCSP: true })
    await other.goto(page.url())
    await other.locator('.goban').waitFor()
    await clean(other, 'watching')
  })
  story(`axe finds nothing serious in any phase on a ${name}`, async () => {
    const page = await visit(browser, { ...size, bypassCSP: true })
    await walk(page, server.base, (where) => clean(page, where))
    assert.deepEqual(page.faults, [])
  })
}
