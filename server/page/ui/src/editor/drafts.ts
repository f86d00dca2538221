// Drafts in this browser (IndexedDB): what each began with, and a log of its edits. An entry of a
// log has the key [draft, number], so that two tabs cannot both add the same one.
import type { Edit } from '../net/editor'

export interface DraftEntry {
  id: string
  title: string
  changed: number // ms since 1970
}

export interface Draft extends DraftEntry {
  start: string // SGF
  log: Edit[]
}

// Stored says how writing ended: done, full if there is no room, elsewhere if another tab has
// changed or deleted the draft, or not if the browser stores nothing.
export type Stored = 'done' | 'full' | 'elsewhere' | 'not'

const ways: Record<string, Stored> = { QuotaExceededError: 'full', ConstraintError: 'elsewhere', AbortError: 'elsewhere' }

const database = (): Promise<IDBDatabase> =>
  new Promise((opened, failed) => {
    const request = indexedDB.open('rosette', 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('drafts', { keyPath: 'id' })
      request.result.createObjectStore('logs')
    }
    request.onsuccess = () => opened(request.result)
    request.onerror = () => failed(request.error)
  })

// transact runs a transaction on drafts and logs, and returns what act returns once all is stored.
async function transact<T>(mode: IDBTransactionMode, act: (drafts: IDBObjectStore, logs: IDBObjectStore) => T): Promise<T> {
  const db = await database()
  try {
    return await new Promise((done, failed) => {
      const tx = db.transaction(['drafts', 'logs'], mode)
      const result = act(tx.objectStore('drafts'), tx.objectStore('logs'))
      tx.oncomplete = () => done(result)
      tx.onabort = () => failed(tx.error ?? new DOMException('', 'AbortError'))
    })
  } finally {
    db.close()
  }
}

const write = (act: (drafts: IDBObjectStore, logs: IDBObjectStore) => void): Promise<Stored> =>
  transact('readwrite', act).then(
    () => 'done' as const,
    (error: DOMException) => ways[error.name] ?? 'not',
  )

// all are the keys of a draft in logs.
const all = (id: string) => IDBKeyRange.bound([id], [id, []])

// listDrafts returns the drafts, the latest first; none where the browser stores nothing.
export const listDrafts = (): Promise<DraftEntry[]> =>
  transact('readonly', (drafts) => drafts.getAll() as IDBRequest<DraftEntry[]>).then(
    ({ result }) => result.sort((a, b) => b.changed - a.changed),
    () => [],
  )

export async function readDraft(id: string): Promise<Draft | undefined> {
  const [entry, log] = await transact('readonly', (drafts, logs) => [drafts.get(id) as IDBRequest<DraftEntry | undefined>, logs.getAll(all(id))] as const)
  if (entry.result === undefined) return undefined
  const [start, ...edits] = log.result as [string, ...Edit[]]
  return { ...entry.result, start, log: edits }
}

// addDraft stores a new draft, and asks the browser not to delete it when room gets short.
export async function addDraft({ log, start, ...entry }: Draft): Promise<Stored> {
  const stored = await write((drafts, logs) => {
    drafts.add(entry)
    for (const [n, value] of [start, ...log].entries()) logs.add(value, [entry.id, n])
  })
  if (stored === 'done') void navigator.storage?.persist?.()
  return stored
}

// appendEdits adds edits to a log that had length of them.
export const appendEdits = (entry: DraftEntry, length: number, edits: Edit[]): Promise<Stored> =>
  write((drafts, logs) => {
    const found = drafts.getKey(entry.id)
    found.onsuccess = () => {
      if (found.result === undefined) return found.transaction!.abort()
      drafts.put(entry)
      for (const [n, edit] of edits.entries()) logs.add(edit, [entry.id, length + 1 + n])
    }
  })

export const removeDraft = (id: string): Promise<Stored> => write((drafts, logs) => void (drafts.delete(id), logs.delete(all(id))))
