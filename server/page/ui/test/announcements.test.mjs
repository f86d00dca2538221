// What two people read of what happens in their game, each on his own page, and until when.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { browse, desktop, phone, program, serve, shows, story } from './support.mjs'
import { join } from './world.mjs'

const server = await serve()
const browser = await browse()

// A game in which Black has taken a corner and one dead white stone stands in it.
const settled = ['C1', 'G1', 'C2', 'G2', 'C3', 'G3', 'B3', 'H3', 'A3', 'J3', 'B1', 'A1']

// meet seats Ann, who has Black, and Bob at a game and plays some of it.
async function meet(names, terms, ...moves) {
  const people = [await join(browser, server.base, names[0], desktop), await join(browser, server.base, names[1], phone)]
  const { id } = await people[0].ask('POST', '/api/lobby/offers', { kind: 'link', game: { board: 'square-9', clock: '10m+3x30s', color: 'black', ...terms } })
  await people[1].ask('POST', `/api/lobby/offers/${id}/accept`, {})
  for (const [i, point] of moves.entries()) await people[i % 2].act(id, point === 'pass' ? { command: 'pass' } : { command: 'play', point })
  for (const { page } of people) {
    await page.goto(`${server.base}/games/${id}`)
    await page.locator('.table[data-idle=true]').waitFor()
  }
  return [id, ...people]
}

const recent = ({ page }) => async () => (await page.locator('.status .recent').allTextContents()).join('')

story('who marks stones is named, and whose acceptance that ends', async () => {
  const [id, ann, bob] = await meet(['Ann', 'Bob'], { rules: 'aga' }, ...settled, 'pass', 'pass')
  await shows(() => ann.page.locator('.consent').count(), 1)
  await ann.page.getByRole('button', { name: 'Accept', exact: true }).click()
  await shows(() => ann.page.locator('.status b').textContent(), /Waiting/)
  await bob.act(id, { command: 'mark', points: ['A1'], dead: false })
  await shows(recent(ann), 'Bob marks A1 as alive. Please accept again.')
  await shows(recent(bob), 'You mark A1 as alive. Ann needs to accept again.')
  await ann.act(id, { command: 'agree' })
  await shows(recent(ann), 'Bob marks A1 as alive.')
  await shows(recent(bob), 'You mark A1 as alive.')
  await bob.act(id, { command: 'dispute' })
  await shows(recent(bob), 'You disagree. Play resumes. Ann to play.')
  await ann.act(id, { command: 'pass' })
  await shows(recent(bob), '')
  for (const { page } of [ann, bob]) assert.deepEqual(page.faults, [])
})

story('a request that nobody answers lapses with the next move, and time that is given is seen', async () => {
  const [id, ann, bob] = await meet(['Cleo', 'Dan'], {}, 'E5', 'D4')
  await bob.act(id, { command: 'undo' })
  await shows(recent(bob), 'You ask to undo a move.')
  await ann.act(id, { command: 'play', point: 'F6' })
  for (const one of [ann, bob]) await shows(recent(one), 'The request has lapsed.')
  await ann.act(id, { command: 'add-time' })
  await shows(recent(bob), 'Cleo gives the opponent 15 more seconds.')
  await bob.act(id, { command: 'pause' })
  await shows(recent(bob), 'You ask for a pause.')
  await bob.act(id, { command: 'play', point: 'G7' })
  for (const one of [ann, bob]) await shows(recent(one), 'The request has lapsed.')
  for (const { page } of [ann, bob]) assert.deepEqual(page.faults, [])
})

story('while komi is bid for one deadline is shown, and a game that ends then has no review', async () => {
  const [id, ann, bob] = await meet(['Eva', 'Finn'], { komiBy: 'divide' })
  await shows(() => ann.page.getByRole('region', { name: 'Meeting' }).locator('p').allTextContents().then((all) => all.join('|')), /^Answer within [12]:\d\d, or the game is aborted\.$/)
  const asked = []
  ann.page.on('request', (request) => /\/review/.test(request.url()) && asked.push(request.url()))
  await bob.act(id, { command: 'resign' })
  await ann.page.getByText('This game was too short for a review.').waitFor()
  await ann.page.waitForTimeout(2500)
  assert.equal(asked.length, 1)
  for (const { page } of [ann, bob]) assert.deepEqual(page.faults, [])
})

story('who takes the button is said, and seen beside the name', async () => {
  const [, ann, bob] = await meet(['Gil', 'Hana'], { rules: 'aga-button' }, 'E5')
  await bob.page.getByRole('button', { name: 'Pass', exact: true }).click()
  await shows(recent(ann), 'Hana takes the button (½ point).')
  await shows(() => ann.page.locator('.player.far .taken').textContent(), /button ½/)
  await shows(recent(bob), 'You take the button (½ point).')
})

story('the players of a rated game that was annulled read it on its page and on the profile', async () => {
  const [id, ann, bob] = await meet(['Ida', 'Jon'], { rated: true }, 'E5', 'D4')
  await bob.act(id, { command: 'resign' })
  await ann.page.getByText(/Rating.*Ida/).waitFor()
  execFileSync(program, ['admin', '--data', server.data, 'annul', id, 'Two accounts of one person'])
  await shows(async () => {
    await ann.page.reload()
    return (await ann.page.locator('.rated').allTextContents()).join('')
  }, 'This game was annulled by a moderator. It counts for no rating.')
  await shows(async () => {
    await ann.page.goto(`${server.base}/@/Ida`)
    return ann.page.locator('.about > span', { hasText: 'Annulled' }).count()
  }, 1)
  for (const { page } of [ann, bob]) assert.deepEqual(page.faults, [])
})
