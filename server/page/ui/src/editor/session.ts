// A session with the editor in the worker: requests in order, the state after each, and the draft
// in this browser to which every edit is added.
import { batch, computed, signal, type ReadonlySignal, type Signal } from '@preact/signals'
import type { Ground } from '../board/types'
import type { Words } from '../common/i18n'
import type { Fault, Request, Response, State } from '../net/editor'
import { createKeeper, type Keeper } from './keeper'
import { encodeFile, type Rules } from './rules'

// Opened says what is opened: a file or a text, or a new board.
export type Source = { file: Blob } | { text: string } | { board: NonNullable<Request['new']> }

export interface Session {
  loaded: Signal<'loading' | 'ready' | 'failed'>
  state: ReadonlySignal<State> // from when it is ready
  ground: ReadonlySignal<Ground>
  problems: Signal<Fault[]> // of the file that was opened
  readOnly: ReadonlySignal<boolean>
  size: ReadonlySignal<{ columns: number; rows: number }> // of the part of the tree in the state
  keeper: Keeper
  // run sends a request. A refusal is shown as notice, and in the response.
  run(request: Request): Promise<Response>
  // look changes the part of the tree that is shown.
  look(view: NonNullable<Request['view']>): void
  // open opens a record as a new draft, or adds it as chapters. It returns why it cannot, or ''.
  open(source: Source, here?: boolean): Promise<string>
  openDraft(id: string): Promise<string>
  // removeDraft deletes a draft, in place of which an empty board is opened if it was open.
  removeDraft(id: string): Promise<void>
}

const maxFile = 4 << 20 // bytes

export function createSession(words: Words, notice: Signal<string>, rules: Rules): Session {
  const loaded = signal<'loading' | 'ready' | 'failed'>('loading')
  const state = signal<State | null>(null)
  const ground = signal<Ground | null>(null)
  const problems = signal<Fault[]>([])
  const keeper = createKeeper()
  const size = signal({ columns: 48, rows: 12 }) // of the part of the tree, until its place is known
  let view: NonNullable<Request['view']> = size.value
  const send = async (request: Request): Promise<Response> => {
    const response = await rules.call({ ...request, view })
    batch(() => {
      if (response.ground !== undefined) ground.value = response.ground
      if (response.state !== undefined) state.value = response.state
      loaded.value = state.value === null ? 'loading' : 'ready'
    })
    return response
  }
  const run = async (request: Request): Promise<Response> => {
    view = size.value
    const response = await send(request)
    notice.value = response.refused === undefined ? '' : refusalText(words, response)
    if (response.edits !== undefined) keeper.append(response.edits, titleOf(words, response.state!))
    return response
  }
  const open = async (source: Source, here = false): Promise<string> => {
    const request = await requestOf(source, here)
    if (request === undefined) return words.t('editor.file.large', { most: maxFile >> 20 })
    if (here) {
      const response = await run(request)
      return response.refused === undefined ? '' : refusalText(words, response)
    }
    const response = await send(request)
    if (response.refused !== undefined) return refusalText(words, response)
    batch(() => {
      problems.value = response.problems ?? []
      notice.value = ''
    })
    keeper.begin(response.start!, titleOf(words, response.state!), !('board' in source))
    return ''
  }
  const openDraft = async (id: string): Promise<string> => {
    const draft = await keeper.open(id)
    if (draft === undefined) return words.t('editor.drafts.gone')
    const response = await send({ command: 'open', text: draft.start, log: draft.log })
    problems.value = []
    return response.refused === undefined ? '' : refusalText(words, response)
  }
  const removeDraft = async (id: string) => void ((await keeper.remove(id)) && (await open({ board: {} })))
  const look = (to: NonNullable<Request['view']>) => {
    view = to
    size.value = { columns: to.columns, rows: to.rows }
    void send({ command: 'look' })
  }
  return {
    loaded, problems, keeper, size, run, look, open, openDraft, removeDraft,
    state: computed(() => state.value!),
    ground: computed(() => ground.value!),
    readOnly: keeper.readOnly,
  }
}

async function requestOf(source: Source, here: boolean): Promise<Request | undefined> {
  if ('board' in source) return { command: here ? 'add-chapter' : 'new', new: source.board }
  const command = here ? 'import' : 'open'
  if ('text' in source) return source.text.length > maxFile ? undefined : { command, text: source.text }
  if (source.file.size > maxFile) return undefined
  return { command, file: await encodeFile(source.file) }
}

// refusalText is why a request was refused.
export function refusalText({ t, has }: Words, { refused }: Response): string {
  const key = `editor.refusal.${refused!.code}`
  return t(has(key) ? key : 'editor.refusal.request')
}

// titleOf names a record by the title or the players of its first chapter.
export function titleOf({ t }: Words, { chapters }: State): string {
  const { title, black, white } = chapters[0]!
  if (title !== '') return title
  return black !== undefined && white !== undefined ? t('editor.players', { black, white }) : (black ?? white ?? '')
}
