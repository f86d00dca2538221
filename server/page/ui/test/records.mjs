// A record with a variation and a comment, and the ways to give it to the editor.
import { shows, visit } from './support.mjs'

export const file = '(;FF[4]GM[1]SZ[9]PB[Ann]PW[Bob]RE[B+R];B[cc];W[gg]C[A good reply.](;B[gc])(;B[ee]LB[bb:A]))'

// edited opens the page of records and waits for its board.
export async function edited(browser, base, options, query = '') {
  const page = await visit(browser, options)
  await page.goto(`${base}/record${query}`)
  await page.locator('.goban').waitFor()
  return page
}

// paste pastes a text where nothing is typed.
export const paste = (page, text) =>
  page.evaluate((text) => {
    const data = new DataTransfer()
    data.setData('text', text)
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true }))
  }, text)

// dropped drops a file on the page.
export const dropped = (page, text, name = 'game.sgf') =>
  page.evaluate(
    ([text, name]) => {
      const files = new DataTransfer()
      files.items.add(new File([text], name))
      document.querySelector('.stage').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))
    },
    [text, name],
  )

// says is the current move and who is to play.
export const says = async (page) => (await page.locator('.walk p').innerText()).replace(/\s+/g, ' ')

// nodes lists the nodes of the tree as a screen reader names them.
export const nodes = (page) => page.locator('.tree [role=treeitem]').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))

// opened opens the record and goes to its second move.
export async function opened(browser, base, size) {
  const page = await edited(browser, base, { ...size, bypassCSP: true })
  await paste(page, file)
  await page.getByRole('heading', { name: 'Ann – Bob' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await shows(() => page.locator('.tree [aria-selected=true]').getAttribute('aria-label'), '2 G3 White, comment, 2 branches')
  return page
}
