// Keeps a record as a draft in this browser: its start, and every edit as it is made.
import { computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Edit } from '../net/editor'
import { createDrafts, type Draft, type DraftEntry } from './drafts'

// Kept says whether the changes are stored: there are none yet, they are on their way, stored, or
// not stored because there is no room, because the browser stores nothing, or because another tab
// has the draft.
export type Kept = 'none' | 'keeping' | 'done' | 'full' | 'not' | 'elsewhere'

export interface Keeper {
  kept: Signal<Kept>
  readOnly: ReadonlySignal<boolean>
  // begin makes a draft of a record. Without now, only the first edit does.
  begin(start: string, title: string, now: boolean): void
  append(edits: Edit[], title: string): void
  open(id: string): Promise<Draft | undefined>
  takeOver(): Promise<string | undefined> // returns the draft to open again
  list(): Promise<DraftEntry[]>
  remove(id: string): Promise<void>
  last(): Promise<string | undefined> // the draft of this tab, or the latest one
}
