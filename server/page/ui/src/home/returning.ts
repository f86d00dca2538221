// The first page of a person who has played here: it shows games, offers and messages as they are now.
import { showConnectionLost } from '../net/connection'
import { refresher } from '../net/refresh'
import { Socket } from '../net/socket'
import { followInbox } from '../notice/inbox'

const often = 15_000 // ms between two looks at what no message is about: other people's games and offers

// followHome keeps the page up to date.
export function followHome(): void {
  const refresh = refresher('now')
  setInterval(() => document.hidden || refresh(), often)
  document.addEventListener('visibilitychange', () => document.hidden || refresh())
  const socket = new Socket('/api/socket')
  socket.onOffers(refresh)
  let known = false // the page has come with the turns as they are
  socket.followTurns(() => (known ? refresh() : (known = true)))
  socket.connections.subscribe((n) => n > 1 && refresh()) // messages that were missed
  showConnectionLost(socket)
  followInbox(socket, refresh)
}

// showUnreadFile says that a record could not be read.
export function showUnreadFile(): void {
  const drop = document.querySelector<HTMLElement>('.drop')!
  drop.hidden = false
  drop.textContent = drop.dataset.failed!
}
