// The notice of a page without a match while its connection is lost.
import { effect } from '@preact/signals'
import type { Socket } from './socket'

// showConnectionLost shows the page's notice while the connection is lost.
export function showConnectionLost(socket: Socket): void {
  const notice = document.createElement('p')
  notice.className = 'offline'
  notice.setAttribute('role', 'alert')
  notice.textContent = document.querySelector<HTMLElement>('main')!.dataset.lost!
  effect(() => (socket.connected.value || socket.refused.value !== '' ? notice.remove() : document.body.append(notice)))
}
