// A review beside the result of the count.
import type { Moment, Review } from '../net/wire'

const late = 8 // moves before the count whose mistakes are compared with it
const slack = 1 // points that the count may differ from a review which is right

// counted ends the lead of a review with Black's lead by the count, which is known from the last stone on. A
// late mistake is left out if the player ends no worse by the count than before it, and no later mistake of the
// opponent is named: then it has cost nothing.
export function counted(found: Review, played: { point: string }[], lead: number): Review {
  if (found.lead.length !== played.length + 1) return found
  let end = played.length
  while (played[end - 1]?.point === 'pass') end--
  const without = found.moments.filter((m) => !isRefuted(m, found, end, lead))
  return { ...found, moments: without, lead: found.lead.map((points, n) => (n >= end ? lead : points)) }
}

function isRefuted({ ply, color, kind }: Moment, { lead: all, moments }: Review, end: number, lead: number): boolean {
  if (kind === 'rosette' || ply <= end - late) return false
  if (moments.some((m) => m.ply > ply && m.color !== color && m.kind !== 'rosette')) return false
  const sign = color === 'b' ? 1 : -1
  return sign * (lead - all[ply - 1]!) > -slack
}
