// What the position comes to, asked for by finger, mouse and keyboard.
import assert from 'node:assert/strict'
import { browse, desktop, ground, lay, listed, more, moves, open, phone, press, serve, share, shows, story, turn, type, visit } from './support.mjs'

const server = await serve()
const browser = await browse()

const words = /^(Black|White) leads by about \d+(\.5)? points? \(± \d+(\.5)?\), \d{2}\s% to win\.$|^About even \(± \d+(\.5)? points?\)\.$/
const toggle = (page) => more(page, 'Estimate')
const offered = (page) => listed(page, (menu) => menu.getByRole('button', { name: 'Estimate', exact: true }).count())
const text = (page) => page.locator('.status .estimate').allTextContents().then((all) => all.join())
const pressed = (page) => listed(page, (menu) => menu.getByRole('button', { name: 'Estimate', exact: true }).getAttribute('aria-pressed'))
const squares = (page) => page.locator('.overlay .heat').count()

const sure = (owner) => 0.24 * Math.sqrt(Math.abs(owner)) > 0.12 // other points have no square

// shown waits for chance, lead and squares, and returns the server's estimate.
async function shown(page) {
  await shows(() => text(page), words)
  await shows(() => pressed(page), 'true')
  const said = await page.evaluate(async () => {
    const ply = document.querySelectorAll('.moves li').length
    return (await fetch(`/api${location.pathname}/estimate?ply=${ply}&visits=1000&lang=en`)).json()
  })
  await shows(() => text(page), said.text) // the same position, the same answer
  const { names } = await ground(page)
  assert.equal(said.owner.length, names.length)
  const most = said.owner.filter(sure).length // a stone on its owner's point has no square
  await shows(async () => (await squares(page)) <= most && (await squares(page)) >= most - (await page.locator('.moves li').count()), true)
  return said
}

const gone = async (page) => {
  await shows(() => text(page), '')
  await shows(() => squares(page), 0)
  await shows(() => pressed(page), 'false')
}

story('on a phone an estimate is pressed for, and the next move takes it away', async () => {
  const page = await visit(browser, phone)
  await open(page, server.base)
  await type(page, 'E9')
  await turn(page)
  await toggle(page)
  await shown(page)
  await shows(() => page.evaluate(() => document.documentElement.scrollWidth <= 390), true)
  const stones = (await moves(page)).map((move) => move.slice(2))
  await type(page, (await ground(page)).names.find((name) => !stones.includes(name)))
  await gone(page)
  await turn(page)
  await toggle(page)
  await shown(page)
  await toggle(page)
  await gone(page)
  assert.deepEqual(page.faults, [])
})

story('at a desk the squares are of who owns the points, and larger where that is surer', async () => {
  const page = await visit(browser, desktop)
  const wall = ['A5', 'A6', 'B5', 'B6', 'C5', 'C6', 'D5', 'D6', 'E5', 'E6', 'F5', 'F6', 'G5', 'G6', 'H5', 'H6', 'J5', 'J6', 'D8']
  await share(page, server.base, { board: 'square-9', names: { black: 'Ann', white: 'Bob' } })
  await lay(page, ...wall)
  await toggle(page)
  const { owner, next } = await shown(page)
  assert.equal(next, 'w')
  const { names } = await ground(page)
  const at = (name) => owner[names.indexOf(name)]
  assert.ok(at('E5') > 0.25 && at('E6') < -0.25, `E5 ${at('E5')}, E6 ${at('E6')}`)
  const stones = Object.fromEntries(wall.map((name, i) => [name, 'bw'[i % 2]]))
  const wanted = names.filter((name) => sure(at(name)) && stones[name] !== (at(name) > 0 ? 'b' : 'w'))
  await shows(() => squares(page), wanted.length)
  const sizes = await page.locator('.overlay .heat').evaluateAll((all) => all.map((one) => [one.classList[1], Number(one.getAttribute('width'))]))
  wanted.forEach((name, i) => {
    assert.equal(sizes[i][0], at(name) > 0 ? 'b' : 'w', name)
    assert.ok(Math.abs(sizes[i][1] - 0.48 * Math.sqrt(Math.abs(at(name)))) < 1e-6, `${name}: ${sizes[i][1]} for ${at(name)}`)
  })
  await press(page, 'Undo')
  await gone(page)
  await more(page, 'Resign')
  await press(page, 'Resign as Black')
  await toggle(page) // who was ahead?
  await shown(page)
  assert.deepEqual(page.faults, [])
})

story('the keyboard asks, and each point says whose it may be', async () => {
  const page = await visit(browser, desktop)
  const said = () => page.locator('.described').textContent()
  await open(page, server.base, { board: 'square-9' })
  await turn(page)
  await page.locator('.goban').focus()
  await page.keyboard.press('e')
  await shown(page)
  await shows(() => page.locator('p[role=status] .estimate').count(), 1) // so that it is spoken
  await page.locator('.goban').focus()
  await page.keyboard.press('ArrowUp')
  await shows(said, /empty, (undecided|(almost certainly|probably) (Black|White)’s), next to it/)
  await page.keyboard.press('e')
  await gone(page)
  await page.locator('.goban').focus()
  await page.keyboard.press('ArrowDown')
  await shows(said, /empty, next to it/)
  await shows(async () => {
    if ((await page.getByRole('dialog').count()) === 0) await page.getByRole('button', { name: 'More', exact: true }).press('Enter')
    return page.getByRole('dialog').getByRole('button', { name: 'Estimate', exact: true }).count()
  }, 1)
  await page.getByRole('dialog').getByRole('button', { name: 'Estimate', exact: true }).press('Enter')
  await shown(page)
  assert.deepEqual(page.faults, [])
})

story('an estimate takes the place of a hint, and a hint that of an estimate', async () => {
  const page = await visit(browser, desktop)
  const hint = page.getByRole('button', { name: 'Hint', exact: true })
  const hinted = () => page.locator('.status .hinted').count()
  await open(page, server.base, { board: 'square-9' })
  await turn(page)
  for (let times = 0; times < 2; times++) {
    await hint.click()
    await shows(hinted, 1)
    await gone(page)
    await toggle(page)
    await shown(page)
    await shows(hinted, 0)
    await shows(() => hint.getAttribute('aria-pressed'), 'false')
  }
  assert.deepEqual(page.faults, [])
})

story('where nothing is estimated there is no button, and who asks too often is told', async () => {
  const page = await visit(browser, desktop)
  await share(page, server.base, { board: 'square-9', komiBy: 'open', names: { black: 'Ann', white: 'Bob' } })
  await shows(() => offered(page), 0)
  await share(page, server.base, { board: 'square-9', names: { black: 'Ann', white: 'Bob' } })
  await shows(() => offered(page), 1)
  await page.evaluate(async () => {
    const ask = () => fetch(`/api${location.pathname}/estimate?ply=0`)
    const refused = async () => (await ask()).status === 429 || Promise.reject()
    await Promise.any(Array.from({ length: 70 }, refused))
    window.asking = setInterval(() => void ask(), 200) // one more is allowed each second
  })
  const told = page.locator('.notice')
  const got = page.locator('.status .estimate')
  for (;;) {
    await toggle(page)
    await told.or(got).first().waitFor()
    if ((await told.count()) > 0) break
    await toggle(page) // takes away what it got by chance
    await got.waitFor({ state: 'detached' })
  }
  await shows(() => told.textContent(), /^There have been too many estimates from this address\. Please wait \d+ seconds?\.$/)
  await page.evaluate(() => clearInterval(window.asking))
  await shows(() => pressed(page), 'false')
  await lay(page, 'pass', 'pass')
  await shows(() => offered(page), 0)
})
