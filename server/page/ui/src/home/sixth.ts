// The position on the first page: Black has five corners of a hexagon, and the sixth is ringed.
import { useSignal } from '@preact/signals'
import type { Mark } from '../board/marks'
import type { Ground } from '../board/types'

const shown = 2600 // ms for which a new rosette stands

// useSixth returns the position as it stands, and take, which plays a tap on the ringed corner and
// reports whether it was that. A tap elsewhere begins a game, on the empty board.
export function useSixth(ground: Ground) {
  const { stones = '', sixth = '' } = document.querySelector<HTMLElement>('.live')!.dataset
  const p = ground.names.indexOf(sixth)
  const posed = stones.length === ground.names.length && p >= 0
  const signs = useSignal(posed ? stones : '.'.repeat(ground.names.length))
  const open = posed && signs.value === stones
  const status = document.querySelector<HTMLElement>('.say')!
  const clear = () => {
    signs.value = '.'.repeat(ground.names.length)
    if (status.dataset.before !== undefined) status.innerHTML = status.dataset.before
    status.querySelector('span')?.replaceChildren(status.dataset.tap!)
  }
  const take = (at: number): boolean => {
    if (!open || at !== p) {
      if (signs.value.includes('b')) clear()
      return false
    }
    signs.value = `${stones.slice(0, p)}b${stones.slice(p + 1)}`
    status.dataset.before = status.innerHTML
    status.textContent = status.dataset.done!
    setTimeout(() => signs.value.includes('b') && clear(), shown)
    return true
  }
  const filled = ground.rosettes.flatMap((points, r) => (points.every((q) => signs.value[q] === 'b') ? [r] : []))
  const marks = new Map<number, Mark[]>(open ? [[p, ['hint']]] : [])
  return { signs: signs.value, rosettes: filled, marks, take }
}
