// The invitation to a game: its link is handed out, and the board comes when somebody
// has accepted.
import { sounds } from '../common/sounds'
import { renameTab } from '../common/tab'
import { showConnectionLost } from '../net/connection'
import { Socket } from '../net/socket'
import type { OffersMessage } from '../net/wire'
import { followInbox } from '../notice/inbox'

// bindShareControls binds the buttons that copy the link and open the share sheet of the device.
export function bindShareControls(): void {
  const input = document.querySelector<HTMLInputElement>('.hand .link input')
  if (input === null) return
  const copy = document.querySelector<HTMLButtonElement>('.hand .copy')!
  const said = document.querySelector('.hand .copied')!
  input.addEventListener('focus', () => input.select())
  copy.addEventListener('click', () =>
    navigator.clipboard
      .writeText(input.value)
      .then(() => (said.textContent = copy.dataset.copied!))
      .catch(() => (said.textContent = copy.dataset.failed!)),
  )
  const share = document.querySelector<HTMLButtonElement>('.hand .sharing')!
  share.hidden = !('share' in navigator)
  // Who turns away from the device's own sheet has changed nothing.
  share.addEventListener('click', () => void navigator.share({ title: document.title, url: input.value }).catch(() => undefined))
}

// showComputer shows the computer's offer to play once nobody has come for a while.
export function showComputer(): void {
  const offer = document.querySelector<HTMLElement>('.computer[hidden]')
  if (offer !== null) setTimeout(() => (offer.hidden = false), Number(offer.dataset.after))
}

// follow waits until the offer is no longer open, and then shows what has become of
// it: the board, or why there is none.
export function follow(main: HTMLElement): void {
  const { offer, state, game } = main.dataset
  if (state !== 'open') return
  const socket = new Socket('/api/socket')
  const topic = `offer/${offer}`
  const said = ({ offers }: OffersMessage) => {
    if (!offers.some((o) => o.id === offer && o.state !== 'open')) return
    socket.leave(topic)
    socket.close()
    void replacePage(game!)
  }
  socket.follow(topic, said)
  showConnectionLost(socket)
  followInbox(socket)
}

// replacePage replaces the content of this page by that of its address, without a reload.
async function replacePage(game: string): Promise<void> {
  const answer = await fetch(location.href).catch(() => undefined)
  const page = answer === undefined ? undefined : new DOMParser().parseFromString(await answer.text(), 'text/html')
  const content = page?.getElementById('content')
  if (page === undefined || content === undefined || content === null) return location.reload()
  renameTab(page.title)
  document.body.className = page.body.className
  document.getElementById('content')!.replaceChildren(...[...content.childNodes].map((n) => document.adoptNode(n)))
  if (document.getElementById('match') === null) return
  document.querySelector('.foot')?.remove()
  sounds.found()
  await import(game)
}
