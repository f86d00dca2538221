// What a page without a match says while its line is lost.
import { effect } from '@preact/signals'
import type { Socket } from './socket'

// sayLost says in the page's own words that the line is lost, until it is back.
export function sayLost(socket: Socket): void {
  const notice = document.createElement('p')
  notice.className = 'offline'
  notice.setAttribute('role', 'alert')
  notice.textContent = document.querySelector<HTMLElement>('main')!.dataset.lost!
  effect(() => (socket.connected.value || socket.refused.value !== '' ? notice.remove() : document.body.append(notice)))
}
