// The geometry of the board, on boards that Go made. GEOMETRY names a folder
// with the bundled module and the boards.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const dir = process.env.GEOMETRY
assert.ok(dir, 'GEOMETRY is not set; run go test ./server/page/ui/bundle')
const geo = await import(join(dir, 'geometry.mjs'))
const boards = JSON.parse(readFileSync(join(dir, 'boards.json'), 'utf8'))
const named = (name) => boards.find((board) => board.name === name)
const point = (board, name) => board.names.indexOf(name)
const arrows = ['ArrowUp', 'ArrowRight', 'ArrowDown', 'ArrowLeft']

function reached(count, next) {
  const seen = new Set([0])
  for (const p of seen) for (const q of next(p)) if (q !== null) seen.add(q)
  return seen.size === count
}

for (const board of boards) {
  for (const quarters of [0, 1, 2, 3]) {
    const l = geo.layout(board, quarters)
    const name = `${board.name}${quarters === 0 ? '' : ` turned ${quarters}`}`
    test(`arrows reach every point of ${name}`, () => {
      assert.ok(reached(board.names.length, (p) => arrows.map((a) => geo.along(l.xy, p, a))))
    })
    test(`number keys reach every point of ${name}`, () => {
      const lines = geo.lines(l)
      assert.ok(reached(board.names.length, (p) => lines[p]))
      for (const [p, to] of lines.entries()) {
        assert.deepEqual(new Set(to.filter((q) => q !== null)), new Set(l.near[p]))
      }
    })
    test(`the nearest point of ${name} is found around each point, and none far off`, () => {
      l.xy.forEach(([x, y], p) => assert.equal(geo.nearest(l.xy, x + 0.3, y - 0.3, 0.8), p))
      assert.equal(geo.nearest(l.xy, l.box.x - 1, l.box.y - 1, 0.8), null)
    })
    test(`neighbours on ${name} lie one apart`, () => {
      for (const [p, q] of board.lines) {
        const [[x, y], [u, v]] = [l.xy[p], l.xy[q]]
        assert.ok(Math.abs(Math.hypot(x - u, y - v) - 1) < 1e-3)
      }
    })
  }
}

test('a honeycomb has three keys, a square board four', () => {
  assert.ok(geo.lines(geo.layout(named('rosette-5'), 0)).every((to) => to.length === 3))
  assert.ok(geo.lines(geo.layout(named('square-9'), 0)).every((to) => to.length === 4))
})

test('the same key goes back on its line of a honeycomb', () => {
  const lines = geo.lines(geo.layout(named('rosette-5'), 1))
  lines.forEach((to, p) => to.forEach((q, k) => q === null || assert.equal(lines[q][k], p)))
})

test('an arrow and its opposite return on a square board', () => {
  const board = named('square-9')
  const { xy } = geo.layout(board, 0)
  const from = point(board, 'E5')
  assert.equal(board.names[geo.along(xy, from, 'ArrowUp')], 'E6')
  assert.equal(board.names[geo.along(xy, from, 'ArrowRight')], 'F5')
  assert.equal(geo.along(xy, point(board, 'A9'), 'ArrowUp'), null)
})

test('an arrow across a hexagon goes straight ahead', () => {
  const { xy } = geo.layout(named('rosette-5'), 0)
  for (const [x, y] of xy) {
    const p = geo.nearest(xy, x, y, 0.1)
    const ahead = geo.nearest(xy, x, y - 1, 0.1) ?? geo.nearest(xy, x, y - 2, 0.1)
    if (ahead !== null) assert.equal(geo.along(xy, p, 'ArrowUp'), ahead)
  }
})

test('a honeycomb turns on a phone and not on a desk, a square never', () => {
  assert.ok(geo.turnFits(named('rosette-7'), 390, 500, 0.95))
  assert.ok(!geo.turnFits(named('rosette-7'), 900, 760, 0.95))
  assert.ok(!geo.turnFits(named('square-9'), 390, 500, 0.95))
})

test('a chain knows its stones and liberties', () => {
  const board = named('square-9')
  const l = geo.layout(board, 0)
  const signs = board.names.map((n) => (['D4', 'E4', 'E5'].includes(n) ? 'b' : n === 'F4' ? 'w' : '.')).join('')
  const { stones, liberties } = geo.chain(l.near, signs, point(board, 'D4'))
  const names = (list) => list.map((p) => board.names[p]).sort()
  assert.deepEqual(names(stones), ['D4', 'E4', 'E5'])
  assert.deepEqual(names(liberties), ['C4', 'D3', 'D5', 'E3', 'E6', 'F5'])
})

test('every row and column has its label at both ends, off the board', () => {
  for (const board of boards) {
    const l = geo.layout(board, 0)
    const labels = geo.labels(board.names, l, 1.22)
    const parts = new Set(board.names.flatMap((name) => [name.replace(/\d+/, ''), name.replace(/[A-Z]+/, '')]))
    assert.equal(labels.length, 2 * parts.size)
    for (const { x, y } of labels) assert.equal(geo.nearest(l.xy, x, y, 0.8), null)
  }
})

test('a hexagon has six directions, a middle and a closed outline', () => {
  const board = named('rosette-2')
  for (const [quarters, up] of [[0, 0], [1, 90], [2, 0], [3, 90]]) {
    const l = geo.layout(board, quarters)
    for (const [r, rosette] of board.rosettes.entries()) {
      assert.deepEqual(geo.directions(l.xy, rosette).sort((a, b) => a - b), [0, 60, 120, 180, 240, 300].map((way) => way + (up % 60)))
      assert.match(geo.outline(l.xy, rosette), /^M.*Z$/)
      const [x, y] = geo.centre(l.xy, rosette)
      assert.equal(geo.hexagonAt(l, board.rosettes, x + 0.2, y - 0.2, 0.6), r)
    }
    assert.equal(geo.hexagonAt(l, board.rosettes, ...l.xy[0], 0.6), null)
  }
})

test('the body of a square board is its rectangle, that of a honeycomb its hexagons', () => {
  const square = named('square-9')
  assert.equal(geo.body(geo.layout(square, 0), square.rosettes, 0.84).d.match(/L/g).length, 3)
  const honeycomb = named('rosette-5')
  assert.equal(geo.body(geo.layout(honeycomb, 0), honeycomb.rosettes, 0.84).d.match(/Z/g).length, honeycomb.rosettes.length)
})

test('a line joins two points, and an arrow ends just before the second one', () => {
  const board = named('square-9')
  const { xy } = geo.layout(board, 0)
  const [from, to] = [point(board, 'B2'), point(board, 'G2')]
  const [[x, y], [u, v]] = [xy[from], xy[to]]
  const places = (d) => [...d.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, a, b]) => [Number(a), Number(b)])
  assert.deepEqual(geo.stroke(xy, [from, to], false), { shaft: `M${x} ${y}L${u} ${v}`, head: '' })
  const { shaft, head } = geo.stroke(xy, [from, to], true)
  assert.deepEqual(places(shaft)[0], [x, y])
  const [tip, left, right] = places(head)
  assert.ok(Math.abs(Math.hypot(u - tip[0], v - tip[1]) - 0.08) < 1e-3)
  assert.ok(Math.abs(Math.hypot(left[0] - right[0], left[1] - right[1]) - 0.4) < 1e-3)
  assert.deepEqual(places(shaft)[1].map((n) => n.toFixed(2)), [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2].map((n) => n.toFixed(2)))
  for (const none of [[from, from], [from, 81], [-1, to]]) assert.deepEqual(geo.stroke(xy, none, true), { shaft: '', head: '' })
})
