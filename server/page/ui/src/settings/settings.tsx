// The form of the settings: what is chosen there counts at once, and a small board
// shows it.
import { effect, type Signal } from '@preact/signals'
import { render } from 'preact'
import { Board } from '../board/board'
import type { Mark } from '../board/marks'
import type { Ground } from '../board/types'
import { quarters, type Prefs } from './preferences'
import { sounds } from '../common/sounds'

// bind makes the fields of a form show the preferences and change them. The names of
// the fields are those of the preferences, but the board is made of wood.
export function bind(form: HTMLFormElement, prefs: Prefs): void {
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    const name = field.name === 'board' ? 'wood' : field.name
    if (!(name in prefs)) continue
    const box = prefs[name as keyof Prefs] as Signal<string | boolean>
    effect(() => write(field, box.value))
    field.addEventListener('change', () => (box.value = read(field, box.value)))
  }
  form.querySelector('[name=lang]')!.addEventListener('change', () => form.requestSubmit())
  form.querySelector('#listen')!.addEventListener('click', () => {
    prefs.sound.value = true
    sounds.rosette()
  })
}

type Field = HTMLInputElement | HTMLSelectElement

function write(field: Field, value: string | boolean): void {
  if (field instanceof HTMLSelectElement) field.value = String(value)
  else if (field.type === 'checkbox') field.checked = value === true
  else field.checked = field.value === value
}

function read(field: Field, value: string | boolean): string | boolean {
  if (field instanceof HTMLSelectElement) return field.value
  return field.type === 'checkbox' ? field.checked : field.checked ? field.value : value
}

export interface Example {
  ground: Ground
  stones: string
  last: number
}

// showExample draws the small board as the preferences say.
export function showExample(element: Element, { ground, stones, last }: Example, prefs: Prefs): void {
  const filled = ground.rosettes.flatMap((points, r) => (points.every((p) => stones[p] !== '.' && stones[p] === stones[points[0]!]) ? [r] : []))
  const immortal = filled.flatMap((r) => ground.rosettes[r]!)
  const marks = new Map<number, Mark[]>(immortal.map((p) => [p, ['immortal']]))
  marks.set(last, [...(marks.get(last) ?? []), 'last'])
  const Picture = () => (
    <Board
      ground={ground}
      signs={stones}
      rosettes={filled}
      marks={marks}
      labels={prefs.numbers.value ? new Map(immortal.map((p, i) => [p, String(i + 1)])) : undefined}
      coordinates={prefs.coordinates.value}
      quarters={quarters(prefs.rotation.value)}
    />
  )
  render(<Picture />, element)
}
