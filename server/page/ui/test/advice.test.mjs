// What the coach of a first game says. ADVICE names a folder with the bundled modules and the
// boards.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

const dir = process.env.ADVICE
assert.ok(dir, 'ADVICE is not set; run go test ./server/page/ui/bundle')
const { happened, inWords, lost } = await import(join(dir, 'advice.mjs'))

const middle = { ply: 20, points: 54, passed: false }
const saves = { ply: 20, point: 'C5', does: 'saves', count: 3, worth: 8 }
const pass = { ply: 20, point: 'pass', does: 'pass' }
const nothing = { ply: 20 }

const cases = [
  ['an advice has its reason and its worth', saves, middle, false, ['hint.saves C5 3', 'coach.worth 8']],
  ['also after a pass, and after one refusal', saves, { ...middle, passed: true }, false, ['hint.saves C5 3', 'coach.worth 8']],
  ['a rosette counts no stones', { ...saves, does: 'rosette', count: undefined }, middle, false, ['hint.rosette C5 0', 'coach.worth 8']],
  ['with nothing left to gain there is only to pass', pass, { ...middle, passed: true }, false, ['coach.closed']],
  ['a first move is free', nothing, { ...middle, ply: 0 }, false, ['coach.start']],
  ['so is the answer', nothing, { ...middle, ply: 1 }, false, ['coach.start']],
  ['with nothing urgent it says nothing', nothing, middle, false, []],
  ['nor without an answer', null, middle, false, []],
  ['a pass of the opponent is a hint', nothing, { ...middle, passed: true }, false, ['coach.passed']],
  ['a long game ends by passing too', nothing, { ...middle, passed: true, ply: 109 }, false, ['coach.long']],
  ['a game of two moves a point is not long', nothing, { ...middle, passed: true, ply: 108 }, false, ['coach.passed']],
  ['after the last refusal it says once that it is quiet', null, middle, true, ['coach.quiet']],
  ['but says how the game ends', null, { ...middle, passed: true }, true, ['coach.passed']],
]

for (const [name, advice, turn, silenced, want] of cases) {
  test(name, () =>
    assert.deepEqual(
      inWords(advice, turn, silenced).map(({ key, args: { point, n } }) => [key, point, n].filter((one) => one !== undefined).join(' ')),
      want,
    ),
  )
}

test('what has happened is told of either player, and only what has', () => {
  const counts = (b, w, rosettes) => ({ prisoners: { b, w }, rosettes })
  const told = (...all) => happened(...all).map(({ key, args }) => [key, args.n])
  assert.deepEqual(told(counts(0, 0, 0), counts(2, 0, 0), 'b', 'b'), [['coach.captured.you', 2]])
  assert.deepEqual(told(counts(2, 0, 0), counts(2, 3, 1), 'w', 'b'), [['coach.captured.them', 3], ['coach.rosette.them', undefined]])
  assert.deepEqual(told(counts(2, 3, 1), counts(2, 3, 2), 'w', 'w'), [['coach.rosette.you', undefined]])
  assert.deepEqual(told(counts(2, 3, 2), counts(2, 3, 2), 'b', 'b'), [])
})

test('stones are lost because they were in atari, or by the own move', () => {
  const near = [[1], [0, 2], [1, 3], [2, 4], [3]] // a row of five points
  const told = (...all) => lost(near, ...all).map(({ key, args }) => [key, args.n])
  assert.deepEqual(told('.bw.w', 'w.w.w', 'b', 1), [['coach.lost.atari', 1]])
  assert.deepEqual(told('.bbw.', 'w..w.', 'b', 2), [['coach.lost.atari', 2]])
  assert.deepEqual(told('..b.w', 'ww..w', 'b', 1), [['coach.lost.own', 1]])
  assert.deepEqual(told('.bw.w', 'w..bw', 'b', 2), []) // one was in atari, and the stone just played was not there
  assert.deepEqual(told('..w.w', '..www', 'b', 1), [['coach.lost.own', 1]]) // the stone just played
  assert.deepEqual(told('', 'w.w..', 'b', 1), []) // the page has not seen the move
})
