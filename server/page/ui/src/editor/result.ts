// The result of a record in words: its letters are English, and W is no White in French.
import type { Words } from '../common/i18n'

const ways: Record<string, string> = {
  r: 'ui.result.resign.color',
  resign: 'ui.result.resign.color',
  t: 'ui.result.time.color',
  time: 'ui.result.time.color',
  f: 'match.result.forfeit.color',
  forfeit: 'match.result.forfeit.color',
}

// resultOf says how a game ended by what stands in its record, such as B+3.5 or W+R. What
// has another form stays as it is.
export function resultOf(t: Words['t'], result: string): string {
  if (/^(0|draw|jigo)$/i.test(result)) return t('ui.result.draw')
  const [, winner, by] = /^([BW])\+(\S+)$/i.exec(result) ?? []
  if (winner === undefined) return t('record.result', { result })
  const color = t(`color.${winner.toLowerCase()}`)
  const way = ways[by!.toLowerCase()]
  if (way !== undefined) return t(way, { color })
  const n = Number(by!.replace(',', '.'))
  return Number.isFinite(n) ? t('ui.result.score.color', { color, n }) : t('record.result', { result })
}
