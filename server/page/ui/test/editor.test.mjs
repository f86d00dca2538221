// The editor of game records: every operation by keyboard alone, edits that outlive the page, and
// files that try to harm.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { readFileSync, writeFileSync } from 'node:fs'
import { browse, desktop, phone, serve, share, shows, story, visit } from './support.mjs'
import { clean, themes, wordy } from './axe.mjs'
import { dropped, edited, nodes, opened, paste, says } from './records.mjs'

const server = await serve()
const browser = await browse()

// chosen is the node that is shown.
const chosen = (page) => page.locator('.tree [aria-selected=true]').getAttribute('aria-label')

// kept waits until every change is in the browser's storage.
const kept = (page) => shows(() => page.locator('p.kept').innerText(), 'All changes kept')

// board goes to the board with the Tab key and its cursor to a point with the arrow keys.
async function board(page) {
  for (let i = 0; i < 60 && !(await page.evaluate(() => document.activeElement.classList.contains('goban'))); i++) await page.keyboard.press('Tab')
  await shows(() => page.locator('.goban:focus').count(), 1)
}

const press = async (page, ...keys) => {
  for (const key of keys) await page.keyboard.press(key)
}

// saved saves the record as a file and returns its text.
async function saved(page, name = 'Game record (SGF)') {
  await page.getByRole('button', { name: 'Save', exact: true }).first().click()
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('dialog').getByRole('button', { name }).click()])
  await page.keyboard.press('Escape')
  return readFile(await download.path())
}

story('every operation is done by keyboard alone', async () => {
  const page = await edited(browser, server.base, { ...desktop, bypassCSP: true })
  await paste(page, '(;GM[1]FF[4]SZ[9])')
  await shows(() => page.locator('.goban').getAttribute('aria-label'), '9×9 board')
  await board(page) // E5
  await press(page, 'Enter')
  await shows(() => chosen(page), '1 E5 Black')
  await press(page, 'ArrowUp', 'Enter')
  await shows(() => chosen(page), '2 E6 White')
  await press(page, ',', 'ArrowRight', 'Enter')
  await shows(() => nodes(page), ['Start', '1 E5 Black, 2 branches', '2 E6 White', '2 F6 White'])
  await press(page, 'p')
  await shows(() => nodes(page), ['Start', '1 E5 Black, 2 branches', '2 F6 White', '2 E6 White'])
  await press(page, 'Control+z')
  await shows(() => nodes(page), ['Start', '1 E5 Black, 2 branches', '2 E6 White', '2 F6 White'])
  await press(page, 'Control+y')
  await shows(() => nodes(page), ['Start', '1 E5 Black, 2 branches', '2 F6 White', '2 E6 White'])
  await press(page, 'Enter')
  await shows(() => page.getByRole('alert').innerText(), 'That point is occupied.')
  await press(page, 'r')
  await page.getByText('Choose the point for move 2. The moves after it stay.').waitFor()
  await press(page, 'ArrowDown', 'Enter')
  await shows(() => chosen(page), '2 F5 White')
  for (const [tool, cls] of Object.entries({ c: 'circle', t: 'triangle', s: 'square', k: 'cross' })) {
    await press(page, tool, 'Enter')
    await page.locator(`.mark.${cls}`).waitFor()
    await press(page, 'Enter') // the same again goes away
    await page.locator(`.mark.${cls}`).waitFor({ state: 'detached' })
  }
  await press(page, 'ArrowUp', 'l', 'Enter', 'ArrowUp', 'n', 'Enter', 'a', 'Enter', 'ArrowLeft', 'Enter', 'i', 'Enter', 'ArrowLeft', 'Enter')
  await shows(() => page.locator('.overlay .label').allTextContents(), ['A', '1'])
  await shows(() => page.locator('.stroke').count(), 2)
  await press(page, 'b', 'ArrowLeft', 'Enter', 'w', 'ArrowLeft', 'Enter', 'x', 'ArrowRight', 'Enter')
  await press(page, 'Escape')
  await shows(() => page.locator('.rail [aria-pressed=true]').getAttribute('aria-label'), 'Moves in turn')
  await page.evaluate(() => document.activeElement.blur())
  await press(page, 'Control+c', 'Home', 'ArrowRight', 'ArrowDown', 'Control+v')
  await shows(() => nodes(page).then((all) => all.length), 6)
  await press(page, 'Delete')
  await shows(() => page.locator('.described').innerText(), 'The branch is in the bin.')
  await press(page, 'Control+z')
  await shows(() => nodes(page).then((all) => all.length), 6)
  await press(page, 'End')
  await shows(async () => (await chosen(page)) !== 'Start', true)
  await page.waitForFunction(() => document.querySelector('.walk [aria-label="Next move"]').getAttribute('aria-disabled') === 'true')
  await press(page, 'Enter')
  await page.locator('.remark textarea').waitFor()
  await page.keyboard.type('Look at E5')
  await press(page, 'Control+Enter')
  await shows(() => page.locator('.prose-text').innerText(), 'Look at E5')
  await press(page, '/')
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await page.getByRole('dialog').getByRole('textbox').fill('look')
  await press(page, 'Enter')
  await shows(() => page.getByRole('dialog').getByRole('status').innerText(), '1 place')
  await press(page, 'Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await press(page, '?')
  await page.getByRole('dialog').getByText('between branches').waitFor()
  await press(page, 'Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await clean(page, 'the editor')
  assert.deepEqual(page.faults, [])
})

story('a move is replaced, what follows stays, and what became impossible is barred', async () => {
  const page = await edited(browser, server.base, desktop)
  await paste(page, '(;GM[1]FF[4]SZ[9];B[cc];W[gg];B[ee];W[cg])')
  await shows(() => nodes(page).then((all) => all.length), 5)
  await press(page, 'ArrowRight')
  await shows(() => chosen(page), '1 C7 Black')
  await press(page, 'r')
  await board(page)
  await press(page, 'Enter') // E5, where the third move is
  await shows(() => nodes(page), ['Start', '1 E5 Black', '2 G3 White', '3 E5 Black, not possible', '4 C3 White'])
  await page.evaluate(() => document.activeElement.blur())
  await press(page, 'ArrowRight', 'ArrowRight')
  await page.locator('.mistake').getByText('Move 3 (Black at E5) is against the rules').waitFor()
  await press(page, 'Control+z')
  await shows(() => nodes(page), ['Start', '1 C7 Black', '2 G3 White', '3 E5 Black', '4 C3 White'])
  assert.deepEqual(page.faults, [])
})

story('edits are kept, and undone, after the page was loaded again', async () => {
  const page = await opened(browser, server.base, desktop)
  const before = await nodes(page)
  await press(page, 'End', 'Delete')
  await shows(() => nodes(page).then((all) => all.length), before.length - 1)
  await kept(page)
  await page.reload()
  await shows(() => nodes(page).then((all) => all.length), before.length - 1)
  await shows(() => chosen(page), '2 G3 White, comment')
  await page.getByRole('button', { name: 'More', exact: true }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Bin' }).click()
  await page.getByRole('dialog').getByText('3 G7 Black, 1 position').waitFor()
  await press(page, 'Escape')
  await page.locator('dialog').waitFor({ state: 'detached' })
  await press(page, 'Control+z')
  await shows(() => nodes(page), before)
  await press(page, 'Control+y')
  await shows(() => nodes(page).then((all) => all.length), before.length - 1)
  await kept(page)
  const other = await page.context().newPage() // has the draft no more
  await page.close()
  await other.goto(`${server.base}/record`)
  await shows(() => nodes(other).then((all) => all.length), before.length - 1)
  await other.getByRole('button', { name: 'Drafts' }).click()
  await shows(() => other.getByRole('dialog').locator('li').count(), 1)
})

story('one tab at a time has a draft, and another one takes it over with all edits', async () => {
  const first = await opened(browser, server.base, desktop)
  const before = (await nodes(first)).length
  await press(first, 'End', 'Delete')
  await kept(first)
  await first.getByRole('button', { name: 'Drafts' }).click()
  const second = await first.context().newPage()
  await second.goto(`${server.base}/record`)
  await second.locator('.goban').waitFor()
  await shows(() => nodes(second).then((all) => all.length), 1) // a board of its own
  await second.getByRole('button', { name: 'Drafts' }).click()
  await second.getByRole('dialog').locator('li button').first().click()
  await second.getByText('Open in another tab').waitFor()
  await press(second, 'Control+z')
  await shows(() => nodes(second).then((all) => all.length), before - 1)
  await second.getByRole('button', { name: 'Edit here' }).click()
  await shows(() => second.getByText('Open in another tab').count(), 0)
  await press(second, 'Control+z')
  await shows(() => nodes(second).then((all) => all.length), before)
  await kept(second)
  await press(first, 'Escape')
  await first.getByText('Open in another tab').waitFor()
  await first.getByRole('button', { name: 'Edit here' }).click()
  await shows(() => nodes(first).then((all) => all.length), before)
  await press(first, 'Control+y')
  await shows(() => nodes(first).then((all) => all.length), before - 1)
})

story('in place of an open draft that is deleted an empty board is edited', async () => {
  const page = await opened(browser, server.base, desktop)
  await kept(page)
  await page.getByRole('button', { name: 'Drafts' }).click()
  const remove = page.getByRole('dialog').locator('li .act')
  await remove.click()
  await remove.click()
  await page.getByRole('dialog').getByText('There are no drafts yet').waitFor()
  await press(page, 'Escape')
  await shows(() => nodes(page).then((all) => all.length), 1)
  await board(page)
  await press(page, 'Enter')
  await shows(() => nodes(page).then((all) => all.length), 2)
  await kept(page)
  assert.deepEqual(page.faults, [])
})

story('a record is opened, edited and left without a network, and all is there again', async () => {
  const page = await edited(browser, server.base, phone)
  await page.evaluate(() => navigator.serviceWorker.ready)
  await page.reload()
  await page.locator('.goban').waitFor()
  await page.context().setOffline(true)
  await page.reload()
  await page.locator('.goban').waitFor()
  await dropped(page, '(;GM[1]FF[4]SZ[9]PB[Ann]PW[Bob];B[cc];W[gg])')
  await page.getByRole('heading', { name: 'Ann – Bob' }).waitFor()
  await page.locator('.thumb').getByRole('button', { name: 'Next' }).tap()
  await shows(() => chosen(page), '1 C7 Black')
  await page.locator('.thumb').getByRole('button', { name: 'Comment' }).tap()
  await page.getByRole('button', { name: 'Write about this position' }).tap()
  await page.keyboard.type('Kept offline')
  await page.getByRole('button', { name: 'Done' }).tap()
  await kept(page)
  const again = await page.context().newPage()
  await page.close()
  await again.goto(`${server.base}/record`)
  await again.getByRole('heading', { name: 'Ann – Bob' }).waitFor()
  await shows(() => again.locator('.prose-text').innerText(), 'Kept offline')
  assert.deepEqual(page.faults, [])
})

// hostile are texts in a comment that must stay text.
const hostile = '<script>window.harmed = 1</script><img src=x onerror="window.harmed = 1"> [here](javascript:window.harmed=1) **<b onclick=alert(1)>bold</b>** \u202eabc\u0301\u0301\u0301\u0301\u0301\u0301'

story('what a comment has is shown as text and links, and never run', async () => {
  const page = await edited(browser, server.base, desktop)
  await paste(page, `(;GM[1]FF[4]SZ[9]PB[<img src=x onerror="harmed=1">]C[${hostile.replaceAll(']', '\\]')}
- see [the rules\\](https://example.org/rules)
- *C7* is **big**])`)
  await page.locator('.prose-text li').first().waitFor()
  assert.match(await page.locator('.prose-text p').innerText(), /^<script>window\.harmed = 1<\/script><img src=x onerror="window\.harmed = 1"> \[here\]\(javascript:window\.harmed=1\) <b onclick=alert\(1\)>bold<\/b> abc\u0301{3}$/)
  assert.deepEqual(await page.locator('.prose-text a').evaluateAll((all) => all.map((one) => [one.getAttribute('href'), one.rel])), [['https://example.org/rules', 'noopener']])
  await shows(() => page.locator('.prose-text b').allInnerTexts(), ['<b onclick=alert(1)>bold</b>', 'big'])
  await page.locator('.prose-text .at').hover()
  await page.locator('.mark.spoken').waitFor()
  await shows(() => page.locator('.prose-text :is(script, img, b b)').count(), 0)
  assert.equal(await page.evaluate(() => window.harmed), undefined)
  assert.deepEqual(page.faults, [])
})

const refused = {
  en: ['This is not a game record that can be read.', 'too large'],
  fr: ['Ce n’est pas une partie lisible.', 'trop gros'],
  es: ['No es una partida que se pueda leer.', 'demasiado grande'],
  ht: ['Sa a se pa yon pati nou ka li.', 'twò gwo'],
}

story('what cannot be opened is refused with one sentence in each language', async () => {
  const page = await visit(browser, { ...phone, bypassCSP: true })
  for (const [lang, [unreadable, large]] of Object.entries(refused)) {
    await page.goto(`${server.base}/record?lang=${lang}`)
    await page.locator('.goban').waitFor()
    const alert = page.getByRole('alert')
    await paste(page, 'no record')
    await alert.getByText(unreadable).waitFor()
    await page.evaluate(() => {
      const files = new DataTransfer()
      files.items.add(new File(['(;C[', 'x'.repeat(50_000_000), '])'], 'large.sgf'))
      document.querySelector('.stage').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files }))
    })
    await alert.getByText(large).waitFor()
    await paste(page, `(${';B[aa]'.repeat(60_000)})`) // more nodes than a record may have
    await shows(async () => (await alert.innerText()).includes(large), true)
    await paste(page, `${'(;'.repeat(200_000)}`)
    await page.waitForFunction(() => document.querySelector('[role=alert]') !== null)
    await paste(page, ']'.repeat(1_000_000))
    await alert.getByText(unreadable).waitFor()
    assert.deepEqual(await wordy(page), [])
  }
  assert.deepEqual(page.faults, [])
})

story('on a phone the tools and the comment are sheets that leave the board in sight', async () => {
  const page = await opened(browser, server.base, phone)
  await page.emulateMedia({ colorScheme: themes.phone })
  const bar = page.locator('.thumb')
  await bar.getByRole('button', { name: 'Marks' }).tap()
  await page.locator('.marks-sheet').getByRole('button', { name: 'Triangle' }).tap()
  const sheet = await page.locator('.marks-sheet').boundingBox()
  const wood = await page.locator('.stage svg.board').boundingBox()
  assert.ok(sheet.y >= wood.y + wood.height * 0.97, `the sheet begins at ${sheet.y}, the board ends at ${wood.y + wood.height}`)
  await page.touchscreen.tap(wood.x + wood.width / 2, wood.y + wood.height / 2)
  await page.locator('.mark.triangle').waitFor()
  await clean(page, 'the tools on a phone', themes.phone)
  await bar.getByRole('button', { name: 'Comment' }).tap()
  await shows(() => page.locator('.marks-sheet').count(), 0)
  await page.locator('.parts.drawn').getByText('A good reply.').waitFor()
  await clean(page, 'the comment on a phone', themes.phone)
  await bar.getByRole('button', { name: 'More' }).tap()
  await page.getByRole('dialog').getByRole('button', { name: 'New', exact: true }).tap()
  await page.getByRole('dialog').locator('select[name=board]').selectOption('rosette-3')
  await page.getByRole('dialog').getByRole('button', { name: 'Create' }).tap()
  await shows(() => page.locator('.goban').getAttribute('aria-label'), 'Beginner board')
  const [width, height] = await page.evaluate(() => [document.documentElement.scrollWidth - innerWidth, document.documentElement.scrollHeight - innerHeight])
  assert.ok(width <= 0 && height <= 0, `${width} and ${height} too much`)
  assert.deepEqual(page.faults, [])
})

story('a screen reader finds the board, the tools, the tree and the comment', async () => {
  const page = await opened(browser, server.base, desktop)
  await kept(page)
  const is = `${await page.locator('main').ariaSnapshot()}\n`
  const golden = new URL('editor.yml', import.meta.url)
  if (process.env.UPDATE === '1') writeFileSync(golden, is)
  assert.equal(is, readFileSync(golden, 'utf8'), 'if that is meant, play the story with UPDATE=1')
})

story('a record is saved as each kind of file', async () => {
  const page = await opened(browser, server.base, desktop)
  assert.match((await saved(page)).toString(), /^\(;.*PB\[Ann\].*;B\[cc\]\s*;W\[gg\]C\[A good reply\.\]/s)
  assert.match((await saved(page, 'SGF for any viewer')).toString(), /^\(;.*GM\[1\]/s)
  assert.equal((await saved(page, 'Picture (PNG)')).subarray(1, 4).toString(), 'PNG')
  const drawing = await saved(page, 'Drawing (SVG)')
  assert.match(drawing.toString(), /^<svg /)
  await board(page)
  await press(page, 'ArrowUp')
  await page.locator('.cursor').waitFor()
  assert.equal((await saved(page, 'Drawing (SVG)')).length, drawing.length) // without the cursor
  assert.match((await saved(page, 'Web page with the moves')).toString(), /^<!doctype html>/i)
  await page.close()
})

story('the game at an address of this server is opened, and no other address', async () => {
  const table = await visit(browser, desktop)
  await share(table, server.base, { board: 'rosette-3', names: { black: 'Ann', white: 'Bob' } })
  const page = await edited(browser, server.base, desktop)
  await page.context().addCookies(await table.context().cookies())
  await paste(page, table.url())
  await page.getByRole('heading', { name: 'Ann – Bob' }).waitFor()
  await shows(() => page.locator('.goban').getAttribute('aria-label'), 'Beginner board')
  await paste(page, 'https://example.org/games/abc')
  await page.getByRole('alert').getByText('Only addresses of games on this server can be opened.').waitFor()
  assert.deepEqual(page.faults, [])
})
