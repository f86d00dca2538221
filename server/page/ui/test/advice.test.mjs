// What the coach of a first game says. ADVICE names a folder with the bundled modules and the
// boards.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'

const dir = process.env.ADVICE
assert.ok(dir, 'ADVICE is not set; run go test ./server/page/ui/bundle')
const { happened, inWords } = await import(join(dir, 'advice.mjs'))

const middle = { ply: 20, points: 54, passed: false }
const saves = { ply: 20, point: 'C5', does: 'saves', count: 3, worth: 8 }
const pass = { ply: 20, point: 'pass', does: 'pass' }
const nothing = { ply: 20 }

const cases = [
  ['an advice has its reason and its worth', saves, middle, 0, ['hint.saves C5 3', 'coach.worth 8']],
  ['also after a pass, and after one refusal', saves, { ...middle, passed: true }, 1, ['hint.saves C5 3', 'coach.worth 8']],
  ['a rosette counts no stones', { ...saves, does: 'rosette', count: undefined }, middle, 0, ['hint.rosette C5 0', 'coach.worth 8']],
  ['with nothing left to gain there is only to pass', pass, { ...middle, passed: true }, 0, ['coach.closed']],
  ['a first move is free', nothing, { ...middle, ply: 0 }, 0, ['coach.start']],
  ['so is the answer', nothing, { ...middle, ply: 1 }, 0, ['coach.start']],
  ['nothing is urgent', nothing, middle, 0, ['coach.calm']],
  ['without an answer nothing is urgent', null, middle, 0, ['coach.calm']],
  ['a pass of the opponent is a hint', nothing, { ...middle, passed: true }, 0, ['coach.passed']],
  ['a long game ends by passing too', nothing, { ...middle, passed: true, ply: 109 }, 0, ['coach.long']],
  ['a game of two moves a point is not long', nothing, { ...middle, passed: true, ply: 108 }, 0, ['coach.passed']],
  ['after two refusals the coach is quiet', null, middle, 2, ['coach.quiet']],
  ['but says how the game ends', null, { ...middle, passed: true }, 2, ['coach.passed']],
]

for (const [name, advice, turn, refused, want] of cases) {
  test(name, () =>
    assert.deepEqual(
      inWords(advice, turn, refused).map(({ key, args: { point, n } }) => [key, point, n].filter((one) => one !== undefined).join(' ')),
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
