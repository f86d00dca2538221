// What waits for the person, in the bar of every page: games and challenges, and messages.
import { tab } from '../common/tab'
import type { Socket } from '../net/socket'
import type { Counts } from '../net/wire'

const pause = 150 // ms in which several changes make one request

const count = (at: Element | null, n: number): void => {
  const badge = at?.querySelector<HTMLElement>('.count')
  if (badge === null || badge === undefined) return
  badge.textContent = String(n)
  badge.hidden = n === 0
}

function show({ turns, challenges, messages }: Counts): void {
  tab().waiting.value = turns + challenges + messages
  count(document.querySelector('.top .messages'), messages)
  const link = document.querySelector<HTMLElement>('.top .inbox')!
  count(link, turns + challenges)
  link.hidden = turns + challenges === 0
  link.querySelector('span')!.textContent = (turns === 0 && challenges > 0 ? link.dataset.challenge : link.dataset.turn)!
}

// followInbox keeps the numbers up to date, if the page knows the person. The key N opens the next
// game that waits, on pages without a game. changed is called when the number of messages changes.
export function followInbox(socket: Socket, changed: () => void = () => undefined): void {
  const link = document.querySelector<HTMLAnchorElement>('.top .inbox')
  if (link === null) return
  if (location.pathname.startsWith('/games/')) link.href = `${location.pathname}/next` // another game than this one
  let due = 0
  let requests = 0
  let before = Number(document.querySelector('.top .messages .count')?.textContent ?? 0)
  const load = async () => {
    due = 0
    const number = ++requests
    const answer = await fetch('/api/notices/inbox').catch(() => undefined)
    const counts = answer?.ok === true ? ((await answer.json()) as Counts) : undefined
    if (counts === undefined || number !== requests) return
    if (counts.messages !== before) changed()
    before = counts.messages
    show(counts)
  }
  socket.followChanges(() => {
    clearTimeout(due)
    due = window.setTimeout(() => void load(), pause)
  })
  document.addEventListener('keydown', (e) => {
    if (e.key !== 'n' || e.ctrlKey || e.metaKey || e.altKey || e.target !== document.body || link.hidden) return
    if (document.querySelector('.goban') === null) location.assign(link.href)
  })
}
