// The lobby: offers come and go while it is looked at.
import { sayLost } from '../lost'
import { stayPushed } from '../push'
import { refresher } from '../refresh'
import { Socket } from '../socket'

const refresh = refresher('seeks')
const socket = new Socket('/api/socket')
socket.follow('lobby', ({ offers, all }) => {
  for (const { id, state } of offers) if (state !== 'open') document.getElementById(`offer-${id}`)?.remove()
  const listed = document.querySelectorAll('#seeks [id^=offer-]').length
  if (all !== true || offers.length > 0 || listed > 0) refresh()
})
socket.hear(refresh)
sayLost(socket)
stayPushed()
