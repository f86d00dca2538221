// What a move is worth that is tried instead of a mistake. JUDGEMENT names a folder with the bundled module.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

const dir = process.env.JUDGEMENT
assert.ok(dir, 'JUDGEMENT is not set; run go test ./server/page/ui/bundle')
const { judge, judgementText } = await import(join(dir, 'judgement.mjs'))

const mistake = { color: 'b', best: 'C5', played: 'E2', loss: 40, lead: -30 } // with C5, Black leads by 10
const small = { ...mistake, loss: 3, lead: 7 }
const kind = (point, lead, error = 0.2, of = mistake) => judge(of, point, { point: 'A1', lead, error }).kind

test('the better move and the one that was played are known', () => {
  assert.equal(kind('C5', -30), 'best')
  assert.deepEqual(judge(mistake, 'E2', { point: 'A1', lead: 0, error: 0 }), { kind: 'played', point: 'E2', loss: 40 })
})

test('another move is good, better, or no better than a great mistake', () => {
  assert.equal(kind('D4', 9), 'good')
  assert.equal(kind('D4', 14), 'good')
  assert.deepEqual(judge(mistake, 'D4', { point: 'A1', lead: -2, error: 0.2 }), { kind: 'better', point: 'D4', loss: 12 })
  assert.equal(kind('D4', -29), 'still')
  assert.equal(kind('D4', -45), 'still')
  const white = { ...mistake, color: 'w', lead: 30 }
  assert.equal(kind('D4', -9, 0.2, white), 'good')
  assert.equal(kind('D4', 29, 0.2, white), 'still')
})

test('nothing is claimed within the error', () => {
  for (const lead of [12, 10, 8, 6]) assert.equal(kind('D4', lead, 0.2, small), 'unsure')
  assert.equal(kind('D4', 0, 0.2, small), 'still')
  assert.equal(kind('D4', -10, 30), 'unsure')
})

test('stones that the reply captures are named, but not after a good move', () => {
  const t = (key, { n, color } = {}) => [key, color, n].filter((part) => part !== undefined).join(' ')
  const said = (kind, captured) => judgementText(t, { kind, point: 'D4', loss: 39 }, mistake, captured)
  assert.equal(said('still', 5), 'review.try.still 39 review.try.captures color.w 5')
  assert.equal(said('still', 0), 'review.try.still 39')
  assert.equal(said('good', 5), 'review.try.good 39')
})
