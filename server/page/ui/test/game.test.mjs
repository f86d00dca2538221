// Whole games in a real browser against the real program.
import assert from 'node:assert/strict'
import { advance, browse, count, desktop, enter, finish, ground, more, moves, open, phone, place, serve, shows, status, story, turn, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

async function checkScore(page, komi) {
  const none = { b: 0, w: 0 }
  const table = { Stones: none, Territory: none, ...(await count(page)) }
  const { names } = await ground(page)
  for (const c of ['b', 'w']) {
    assert.equal(table.Total[c], table.Stones[c] + table.Territory[c] + table.Komi[c])
  }
  assert.equal(table.Komi.w, komi)
  assert.ok(table.Total.b + table.Total.w - komi <= names.length)
  const margin = Math.abs(table.Total.b - table.Total.w)
  await shows(() => status(page), new RegExp(`^You (win|lose) by ${margin} point`))
  // A point that somebody owns has a square, or a cross on a dead stone.
  const painted = (owner) => page.locator(`.overlay .paint-${owner}, .overlay .mark.dead.on-${{ b: 'w', w: 'b' }[owner]}`).count()
  for (const c of ['b', 'w']) assert.equal(await painted(c), table.Territory[c])
  assert.equal((await painted('dame')) + table.Total.b + table.Total.w - komi, names.length)
  const bare = names.length - (await page.locator('.piece:not(.faded)').count())
  assert.equal((await painted('b')) + (await painted('w')) + (await painted('dame')), bare)
}

story('a whole game on a phone, by finger', async () => {
  const page = await visit(browser, phone)
  await open(page, server.base)
  const board = await ground(page)
  let played = 0
  for (const name of ['E9', 'E10', 'F9', 'F10', 'D9']) {
    await turn(page)
    const sofar = await moves(page)
    if (sofar.includes(`w ${name}`)) continue // the computer stands there
    const before = sofar.length
    const at = await place(page, name)
    await page.touchscreen.tap(at.x, at.y)
    await shows(() => status(page), `${name}: tap again to play`)
    await shows(async () => (await moves(page)).length, before) // the first tap does not play
    if (played++ % 2 === 0) await page.touchscreen.tap(at.x, at.y)
    else await page.getByRole('button', { name: `Play ${name}` }).tap()
    await page.waitForFunction((n) => document.querySelectorAll('.moves li').length > n, before)
    await shows(async () => (await moves(page))[before], `b ${name}`)
  }
  assert.ok(played >= 2, 'too few moves went through')
  assert.equal(board.name, 'rosette-5')
  const view = await page.locator('svg.board').evaluate((svg) => svg.viewBox.baseVal.width < svg.viewBox.baseVal.height)
  assert.ok(view, 'the honeycomb did not turn to fit the phone')
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)
  assert.ok(!wide, 'the page is wider than the phone')
  await finish(page)
  await checkScore(page, 5.5)
  const blank = await page.evaluate(() => document.documentElement.scrollHeight - document.querySelector('.table').getBoundingClientRect().bottom - scrollY)
  assert.ok(blank < 40, `the page goes on for ${blank} pixels below its end`)
  assert.deepEqual(page.faults, [])
})

story('a whole game at a desk, by mouse, with undo', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base, { board: 'square-9' })
  await turn(page)
  await shows(() => page.getByRole('button', { name: 'Undo' }).isDisabled(), true) // there is nothing to undo yet
  const click = async (name) => {
    const at = await place(page, name)
    await page.mouse.click(at.x, at.y)
  }
  await click('E5')
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 2)
  await turn(page)
  await shows(async () => (await moves(page))[0], 'b E5')
  await click('E5')
  await shows(() => page.locator('.notice').textContent(), /That point is occupied/)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length === 0)
  for (const name of ['D5', 'E5', 'F5', 'C5', 'G5', 'B5', 'H5', 'A5', 'J5']) {
    if (!(await turn(page))) break
    await click(name)
  }
  await finish(page)
  await checkScore(page, 7.5)
  assert.deepEqual(page.faults, [])
})

story('a whole game by keyboard alone', async () => {
  const page = await visit(browser, desktop)
  const keys = page.keyboard
  const focused = () => page.evaluate(() => document.activeElement.name || document.activeElement.className)
  const tabTo = async (wanted) => {
    for (let i = 0; i < 30; i++) {
      await keys.press('Tab')
      if ((await focused()).includes(wanted)) return
    }
    assert.fail(`Tab never reaches ${wanted}`)
  }
  const said = () => page.locator('.described').textContent()
  await page.goto(`${server.base}/new`)
  await tabTo('board')
  await keys.press('ArrowDown')
  await keys.press('ArrowDown')
  await shows(() => page.locator('input[name=board]:checked').inputValue(), 'rosette-6')
  await keys.press('ArrowUp')
  await tabTo('button primary')
  await keys.press('Enter')
  await page.locator('.goban').waitFor()
  await turn(page)

  await tabTo('goban')
  await shows(said, /^[A-K]\d+, (empty|white), .*next to it (\w+)(, \w+){1,2}/)
  const begin = await said()
  await keys.press('ArrowRight')
  assert.notEqual(await said(), begin)
  await keys.press('1')
  await keys.press('ArrowUp')
  const here = (await said()).split(',')[0]
  await keys.press('Enter')
  await page.waitForFunction((name) => document.querySelector('.moves li')?.textContent.includes(name), here)
  await shows(async () => (await moves(page))[0], `b ${here}`)
  await turn(page)
  await shows(() => page.locator('.announced').textContent(), /(^|, )White [A-K]\d+/) // after one's own move, if both came at once
  await keys.press('g')
  await shows(said, /Black chain of 1 stone, [23] liberties, no rosette/)
  await keys.press('r')
  await shows(said, /^\s*No rosettes yet\.\s*$/)
  await keys.press('s')
  await shows(said, /^Your turn\. Black, 0 prisoners\. White, 0 prisoners/)
  await keys.press('l')
  await shows(said, /white, last move, next to it/)

  await tabTo('further')
  await keys.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Settings' }).focus()
  await keys.press('Enter')
  await page.getByRole('dialog').getByLabel('Type a move').focus()
  await keys.press('Space')
  await keys.press('Escape')
  await page.waitForFunction(() => document.activeElement.name === 'entry')
  await keys.type('zz9')
  await keys.press('Enter')
  await shows(() => page.locator('.notice').textContent(), /There is no point “zz9” on this board\. Type a point from A5 to K15/)
  for (let i = 0; i < 3 && (await turn(page)); i++) {
    await advance(page, async () => {
      await keys.press('Control+A')
      await keys.type('pass')
      await keys.press('Enter')
    })
  }
  await finish(page)
  await checkScore(page, 9.5)
  assert.deepEqual(page.faults, [])
})

story('resigning asks once more', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base, { color: 'white' })
  await turn(page)
  await shows(async () => (await moves(page)).length, 1) // the computer has Black and begins
  await more(page, 'Resign')
  await page.getByRole('button', { name: 'Keep playing' }).click()
  await shows(() => status(page), 'Your turn')
  await enter(page, 'resign')
  await page.getByRole('button', { name: 'Yes, resign' }).click()
  await page.locator('.status.over').waitFor()
  await shows(() => status(page), 'You lose by resignation')
  await shows(() => page.locator('.score').count(), 0)
})

story('a reload resumes the game, another browser only watches', async () => {
  const page = await visit(browser, desktop)
  await open(page, server.base)
  await turn(page)
  await enter(page, 'E9')
  await page.waitForFunction(() => document.querySelectorAll('.moves li').length >= 2)
  await turn(page)
  const before = await moves(page)
  await page.reload()
  assert.ok(await turn(page))
  await shows(() => moves(page), before)

  const other = await visit(browser, desktop)
  await other.goto(page.url())
  await shows(() => other.locator('.watching').textContent(), /You are watching/)
  await shows(() => other.getByRole('button', { name: 'Pass' }).count(), 0)
  await shows(() => other.getByRole('textbox').count(), 0)
  const free = await place(other, 'A5')
  await other.mouse.click(free.x, free.y)
  await shows(() => other.locator('.notice').textContent(), /You are watching/)
  await enter(page, 'A6')
  await other.waitForFunction(() => [...document.querySelectorAll('.moves li')].some((li) => li.textContent.endsWith('A6')))
})

story('the first page works without JavaScript', async () => {
  const page = await visit(browser, { ...desktop, javaScriptEnabled: false })
  await page.goto(server.base)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  assert.match(page.url(), /\/games\/[a-z2-7]{26}$/)
})
