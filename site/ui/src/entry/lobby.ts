// The lobby: offers come and go while it is looked at.
import { Socket } from '../socket'

const pause = 1000 // ms between two looks at the server's list at least

let due = 0

// refresh puts the server's list in place of the one that stands here. Many changes
// at once make one look.
function refresh(): void {
  if (due !== 0) return
  due = window.setTimeout(async () => {
    const answer = await fetch(location.href).catch(() => undefined)
    due = 0
    if (answer?.ok !== true) return
    const list = new DOMParser().parseFromString(await answer.text(), 'text/html').getElementById('seeks')
    const shown = document.getElementById('seeks')!
    // Who is about to press a button keeps it under the finger and the focus.
    if (list !== null && list.innerHTML !== shown.innerHTML && !shown.contains(document.activeElement)) shown.replaceChildren(...list.childNodes)
  }, pause * (0.5 + Math.random()))
}

const socket = new Socket('/api/socket')
socket.follow('lobby', ({ offers, all }) => {
  for (const { id, state } of offers) if (state !== 'open') document.getElementById(`offer-${id}`)?.remove()
  const listed = document.querySelectorAll('#seeks [id^=offer-]').length
  if (all !== true || offers.length > 0 || listed > 0) refresh()
})
socket.hear(refresh)
