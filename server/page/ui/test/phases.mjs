// Every phase of a game, once: see is called at each with a page that shows it.
import { adjust, choose, lay, more, press, share, start, stop, type } from './support.mjs'

const two = { board: 'square-9', names: { black: 'Ann', white: 'Bob' } }

// A game that stops long before its end: nobody can say whether White's E6 lives.
export const unsettled = ['E5', 'E6', 'D6', 'D7', 'F6', 'F7']

// A game in which Black has taken a corner and one dead white stone stands in it.
const settled = ['C1', 'G1', 'C2', 'G2', 'C3', 'G3', 'B3', 'H3', 'A3', 'J3', 'B1', 'A1']

export async function walk(page, base, see) {
  await firstPage(page, base, see)
  await bids(page, base, see)
  await odds(page, base, see)
  await endings(page, base, see)
}

async function firstPage(page, base, see) {
  await page.goto(base)
  await see('the first page')
  await page.goto(`${base}/new`)
  await see('the form for a new game')
  await choose(page, { opponent: 'people' })
  await adjust(page)
  await page.locator('[name=rules]').selectOption('flower')
  await choose(page, { komiBy: 'number' })
  await page.locator('[name=komi]').fill('0.3')
  await start(page)
  await page.locator('.wrong').waitFor()
  await see('the form with all that it can ask, and a mistake')
}

async function bids(page, base, see) {
  await share(page, base, { ...two, komiBy: 'divide' })
  await see('an offer')
  await press(page, 'Offer 7.5')
  await see('a choice of colours')
  await share(page, base, { ...two, komiBy: 'open' })
  await press(page, 'Bid 7.5')
  await see('an open auction')
  await share(page, base, { ...two, komiBy: 'secret' })
  await press(page, 'Bid 7.5 in secret')
  await see('a device to hand over')
  await page.getByRole('button', { name: 'I am Bob' }).click()
  await page.getByRole('button', { name: 'One more' }).click()
  await see('a secret bid')
  await press(page, 'Bid 8.5 in secret')
  await see('an auction that is settled')
}

async function odds(page, base, see) {
  await share(page, base, { ...two, board: 'rosette-5', rules: 'mindsports-chinese', handicap: '5' })
  await lay(page, 'E9', 'D4')
  await see('a handicap to be placed')
  await share(page, base, { ...two, board: 'square-9', rules: 'new-zealand', handicap: '3' })
  await lay(page, ...settled.slice(0, 8))
  await see('a game of two')
}

async function endings(page, base, see) {
  await share(page, base, { ...two, rules: 'chinese' })
  await lay(page, ...settled)
  await stop(page)
  await see('an agreement with a dead stone')
  await press(page, 'Black accepts')
  await see('half an agreement')
  await press(page, 'White accepts')
  await see('a result')
  await share(page, base, { ...two, rules: 'new-zealand' })
  await lay(page, ...unsettled)
  await stop(page)
  await page.locator('.open').waitFor()
  await see('an agreement with an unsure chain')
  await press(page, 'Disagree')
  await see('who shall move')
  await share(page, base, { ...two, rules: 'japanese-1989' })
  await lay(page, ...settled)
  await stop(page)
  await type(page, 'A1')
  await see('a chain that was picked')
  await press(page, 'Play it out')
  await see('a trial board')
  await more(page, 'Resign')
  await see('who resigns')
  await page.getByRole('button', { name: 'Keep playing' }).click()
  await share(page, base, { ...two, board: 'rosette-5', rules: 'flower', komiBy: 'number', komi: '0' })
  await lay(page, 'E9', 'E10', 'F9')
  await stop(page)
  await see('the end of Flower')
}
