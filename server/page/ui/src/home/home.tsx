// The first page: its board can be tapped, and what is chosen is shown at once.
import { signal, useSignal } from '@preact/signals'
import { render } from 'preact'
import { Board } from '../board/board'
import type { Ground } from '../board/types'
import { useSixth } from './sixth'

const form = () => document.querySelector<HTMLFormElement>('.hero')!
const checked = (name: string) => form().querySelector<HTMLInputElement>(`input[name=${name}]:checked`)

// keepChoicesVisible opens what is under More if something was chosen there: a
// browser that comes back fills the form in as it was left. Who comes back sees it
// at once.
export function keepChoicesVisible(): void {
  addEventListener('pageshow', ({ persisted }) => {
    const more = document.querySelector<HTMLDetailsElement>('.more')!
    const changed = (field: HTMLInputElement | HTMLSelectElement) => {
      if (field instanceof HTMLSelectElement) return [...field.options].some((o) => o.selected && !o.defaultSelected && o.index > 0)
      return field.type === 'checkbox' ? field.checked !== field.defaultChecked : field.value !== ''
    }
    more.open ||= [...more.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')].some(changed)
    const [came] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    if (more.open && (persisted || came?.type === 'back_forward')) document.querySelector<HTMLDetailsElement>('.change')!.open = true
    showChoices()
  })
}

// showStatus shows one of the texts that the page has for the place below the board.
export function showStatus(text: 'corners' | 'starting' | 'unread'): void {
  const status = document.querySelector<HTMLElement>('.say')!
  status.textContent = status.dataset[text]!
}

const put = (at: string, text: string) => (document.querySelector(at)!.textContent = text)

// showChoices writes what Play will start: who plays, and on which board.
function showChoices(): void {
  showSeconds()
  showTap()
  const board = checked('board')
  if (board !== null) {
    put('.foe .ground', board.dataset.name!)
    void showBoard(board.dataset.ground!)
  }
  const people = checked('opponent')?.value !== 'computer'
  const chosen = people ? checked('opponent') : checked('level')
  const chip = chosen?.parentElement
  if (chosen === null || chip === null || chip === undefined) return
  put('.foe .name', people ? chip.querySelector('span')!.firstChild!.textContent! : chosen.dataset.name!)
  put('.foe .about', people ? chip.querySelector('small')!.textContent! : chosen.dataset.about!)
  const face = chip.querySelector('svg')
  document.querySelector('.portrait')!.replaceChildren(...(face === null ? [] : [face.cloneNode(true)]))
}

// tappable is whether a tap begins the game that is chosen: where a person here plays first.
const tappable = signal(true)

function showTap(): void {
  const opponent = checked('opponent')?.value
  tappable.value = opponent === 'people' || (opponent === 'computer' && checked('color')?.value === 'black')
  const status = document.querySelector<HTMLElement>('.say')!
  status.style.visibility = tappable.value ? '' : 'hidden'
}

let shown = ''

// showBoard puts a board where the server has drawn it. Without the network its
// drawing stays.
async function showBoard(url: string): Promise<void> {
  if (url === shown) return
  shown = url
  const answer = await fetch(url).catch(() => undefined)
  if (answer === undefined || !answer.ok) {
    if (shown === url) shown = '' // it is asked for again
    return
  }
  const ground = (await answer.json()) as Ground
  if (url !== shown) return // another one was chosen in the meantime
  const live = document.querySelector<HTMLElement>('.live')!
  const drawn = live.querySelector('.still')
  if (drawn !== null) live.classList.add('settling')
  render(<Live ground={ground} key={ground.name} />, live)
  if (drawn === null) return
  await new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(settled))))
  drawn.remove()
  live.classList.remove('settling')
}

// Live is a board on which the first tap completes the rosette, or starts a game.
function Live({ ground }: { ground: Ground }) {
  const hover = useSignal<number | null>(null)
  const picked = useSignal<number | null>(null)
  const sixth = useSixth(ground)
  const open = tappable.value
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

// showSeconds writes beside the slider how long full strength thinks, in the words
// of its marks.
function showSeconds(): void {
  const slider = form().querySelector<HTMLInputElement>('input[name=seconds]')
  if (slider === null) return
  const mark = [...slider.list!.options].find(({ value }) => value === slider.value)!
  slider.setAttribute('aria-valuetext', mark.label)
  slider.parentElement!.querySelector('output')!.textContent = mark.label
}

// followChoices keeps the page as the form is filled in.
export function followChoices(): void {
  form().addEventListener('change', showChoices)
  form().addEventListener('input', showSeconds)
  void showBoard(document.querySelector<HTMLElement>('.live')!.dataset.ground!)
}
