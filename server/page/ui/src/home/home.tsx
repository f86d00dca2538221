// The first page: a tap on its board begins a game.
import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { Board } from '../board/board'
import type { Ground } from '../board/types'
import { useSixth } from './sixth'

const form = () => document.querySelector<HTMLFormElement>('.hero')!

// showStatus shows one of the texts that the page has for the place below the board.
export function showStatus(text: 'corners' | 'starting' | 'unread'): void {
  const status = document.querySelector<HTMLElement>('.say')!
  status.textContent = status.dataset[text]!
}

// showBoard puts a board where the server has drawn it. Without the network its
// drawing stays.
export async function showBoard(): Promise<void> {
  const live = document.querySelector<HTMLElement>('.live')!
  const answer = await fetch(live.dataset.ground!).catch(() => undefined)
  if (answer === undefined || !answer.ok) return
  const ground = (await answer.json()) as Ground
  const drawn = live.querySelector('.still')!
  live.classList.add('settling')
  render(<Live ground={ground} tappable={form().dataset.tappable !== undefined} />, live)
  await new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(settled))))
  drawn.remove()
  live.classList.remove('settling')
}

// Live is a board on which the first tap completes the rosette, or starts a game.
function Live({ ground, tappable: open }: { ground: Ground; tappable: boolean }) {
  const hover = useSignal<number | null>(null)
  const picked = useSignal<number | null>(null)
  const sixth = useSixth(ground)
  const at = picked.value ?? (open ? hover.value : null)
  const start = (p: number) => {
    if (picked.value !== null || sixth.take(p) || !open) return
    picked.value = p
    showStatus('starting')
    const first = form().querySelector<HTMLInputElement>('input[name=first]')!
    first.disabled = false
    first.value = ground.names[p]!
    form().requestSubmit()
    first.disabled = true // the browser has read it; one that comes back asks for no move
  }
  return (
    <Board
      ground={ground}
      signs={sixth.signs}
      rosettes={sixth.rosettes}
      marks={sixth.marks}
      ghost={at === null ? undefined : { point: at, color: 'b', sure: picked.value !== null }}
      onHover={(p) => (hover.value = p)}
      onPick={start}
      onMiss={() => open && picked.value === null && showStatus('corners')}
    />
  )
}
