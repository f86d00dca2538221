// The first page: a tap on its board begins a game.
import { useSignal } from '@preact/signals'
import { render } from 'preact'
import { Board } from '../board/board'
import type { Ground } from '../board/types'

const form = () => document.querySelector<HTMLFormElement>('.hero')!

// showStatus shows one of the texts that the page has for the place below the board.
function showStatus(text: 'corners' | 'starting' | 'unread'): void {
  const status = document.querySelector<HTMLElement>('.say')!
  status.textContent = status.dataset[text]!
}

// showBoard puts a board where the server has drawn it. Without the network its
// drawing stays.
export async function showBoard(): Promise<void> {
  const live = document.querySelector<HTMLElement>('.live')!
  const answer = await fetch(live.dataset.ground!).catch(() => undefined)
  if (answer === undefined || !answer.ok) return
  const ground = (await answer.json()) as Ground
  const drawn = live.querySelector('.still')!
  live.classList.add('settling')
  render(<Live ground={ground} tappable={form().dataset.tappable !== undefined} />, live)
  await new Promise((settled) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(settled))))
  drawn.remove()
  live.classList.remove('settling')
}

// Live is an empty board on which the first tap starts a game.
function Live({ ground, tappable: open }: { ground: Ground; tappable: boolean }) {
  const hover = useSignal<number | null>(null)
  const picked = useSignal<number | null>(null)
  const at = picked.value ?? (open ? hover.value : null)
  const start = (p: number) => {
    if (!open || picked.value !== null) return
    picked.value = p
    showStatus('starting')
    const first = form().querySelector<HTMLInputElement>('input[name=first]')!
    first.disabled = false
    first.value = ground.names[p]!
    form().requestSubmit()
    first.disabled = true // the browser has read it; one that comes back asks for no move
  }
  return (
    <Board
      ground={ground}
      signs={'.'.repeat(ground.names.length)}
      ghost={at === null ? undefined : { point: at, color: 'b', sure: picked.value !== null }}
      onHover={(p) => (hover.value = p)}
      onPick={start}
      onMiss={() => open && picked.value === null && showStatus('corners')}
    />
  )
}

// takeFiles opens a record that is dropped anywhere on the page: the page of records
// finds its bytes in this tab's storage, as base64.
export function takeFiles(): void {
  const sign = document.querySelector<HTMLElement>('.drop')
  if (sign === null) return
  const files = (e: DragEvent) => [...(e.dataTransfer?.items ?? [])].some(({ kind }) => kind === 'file')
  document.addEventListener('dragover', (e) => {
    if (!files(e)) return
    e.preventDefault()
    sign.hidden = false
  })
  document.addEventListener('dragleave', (e) => (sign.hidden = e.relatedTarget === null || sign.hidden))
  document.addEventListener('drop', (e) => {
    const file = e.dataTransfer?.files[0]
    sign.hidden = true
    if (file === undefined) return
    e.preventDefault()
    void openRecord(file)
  })
}

async function openRecord(file: File): Promise<void> {
  try {
    let text = ''
    for (const byte of new Uint8Array(await file.arrayBuffer())) text += String.fromCharCode(byte)
    sessionStorage.setItem('record', btoa(text))
    sessionStorage.removeItem('record-at')
  } catch {
    return void showStatus('unread') // a folder, or a file for which there is no room
  }
  location.assign('/record')
}
