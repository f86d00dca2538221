// A record with a variation and a comment, as the page of records shows it.
import { shows, visit } from './support.mjs'

export const file = '(;FF[4]GM[1]SZ[9]PB[Ann]PW[Bob]RE[B+R];B[cc];W[gg]C[A good reply.](;B[gc])(;B[ee]LB[bb:A]))'

// says is which move of how many is shown.
export const says = (page) => page.locator('.steps label span').textContent()

// opened opens the record and goes to its second move.
export async function opened(browser, base, size) {
  const page = await visit(browser, { ...size, bypassCSP: true })
  await page.goto(`${base}/record`)
  await page.locator('input[type=file]').setInputFiles({ name: 'a.sgf', mimeType: 'text/plain', buffer: Buffer.from(file) })
  await page.getByText('Ann').waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await shows(() => says(page), 'Move 2 of 3')
  return page
}
