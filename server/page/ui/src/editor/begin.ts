// What the editor opens first: a file that another page has left, the draft of this tab, the latest
// one, or an empty board.
import type { Signal } from '@preact/signals'
import type { Session } from './session'

// leftKey names the file that the first page leaves in this tab's storage, as base64. placeKey names
// the chapter and the node that were shown last.
const [leftKey, placeKey] = ['record', 'record-at']

export async function begin(session: Session, notice: Signal<string>): Promise<void> {
  const wrong = (await openFirst(session).catch(() => undefined)) ?? ''
  if (session.loaded.value !== 'ready') await session.open({ board: {} }).catch(() => (session.loaded.value = 'failed'))
  if (wrong !== '') notice.value = wrong
}

// openFirst opens what there is, and returns why it cannot.
async function openFirst(session: Session): Promise<string> {
  const left = sessionStorage.getItem(leftKey)
  if (left !== null) {
    sessionStorage.removeItem(leftKey)
    return session.open({ file: new Blob([Uint8Array.from(atob(left), (c) => c.charCodeAt(0))]) })
  }
  const id = await session.keeper.last()
  if (id === undefined) return session.open({ board: {} })
  const place = sessionStorage.getItem(placeKey) // before the start is shown
  const wrong = await session.openDraft(id)
  if (place !== null && wrong === '') await session.run({ command: 'go', node: place })
  return wrong
}

// rememberPlace stores which node is shown, for when this tab is loaded again.
export function rememberPlace(node: string): void {
  try {
    sessionStorage.setItem(placeKey, node)
  } catch {
    return // a browser may forbid storage
  }
}

// takeOver takes the draft from another tab, and reads what that one has changed.
export async function takeOver({ keeper, openDraft }: Session): Promise<void> {
  const id = await keeper.takeOver()
  if (id !== undefined) await openDraft(id)
}
