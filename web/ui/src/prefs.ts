// What a person likes to see, kept in this browser.
import { effect, signal, type Signal } from '@preact/signals'

function kept(name: string): Signal<boolean> {
  const box = signal(read(name) === 'yes')
  effect(() => write(name, box.value ? 'yes' : 'no'))
  return box
}

// A browser may forbid storage; then nothing is kept, and nothing is lost.
function read(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

function write(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    return
  }
}

export const coordinates = kept('coordinates')
export const numbers = kept('numbers')
export const atari = kept('atari')
