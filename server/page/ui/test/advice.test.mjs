// What the coach of a first game says, on positions of the board that it is played on.
// ADVICE names a folder with the bundled modules and the boards.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const dir = process.env.ADVICE
assert.ok(dir, 'ADVICE is not set; run go test ./server/page/ui/bundle')
const { advise, happened } = await import(join(dir, 'advice.mjs'))
const { neighbours } = await import(join(dir, 'geometry.mjs'))
const board = JSON.parse(readFileSync(join(dir, 'boards.json'), 'utf8')).find(({ name }) => name === 'rosette-3')
const near = neighbours(board)
const points = (names) => names.split(' ').filter(Boolean).map((name) => {
  const p = board.names.indexOf(name)
  assert.notEqual(p, -1, name)
  return p
})

// says has the coach look at stones on points with these names, in the middle of a game
// with Black to move unless it says otherwise.
function says({ b = '', w = '', immortal = '', illegal = '', ...rest }) {
  const stones = board.names.map(() => '.')
  for (const [color, names] of [['b', b], ['w', w]]) for (const p of points(names)) stones[p] = color
  const banned = new Set(points(illegal))
  const { key, n, stone, point } = advise({
    near, rosettes: board.rosettes, stones: stones.join(''), immortal: points(immortal), me: 'b', ply: 20, passed: false,
    legal: (p) => stones[p] === '.' && !banned.has(p), ...rest,
  })
  const name = (p) => (p === undefined ? undefined : board.names[p])
  return Object.fromEntries(Object.entries({ key, n, stone: name(stone), point: name(point) }).filter(([, value]) => value !== undefined))
}

// five are the corners of the hexagon in the middle above, but for E4.
const five = 'D4 D5 D6 E6 E5'
// far is a corner that nothing there touches. With stones of both colours borders are open.
const far = 'A8'

// parted is a finished board: Black has the left half and White the right one, each with
// two empty points, and nothing can be captured.
const left = board.names.filter((name) => Number(name.slice(1)) <= 6)
const right = board.names.filter((name) => !left.includes(name))
const without = (names, gone) => names.filter((name) => !gone.split(' ').includes(name)).join(' ')
const parted = (open = '') => {
  const [b, w] = [without(left, `F4 C2 ${open}`), without(right, `F8 C10 ${open}`)]
  return { b, w, immortal: `${b} ${w}` }
}

const cases = [
  ['the sixth corner is there to be played', { b: five, w: far }, { key: 'complete', point: 'E4' }],
  ['four corners are not a rosette yet', { b: 'D4 D5 D6 E6', w: far }, { key: 'calm' }],
  ['a corner with another stone spoils it', { b: 'D4 D5 D6 E6', w: 'E5' }, { key: 'calm' }],
  ['nothing is gained where no stone can be captured', { b: five, immortal: five, w: far }, { key: 'calm' }],
  ['a sixth corner that the rules refuse is not proposed', { b: five, illegal: 'E4', w: far }, { key: 'calm' }],
  ['a rosette is more than a capture', { b: `${five} B4 B6`, w: 'B5' }, { key: 'complete', point: 'E4' }],

  ['a stone with one liberty can be captured', { b: 'D4 D6', w: 'D5' }, { key: 'capture', n: 1, stone: 'D5', point: 'C5' }],
  ['a stone with two liberties cannot', { b: 'D4', w: 'D5' }, { key: 'calm' }],
  ['an immortal stone cannot', { b: 'D4 D6', w: 'D5', immortal: 'D5' }, { key: 'calm' }],
  ['nor one in a ko that is not open', { b: 'D4 D6', w: 'D5', illegal: 'C5' }, { key: 'calm' }],
  ['the larger chain goes first', { b: 'F4 D4 D6 C4', w: 'F3 D5 C5' }, { key: 'capture', n: 2, stone: 'D5', point: 'C6' }],
  ['a capture goes before an escape', { b: 'D5 A4', w: 'D4 D6 A3' }, { key: 'capture', n: 1, stone: 'A3', point: 'B3' }],

  ['a chain with one liberty can get away', { b: 'D5', w: 'D4 D6' }, { key: 'save', n: 1, stone: 'D5', point: 'C5' }],
  ['but not to a point that leaves it one', { b: 'D5', w: 'D4 D6 C4' }, { key: 'calm' }],
  ['nor by a move that the rules refuse', { b: 'D5', w: 'D4 D6', illegal: 'C5' }, { key: 'calm' }],
  ['it is safe beside an immortal chain', { b: 'D5 C4', w: 'D4 D6 C6 C3 B4', immortal: 'C4' }, { key: 'save', n: 1, stone: 'D5', point: 'C5' }],

  ['a rosette of the opponent is stopped', { w: five, b: 'E3' }, { key: 'block', point: 'E4' }],
  ['beside an immortal stone too', { w: `${five} D2 E2 F3 F4 F5`, b: 'E3', immortal: 'E3' }, { key: 'block', point: 'E4' }],
  ['not by a stone that is captured at once', { w: five, b: far }, { key: 'calm' }],
  ['nor where the rules refuse it', { w: five, b: 'E3', illegal: 'E4' }, { key: 'calm' }],

  ['a first move is free', { ply: 0 }, { key: 'start' }],
  ['so is the answer', { ply: 1, w: 'D5' }, { key: 'start' }],
  ['the second move is not the start', { ply: 2, b: 'D5', w: 'C6' }, { key: 'calm' }],

  ['with all borders closed there is nothing to gain', parted(), { key: 'closed' }],
  ['also after a pass', { ...parted(), passed: true }, { key: 'closed' }],
  ['a point between both is an open border', parted('F6'), { key: 'calm' }],
  ['an empty board has no border to close', {}, { key: 'calm' }],
  ['without a legal move there is only to pass', { ...parted('F6'), illegal: 'F4 C2 F8 C10 F6' }, { key: 'closed' }],

  ['a pass of the opponent is a hint', { b: 'D5', w: 'C6', passed: true }, { key: 'passed' }],
  ['a long game ends by passing too', { b: 'D5', w: 'C6', passed: true, ply: 109 }, { key: 'long' }],
  ['a game of two moves a point is not long', { b: 'D5', w: 'C6', passed: true, ply: 108 }, { key: 'passed' }],
  ['without a pass a long game goes on', { b: 'D5', w: 'C6', ply: 109 }, { key: 'calm' }],
  ['after a pass a stone in danger comes first', { b: 'D5', w: 'D4 D6', passed: true }, { key: 'save', n: 1, stone: 'D5', point: 'C5' }],
]

for (const [name, position, want] of cases) test(name, () => assert.deepEqual(says(position), want))

test('what is said to White is what is said to Black with colours swapped', () => {
  for (const [name, { b = '', w = '', ...rest }, want] of cases) assert.deepEqual(says({ ...rest, b: w, w: b, me: 'w' }), want, name)
})

test('a point that is proposed is empty and legal', () => {
  let seed = 7
  const chance = () => (seed = (seed * 48271) % 2147483647) / 2147483647
  const keys = new Set()
  for (let round = 0; round < 3000; round++) {
    const full = chance()
    const draw = board.names.map(() => (chance() > full ? '.' : chance() < 0.5 ? 'b' : 'w')).join('')
    const banned = board.names.map(() => chance() < 0.2)
    const legal = (p) => draw[p] === '.' && !banned[p]
    const { key, point } = advise({ near, rosettes: board.rosettes, stones: draw, immortal: [], me: 'b', ply: round % 200, passed: round % 3 === 0, legal })
    keys.add(key)
    assert.ok(point === undefined || legal(point), `${draw}: ${key} at ${board.names[point]}`)
  }
  assert.ok(keys.size >= 7, [...keys].join(' '))
})

test('what has happened is told of either player, and only what has', () => {
  const counts = (b, w, rosettes) => ({ prisoners: { b, w }, rosettes })
  const told = (...all) => happened(...all).map(({ key, args }) => [key, args.n])
  assert.deepEqual(told(counts(0, 0, 0), counts(2, 0, 0), 'b', 'b'), [['coach.captured.you', 2]])
  assert.deepEqual(told(counts(2, 0, 0), counts(2, 3, 1), 'w', 'b'), [['coach.captured.them', 3], ['coach.rosette.them', undefined]])
  assert.deepEqual(told(counts(2, 3, 1), counts(2, 3, 2), 'w', 'w'), [['coach.rosette.you', undefined]])
  assert.deepEqual(told(counts(2, 3, 2), counts(2, 3, 2), 'b', 'b'), [])
})
