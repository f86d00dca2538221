// Where the points of a board lie on the screen, and what is near what. It
// works for any graph with drawing coordinates and knows no rules.
import type { Ground, Layout, Pair } from './types'

export interface Label {
  text: string
  x: number
  y: number
}

const round = (n: number) => Math.round(n * 1000) / 1000
const spot = ([x, y]: readonly [number, number]) => `${round(x)} ${round(y)}`

// neighbours lists which points touch each.
export function neighbours(ground: Ground): number[][] {
  const near: number[][] = ground.names.map(() => [])
  for (const [p, q] of ground.lines) {
    near[p]!.push(q)
    near[q]!.push(p)
  }
  return near
}

// middle is the point nearest to where a board is centred.
export const middle = (xy: [number, number][]) =>
  xy.reduce((best, [x, y], p) => (Math.hypot(x, y) < Math.hypot(...xy[best]!) ? p : best), 0)

// turns are the quarter turns clockwise of a place.
const turns: ((x: number, y: number) => [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [-y, x],
  (x, y) => [-x, -y],
  (x, y) => [y, -x],
]

// layout places the board, turned clockwise by that many quarters.
export function layout(ground: Ground, quarters: number): Layout {
  const xy = ground.xy.map(([x, y]) => turns[quarters]!(x, y))
  const near = neighbours(ground)
  let path = ''
  for (const [p, q] of ground.lines) path += `M${spot(xy[p]!)}L${spot(xy[q]!)}`
  if (ground.lines.length === 0) path = 'M0 0h0'
  const xs = xy.map((at) => at[0])
  const ys = xy.map((at) => at[1])
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const box = { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top }
  return { xy, near, box, path }
}

const bend = 0.14 // of the corners of a rectangle

// body draws the area of a board as a path and the width of a stroke around it, so
// that it reaches beyond the points: a rectangle where the board has a point in all
// four corners, else its hexagons, and its lines where it has points in none.
export function body(l: Layout, rosettes: number[][], beyond: number): { d: string; width: number } {
  const { x, y, width, height } = l.box
  const corners = (out: number) =>
    [[x - out, y - out], [x + width + out, y - out], [x + width + out, y + height + out], [x - out, y + height + out]] as [number, number][]
  if (rosettes.length === 0 && corners(0).every(([cx, cy]) => nearest(l.xy, cx, cy, 0.01) !== null)) {
    return { d: `M${corners(beyond - bend).map(spot).join('L')}Z`, width: 2 * bend }
  }
  const covered = new Set(rosettes.flat()).size === l.xy.length
  return { d: (covered ? '' : l.path) + rosettes.map((points) => outline(l.xy, points)).join(''), width: 2 * beyond }
}

// turnFits tells whether the board is larger on that screen when turned.
export function turnFits(ground: Ground, width: number, height: number, margin: number): boolean {
  const { box } = layout(ground, 0)
  const [w, h] = [box.width + 2 * margin, box.height + 2 * margin]
  return Math.min(width / h, height / w) > 1.001 * Math.min(width / w, height / h)
}

// nearest finds the point at a place, if one lies within reach.
export function nearest(xy: [number, number][], x: number, y: number, reach: number): number | null {
  let best: number | null = null
  let least = reach * reach
  xy.forEach(([px, py], p) => {
    const d = (px - x) ** 2 + (py - y) ** 2
    if (d < least) [best, least] = [p, d]
  })
  return best
}

export type Arrow = 'ArrowUp' | 'ArrowRight' | 'ArrowDown' | 'ArrowLeft'

const arrows: Record<Arrow, [number, number]> = {
  ArrowUp: [0, -1],
  ArrowRight: [1, 0],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
}

export const isArrow = (key: string): key is Arrow => key in arrows

// cone is the half angle that an arrow sees, a hair over 30° so that lines on
// its rim count.
const cone = Math.cos((30.5 * Math.PI) / 180)

// along finds where an arrow leads: the nearest point in its cone of 60°. What
// lies straight ahead is preferred, so that an arrow back returns.
export function along(xy: [number, number][], from: number, arrow: Arrow): number | null {
  const [dx, dy] = arrows[arrow]
  const [fx, fy] = xy[from]!
  let best: number | null = null
  let least = Infinity
  xy.forEach(([x, y], p) => {
    const d = Math.hypot(x - fx, y - fy)
    const ahead = ((x - fx) * dx + (y - fy) * dy) / d
    if (p === from || ahead < cone) return
    const cost = d / ahead ** 2
    if (cost < least - 1e-6) [best, least] = [p, cost]
  })
  return best
}

const bearing = ([x, y]: [number, number], [u, v]: [number, number]) =>
  (Math.round((Math.atan2(u - x, -(v - y)) * 180) / Math.PI) + 360) % 360

// lines lists where the keys 1, 2, 3 … lead from each point: along the lines
// of the board, clockwise from the top. Where no point has two lines of one
// direction, as on a honeycomb, a key goes back and forth on its line;
// elsewhere each way has its own key.
export function lines(l: Layout): (number | null)[][] {
  const ways = l.near.map((near, p) => near.map((q) => ({ q, way: bearing(l.xy[p]!, l.xy[q]!) })))
  const half = ways.every((w) => new Set(w.map(({ way }) => way % 180)).size === w.length)
  const fold = (way: number) => (half ? way % 180 : way)
  const all = [...new Set(ways.flat().map(({ way }) => fold(way)))].sort((a, b) => a - b)
  return ways.map((w) => all.map((way) => w.find((at) => fold(at.way) === way)?.q ?? null))
}

// around lists the neighbours clockwise from the top.
export const around = (l: Layout, p: number) =>
  [...l.near[p]!].sort((a, b) => bearing(l.xy[p]!, l.xy[a]!) - bearing(l.xy[p]!, l.xy[b]!))

// chain floods the stones of one colour around p and lists their liberties.
export function chain(near: number[][], signs: string, p: number): { stones: number[]; liberties: number[] } {
  const stones = [p]
  const liberties: number[] = []
  const seen = new Set(stones)
  for (let i = 0; i < stones.length; i++) {
    for (const q of near[stones[i]!]!) {
      if (seen.has(q)) continue
      if (signs[q] === signs[p]) stones.push(q)
      else if (signs[q] === '.') liberties.push(q)
      else continue
      seen.add(q)
    }
  }
  return { stones, liberties }
}

// labels puts what names are made of outside the board: the part that names
// rows at both ends of each row, the part that names columns on straight rulers
// above and below.
export function labels(names: string[], l: Layout, away: number): Label[] {
  const parts = names.map((name) => /^([A-Z]+)(\d+)$/.exec(name))
  if (parts.some((part) => part === null)) return []
  return [1, 2].flatMap((which) => {
    const groups = new Map<string, number[]>()
    parts.forEach((part, p) => {
      const key = part![which]!
      groups.set(key, [...(groups.get(key) ?? []), p])
    })
    const spans = [0, 1].map((axis) => {
      let sum = 0
      for (const group of groups.values()) {
        const at = group.map((p) => l.xy[p]![axis]!)
        sum += Math.max(...at) - Math.min(...at)
      }
      return sum
    })
    const axis = spans[0]! > spans[1]! ? 0 : 1
    return [...groups].flatMap(([text, group]) => ends(text, group, l, axis, away, which === 2))
  })
}

function ends(text: string, group: number[], l: Layout, axis: number, away: number, ruler: boolean): Label[] {
  const sorted = [...group].sort((p, q) => l.xy[p]![axis]! - l.xy[q]![axis]!)
  const start = axis === 0 ? l.box.x : l.box.y
  const length = axis === 0 ? l.box.width : l.box.height
  return [-1, 1].map((way) => {
    const end = l.xy[sorted.at(way < 0 ? 0 : -1)!]!
    const place = (ruler ? start + (way < 0 ? 0 : length) : end[axis]!) + way * away
    return axis === 0 ? { text, x: place, y: end[1] } : { text, x: end[0], y: place }
  })
}

// centre is the middle of some points.
export function centre(xy: [number, number][], points: number[]): [number, number] {
  const mean = (axis: 0 | 1) => points.reduce((sum, p) => sum + xy[p]![axis], 0) / points.length
  return [round(mean(0)), round(mean(1))]
}

// directions are the angles, in degrees clockwise from the top, at which the points
// of a hexagon lie from its middle.
export const directions = (xy: [number, number][], points: number[]): number[] => points.map((p) => bearing(centre(xy, points), xy[p]!))

// hexagonAt finds the hexagon whose middle is within reach of a place.
export function hexagonAt(l: Layout, rosettes: number[][], x: number, y: number, reach: number): number | null {
  return nearest(rosettes.map((points) => centre(l.xy, points)), x, y, reach)
}

// outline draws the polygon through the points in the order given.
export const outline = (xy: [number, number][], points: number[]) => `M${points.map((p) => spot(xy[p]!)).join('L')}Z`

// stroke draws a line between two points as a path, and the triangle at its end if it is headed, as package draw
// does. A pair of one point twice, or with a point that is not on the board, has no path.
export function stroke(xy: [number, number][], [from, to]: Pair, headed: boolean): { shaft: string; head: string } {
  const [start, end] = [xy[from], xy[to]]
  if (start === undefined || end === undefined || from === to) return { shaft: '', head: '' }
  const apart = Math.hypot(end[0] - start[0], end[1] - start[1])
  const [dx, dy] = [(end[0] - start[0]) / apart, (end[1] - start[1]) / apart]
  const back = (n: number, aside = 0): [number, number] => [end[0] - n * dx - aside * dy, end[1] - n * dy + aside * dx]
  if (!headed) return { shaft: `M${spot(start)}L${spot(end)}`, head: '' }
  const [tip, base] = [0.08, 0.44]
  return { shaft: `M${spot(start)}L${spot(back(base))}`, head: `M${[back(tip), back(base, 0.2), back(base, -0.2)].map(spot).join('L')}Z` }
}
