// The lobby: offers come and go while it is looked at.
import { showConnectionLost } from '../net/connection'
import { refresher } from '../net/refresh'
import { Socket } from '../net/socket'
import { followInbox } from '../notice/inbox'

// followLobby keeps the page up to date.
export function followLobby(): void {
  const refresh = refresher('seeks')
  const socket = new Socket('/api/socket')
  socket.follow('lobby', ({ offers, all }) => {
    for (const { id, state } of offers) if (state !== 'open') document.getElementById(`offer-${id}`)?.remove()
    const listed = document.querySelectorAll('#seeks [id^=offer-]').length
    if (all !== true || offers.length > 0 || listed > 0) refresh()
  })
  socket.onOffers(refresh)
  showConnectionLost(socket)
  followInbox(socket)
}
