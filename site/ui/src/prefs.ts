// What a person likes to see, kept in this browser.
import { effect, signal, type Signal } from '@preact/signals'
import { read, write } from './storage'

function kept(name: string): Signal<boolean> {
  const box = signal(read(name) === 'yes')
  effect(() => write(name, box.value ? 'yes' : 'no'))
  return box
}

export const createPrefs = () => ({ coordinates: kept('coordinates'), numbers: kept('numbers'), atari: kept('atari') })

export type Prefs = ReturnType<typeof createPrefs>
