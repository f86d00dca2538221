// A game record is opened to look at, by button, paste and from another page.
import assert from 'node:assert/strict'
import { browse, desktop, phone, serve, shows, story, visit } from './support.mjs'
import { grave } from './axe.mjs'

const server = await serve()
const browser = await browse()
const file = '(;FF[4]GM[1]SZ[9]PB[Ann]PW[Bob]RE[B+R];B[cc];W[gg]C[A good reply.](;B[gc])(;B[ee]LB[bb:A]))'

const says = (page) => page.locator('.steps label span').textContent()

story('a record is opened and gone through with its variations and comments', async () => {
  for (const device of [desktop, phone]) {
    const page = await visit(browser, { ...device, bypassCSP: true })
    await page.goto(`${server.base}/record`)
    await page.locator('input[type=file]').setInputFiles({ name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(file) })
    await page.getByText('Ann').waitFor()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await shows(() => says(page), 'Move 2 of 3')
    await page.getByText('A good reply.').waitFor()
    await page.getByRole('button', { name: 'Black at E5' }).click()
    await shows(() => page.locator('.moves li .point').last().textContent(), 'E5')
    assert.deepEqual(await grave(page), [])
    assert.deepEqual(page.faults, [])
  }
})

story('a record is pasted, left by another page, or refused with a sentence', async () => {
  const page = await visit(browser, desktop)
  await page.goto(`${server.base}/record`)
  await page.locator('.chooser').waitFor()
  const paste = (text) =>
    page.evaluate((text) => {
      const data = new DataTransfer()
      data.setData('text', text)
      document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }))
    }, text)
  await paste('no record')
  await page.getByText('This file is not a game record').waitFor()
  await paste(file)
  await page.getByText('Ann').waitFor()
  await page.evaluate(() => sessionStorage.setItem('record', btoa('(;GM[1]SZ[5]PB[Zoe];B[aa])')))
  await page.reload()
  await page.getByText('Zoe').waitFor()
})
