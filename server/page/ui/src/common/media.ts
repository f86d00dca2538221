// What the window is like.
import { signal, type ReadonlySignal } from '@preact/signals'

// media follows a media query until stop is called.
export function media(query: string): { matches: ReadonlySignal<boolean>; stop(): void } {
  const list = matchMedia(query)
  const matches = signal(list.matches)
  const follow = () => void (matches.value = list.matches)
  list.addEventListener('change', follow)
  return { matches, stop: () => list.removeEventListener('change', follow) }
}
