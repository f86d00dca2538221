// The position in words, for a screen reader.
import { around, chain } from '../board/geometry'
import type { Layout } from '../board/types'
import type { Words } from '../common/i18n'
import type { View } from './view'
import type { PendingRegion, State } from '../net/wire'

const onPoint: Record<string, string> = { b: 'ui.point.black', w: 'ui.point.white', '.': 'ui.point.empty' }
const territory: Record<string, string> = { b: 'ui.point.territory.black', w: 'ui.point.territory.white' }

// seen is the position that the board shows.
export const seen = ({ browse, state }: View): Partial<State> & Pick<State, 'stones'> => browse.shown.value ?? state.value
const stone = (view: View, p: number) => seen(view).stones[p]!
const colorOf = (view: View, p: number) => view.t(`color.${stone(view, p)}`)

// describeStones tells what is on a point, what else it has, and what is around it.
export function describeStones(words: Words, names: string[], stones: string, l: Layout, p: number, marks: string[] = []): string {
  const on = (q: number) => words.t(onPoint[stones[q]!]!)
  return words.list([names[p]!, on(p), ...marks, words.t('ui.point.around', { points: words.list(around(l, p).map(on)) })])
}

// describePoint tells what is on a point and around it.
export function describePoint(view: View, l: Layout, p: number): string {
  const { t, words, mine, browse, ground } = view
  const text = describeStones(words, ground.names, seen(view).stones, l, p, marksOf(view, p))
  const refusal = view.illegal(p)
  return mine.value && !browse.back.value && refusal !== undefined && refusal !== 'occupied' ? t('ui.point.refused', { text, why: words.refusal(refusal) }) : text
}

// placesOf lists where to play in a region in which a move is worth points, by names: the moves
// of both sides and the ko, as far as they are known, otherwise the first point.
export function placesOf({ points, black, white, ko }: PendingRegion): string[] {
  const known = [black.move, white.move, ko].filter((name) => name !== undefined)
  return known.length > 0 ? known : points.slice(0, 1)
}

// marksOf lists what a point has besides its stone.
function marksOf(view: View, p: number): string[] {
  const { t, pointOf, estimates } = view
  const { immortal, score, dead, agreement, last } = seen(view)
  const owner = stone(view, p) === '.' ? territory[score?.owner[p] ?? ''] : undefined
  const estimate = estimates.estimate.value
  return [
    ...(immortal?.includes(p) ? [t('ui.point.immortal')] : []),
    ...(dead?.includes(p) ? [t('ui.point.dead')] : []),
    ...(agreement?.unsure?.includes(p) ? [t('ui.point.unsure')] : []),
    ...(agreement?.pending?.flatMap(placesOf).some((name) => pointOf(name) === p) ? [t('ui.point.pending')] : []),
    ...(last !== undefined && p === pointOf(last) ? [t('ui.point.last')] : []),
    ...(owner === undefined ? [] : [t(owner)]),
    ...(estimate === null ? [] : [expected(view, estimate.owner[p]!)]),
  ]
}

// expected tells whose a point may be: 1 is surely Black's, -1 White's.
function expected({ t }: View, owner: number): string {
  const sure = Math.abs(owner)
  if (sure < 0.25) return t('ui.point.open')
  const color = t(owner > 0 ? 'color.b' : 'color.w')
  return t(sure >= 0.75 ? 'ui.point.surely' : 'ui.point.rather', { color })
}

// describeChain tells size, liberties and rosettes of the chain on a point.
export function describeChain(view: View, l: Layout, p: number): string {
  const { t, ground, nameOf, words } = view
  if (stone(view, p) === '.') return t('ui.chain.none', { point: nameOf(p) })
  const { stones, liberties } = chain(l.near, seen(view).stones, p)
  const own = new Set(stones)
  const held = (seen(view).rosettes ?? []).filter((r) => own.has(ground.rosettes[r]![0]!)).length
  const free = liberties.length
  return words.list([
    t('ui.chain', { color: colorOf(view, p), n: stones.length }),
    free === 0 ? t('ui.chain.liberties.none') : free === 1 ? t('ui.chain.atari', { point: nameOf(liberties[0]!) }) : t('ui.chain.liberties', { n: free }),
    held === 0 ? t('ui.chain.rosettes.none') : t('ui.chain.rosettes', { n: held }),
  ])
}

// rosettePoints lists the stones of the filled ones.
export const rosettePoints = (view: View): number[] => (seen(view).rosettes ?? []).flatMap((r) => view.ground.rosettes[r]!)

// describeRosettes lists the filled ones.
export function describeRosettes(view: View): string {
  const { t, words, ground, nameOf } = view
  const filled = seen(view).rosettes ?? []
  if (filled.length === 0) return t('ui.rosettes.none')
  return words.sentences(
    filled.map((r) => ground.rosettes[r]!).map((points) => t('ui.rosettes.one', { color: colorOf(view, points[0]!), points: points.map(nameOf).join(' ') })),
  )
}
