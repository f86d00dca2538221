// A review beside the count of its game. COUNTED names a folder with the bundled module.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

const dir = process.env.COUNTED
assert.ok(dir, 'COUNTED is not set; run go test ./server/page/ui/bundle')
const { counted } = await import(join(dir, 'counted.mjs'))

const played = [...Array.from({ length: 20 }, (_, n) => ({ point: `A${n + 1}` })), { point: 'pass' }, { point: 'pass' }]
const lead = [...Array(18).fill(3), -9, -8.7, -8.7, -8.7, -8.7] // by the review, Black loses twelve points with move 18
const mistake = { ply: 18, color: 'b', kind: 'blunder' }
const kept = (moments, points) => counted({ lead, moments }, played, points).moments.map(({ ply }) => ply)

test('from the last stone on the lead is the count', () => {
  const found = counted({ lead, moments: [] }, played, 2.5)
  assert.deepEqual(found.lead, [...Array(18).fill(3), -9, -8.7, 2.5, 2.5, 2.5])
  assert.deepEqual(counted({ lead: [0, 1], moments: [] }, played, 2.5).lead, [0, 1]) // not yet reviewed
})

test('a late mistake that has cost nothing by the count is left out', () => {
  assert.deepEqual(kept([mistake], 2.5), [])
  assert.deepEqual(kept([{ ...mistake, kind: 'rosette' }], 2.5), [18])
})

test('it stays if it cost points, came early, or the opponent erred after it', () => {
  assert.deepEqual(kept([mistake], -8.5), [18])
  assert.deepEqual(kept([{ ...mistake, ply: 12 }], 2.5), [12])
  assert.deepEqual(kept([mistake, { ply: 19, color: 'w', kind: 'mistake' }], 2.5), [18, 19])
})
