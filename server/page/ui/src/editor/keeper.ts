// Keeps a record as a draft in this browser: its start, and every edit as it is made.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Edit } from '../net/editor'
import { lockDraft, lockedDrafts } from './draftlock'
import { addDraft, appendEdits, listDrafts, readDraft, removeDraft, type Draft, type DraftEntry, type Stored } from './drafts'

// Kept says whether the changes are stored: there are none yet, they are on their way, stored, or
// not stored because there is no room, because the browser stores nothing, or because another tab
// has the draft.
export type Kept = 'none' | 'keeping' | Stored

export interface Keeper {
  kept: Signal<Kept>
  readOnly: ReadonlySignal<boolean>
  // begin makes a draft of a record. Without now, only the first edit does.
  begin(start: string, title: string, now: boolean): void
  append(edits: Edit[], title: string): void
  open(id: string): Promise<Draft | undefined>
  takeOver(): Promise<string | undefined> // returns the draft to open again
  list(): Promise<DraftEntry[]>
  remove(id: string): Promise<boolean> // reports whether it was this tab's
  last(): Promise<string | undefined> // the draft of this tab, or the latest one that no tab has
}

const tabKey = 'draft' // of this tab's draft

// A Current is the draft of this tab with the edits that are not stored yet.
interface Current {
  id: string
  title: string
  start: string
  stored: number // edits; -1 before the draft itself is stored
  waiting: Edit[]
  release: (() => void) | null // null without its lock
}

const newID = (): string => [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(36).padStart(2, '0')).join('')

const emptyDraft = (id: string, release: (() => void) | null): Current => ({ id, title: '', start: '', stored: 0, waiting: [], release })

// write stores a new draft, or adds edits to one.
const write = (entry: DraftEntry, stored: number, start: string, edits: Edit[]): Promise<Stored> =>
  stored < 0 ? addDraft({ ...entry, start, log: edits }) : appendEdits(entry, stored, edits)

export function createKeeper(): Keeper {
  const kept = signal<Kept>('none')
  let current: Current | undefined
  let queue: Promise<unknown> = Promise.resolve() // what is written, in order
  const lost = (of: Current) => () => {
    of.release = null
    if (of === current) kept.value = 'elsewhere'
  }
  const replace = (next: Current, how: Kept) => {
    if (next !== current) current?.release?.()
    current = next
    kept.value = how
    remember(next.id)
  }
  // store writes what waits. What fails waits for the next time.
  const store = async (of: Current): Promise<void> => {
    const { id, title, start, stored } = of
    const edits = [...of.waiting]
    if (of !== current && edits.length === 0) return
    if (stored < 0) of.release ??= await lockDraft(id, lost(of))
    const how = await write({ id, title, changed: Date.now() }, stored, start, edits)
    if (how === 'done') Object.assign(of, { stored: Math.max(stored, 0) + edits.length, waiting: of.waiting.slice(edits.length) })
    if (of !== current) return of.release?.()
    kept.value = how !== 'done' ? how : of.release === null ? 'elsewhere' : of.waiting.length > 0 ? 'keeping' : 'done'
  }
  const enqueue = (of: Current) => {
    if (kept.value === 'none' || kept.value === 'done') kept.value = 'keeping'
    queue = queue.then(() => store(of))
  }
  const begin = (start: string, title: string, now: boolean) => {
    replace({ ...emptyDraft(newID(), null), title, start, stored: -1 }, 'none')
    if (now) enqueue(current!)
  }
  const append = (edits: Edit[], title: string) => {
    if (current === undefined || kept.value === 'elsewhere') return
    enqueue(Object.assign(current, { title, waiting: [...current.waiting, ...edits] }))
  }
  const open = async (id: string) => {
    await queue
    const same = current?.id === id ? current.release : null
    const next = emptyDraft(id, same)
    next.release ??= await lockDraft(id, lost(next))
    const draft = await readDraft(id).catch(() => undefined)
    if (draft === undefined) return void next.release?.()
    if (same !== null) current!.release = null
    replace(Object.assign(next, { title: draft.title, stored: draft.log.length }), next.release === null ? 'elsewhere' : 'done')
    return draft
  }
  const takeOver = async () => {
    const taken = current
    if (taken !== undefined) taken.release = await lockDraft(taken.id, () => lost(current ?? taken)(), true)
    return taken?.id
  }
  const remove = async (id: string) => {
    await queue.then(() => removeDraft(id))
    if (current?.id !== id && current?.waiting.length) enqueue(current) // there may be room now
    return current?.id === id
  }
  return { kept, readOnly: computed(() => kept.value === 'elsewhere'), begin, append, open, takeOver, list: listDrafts, remove, last }
}

function remember(id: string): void {
  try {
    sessionStorage.setItem(tabKey, id)
  } catch {
    return // a browser may forbid storage
  }
}

async function last(): Promise<string | undefined> {
  const drafts = (await listDrafts()).map(({ id }) => id)
  const own = globalThis.sessionStorage?.getItem(tabKey)
  if (own !== null && own !== undefined && drafts.includes(own)) return own
  const locked = await lockedDrafts(drafts)
  return drafts.find((id) => !locked.has(id))
}
