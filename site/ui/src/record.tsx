// A game record that is looked at: its positions, variations, comments and marks. The
// server reads the file and keeps nothing of it.
import { computed, signal, useSignal, type Signal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Board } from './board/board'
import type { Mark } from './board/marks'
import type { Words } from './i18n'
import { MoveList } from './moves'
import { moveName, Steps, useSteps } from './stepper'
import type { GameRecord, Problem, RecordNode } from './wire'

const shapes: Record<string, string> = { circle: '○', square: '□', triangle: '△', cross: '×', selected: '◆' }
const graded = ['note', 'warning', 'error']

// createReading goes through the tree of a record. Where lines part it goes on along
// the one that was last looked at.
function createReading({ nodes }: GameRecord) {
  const children: number[][] = nodes.map(() => [])
  nodes.forEach(({ parent }, i) => parent >= 0 && children[parent]!.push(i))
  const at = signal(0)
  const onward = signal<Record<number, number>>({})
  // line lists the nodes from the root through the one that is shown to the end.
  const line = computed((): number[] => {
    const all: number[] = []
    for (let i = at.value; i >= 0; i = nodes[i]!.parent) all.unshift(i)
    for (let i: number | undefined = next(at.value); i !== undefined; i = next(i)) all.push(i)
    return all
  })
  const next = (i: number): number | undefined => onward.value[i] ?? children[i]![0]
  const step = computed(() => line.value.indexOf(at.value))
  const show = (i: number) => {
    const { parent } = nodes[i]!
    if (parent >= 0) onward.value = { ...onward.value, [parent]: i }
    at.value = i
  }
  const to = (n: number) => (at.value = line.value[Math.max(0, Math.min(n, line.value.length - 1))]!)
  return { children, at, line, step, show, to }
}

// read asks the server what is in a file. The error is a sentence for people.
async function read(file: Blob, words: Words): Promise<GameRecord> {
  const failed = words.refusal('not-now')
  const sent = { method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: file }
  const answer = await fetch(`/api/records?lang=${words.lang}`, sent).catch(() => {
    throw new Error(failed)
  })
  if (!answer.ok) throw new Error(((await answer.json().catch(() => ({ detail: failed }))) as Problem).detail)
  return (await answer.json()) as GameRecord
}

// kept is where the first page leaves a file that was dropped there: its bytes as a
// string of base64.
const kept = 'record'

function takeKept(): Blob | undefined {
  const text = sessionStorage.getItem(kept)
  sessionStorage.removeItem(kept)
  return text === null ? undefined : new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))])
}

export function mountRecord(words: Words, element: Element): void {
  render(<Page words={words} />, element)
}

function Page({ words }: { words: Words }) {
  const record = useSignal<GameRecord | null>(null)
  const wrong = useSignal('')
  const open = (file: Blob | undefined | null) => {
    if (!file) return
    wrong.value = ''
    read(file, words).then(
      (found) => (record.value = found),
      (error: Error) => (wrong.value = error.message),
    )
  }
  useEffect(() => {
    open(takeKept())
    const over = (e: DragEvent) => e.preventDefault()
    const drop = (e: DragEvent) => (e.preventDefault(), open(e.dataTransfer?.files[0]))
    const paste = (e: ClipboardEvent) => {
      const text = e.clipboardData?.getData('text') ?? ''
      open(e.clipboardData?.files[0] ?? (text === '' ? null : new Blob([text])))
    }
    document.addEventListener('dragover', over)
    document.addEventListener('drop', drop)
    document.addEventListener('paste', paste)
    return () => {
      document.removeEventListener('dragover', over)
      document.removeEventListener('drop', drop)
      document.removeEventListener('paste', paste)
    }
  }, [])
  return record.value === null ? <Opening words={words} open={open} wrong={wrong} /> : <Reading words={words} record={record.value} open={open} wrong={wrong} key={record.value} />
}

interface OpeningProps {
  words: Words
  open(file: Blob | undefined): void
  wrong: Signal<string>
}

function Opening({ words: { t }, open, wrong }: OpeningProps) {
  return (
    <main class="opening sheet">
      <h1>{t('record.title')}</h1>
      <p>{t('record.lead')}</p>
      <Chooser t={t} open={open} primary />
      <p class="error" role="alert">
        {wrong}
      </p>
    </main>
  )
}

function Chooser({ t, open, primary = false }: { t: Words['t']; open: OpeningProps['open']; primary?: boolean }) {
  return (
    <label class={primary ? 'button primary chooser' : 'button chooser'}>
      {t(primary ? 'record.choose' : 'record.another')}
      <input type="file" accept=".sgf,.gib,.ngf,text/plain" onChange={(e) => open(e.currentTarget.files?.[0])} />
    </label>
  )
}

function Reading({ words, record, open, wrong }: OpeningProps & { record: GameRecord }) {
  const { t } = words
  const reading = useRef(createReading(record)).current
  const inside = useRef<HTMLDivElement>(null)
  const { at, line, step, to } = reading
  const walk = () => ({ ply: step.value, last: line.value.length - 1, to })
  useSteps(inside, walk)
  const node = record.nodes[at.value]!
  const moves = line.value.flatMap((i, n) => {
    const { moved, position: p } = record.nodes[i]!
    return moved === true && p.by !== undefined ? [{ number: p.ply, step: n, color: p.by, point: p.last!, did: p }] : []
  })
  return (
    <main class="table reading">
      <h1 class="hidden">{t('record.title')}</h1>
      <div class="goban">
        <Board ground={record.board} signs={node.position.stones} rosettes={node.position.rosettes} marks={marksOf(record, node)} labels={labelsOf(node)} coordinates />
      </div>
      <div class="side" ref={inside}>
        <Head t={t} record={record} />
        <div class="middle">
          <section class="moves" aria-label={t('ui.moves.title')}>
            {moves.length > 0 && <MoveList t={t} words={words} name={t('ui.moves.title')} moves={moves} now={node.position.ply} to={(n) => to(moves.find(({ number }) => number === n)!.step)} />}
          </section>
          <Branches t={t} record={record} reading={reading} />
          {node.comment !== undefined && <p class="comment">{node.comment}</p>}
          {node.wrong !== undefined && <p class="comment note">{node.wrong}</p>}
        </div>
        <div class="stepper">
          <Steps walk={walk()} t={t} />
        </div>
        <div class="acts">
          <Chooser t={t} open={open} />
        </div>
        <p class="error" role="alert">
          {wrong}
        </p>
      </div>
    </main>
  )
}

// Head says who played, how it ended, and what is wrong with the file.
function Head({ t, record }: { t: Words['t']; record: GameRecord }) {
  const { black, white, result, event, date, komi, games, more, problems } = record
  const facts = [result === undefined ? '' : t('record.result', { result }), t('record.komi', { komi }), event, date]
  const notes = [games > 1 ? t('record.games', { n: games }) : '', more === true ? t('record.more') : '']
  return (
    <header class="head">
      <p class="players">
        <i class="stone b" /> <b>{black ?? t('color.b')}</b> <i class="stone w" /> <b>{white ?? t('color.w')}</b>
      </p>
      <p class="note">{facts.filter((fact) => fact !== undefined && fact !== '').join(' · ')}</p>
      {notes.filter(Boolean).map((note) => (
        <p class="note" key={note}>
          {note}
        </p>
      ))}
      {problems.length > 0 && (
        <details>
          <summary>{t('record.problems', { n: problems.length })}</summary>
          <ul lang="en">
            {[...problems].sort((a, b) => graded.indexOf(b.grade) - graded.indexOf(a.grade)).map(({ grade, text }) => (
              <li key={text} class={grade}>
                {text}
              </li>
            ))}
          </ul>
        </details>
      )}
    </header>
  )
}

// Branches are the ways on from where lines part.
function Branches({ t, record: { nodes }, reading: { children, at, show } }: { t: Words['t']; record: GameRecord; reading: ReturnType<typeof createReading> }) {
  const ways = children[at.value]!
  const { parent } = nodes[at.value]!
  const beside = ways.length > 1 ? ways : parent >= 0 ? children[parent]! : []
  if (beside.length < 2) return null
  return (
    <div class="branches" role="group" aria-label={t('record.variations')}>
      <span class="note">{t('record.variations')}</span>
      {beside.map((i, n) => {
        const { moved, position: p } = nodes[i]!
        return (
          <button class="button" key={i} aria-pressed={i === at.value} onClick={() => show(i)}>
            {moved === true && p.by !== undefined ? moveName(t, { color: p.by, point: p.last! }) : t('record.variation', { n: n + 1 })}
          </button>
        )
      })}
    </div>
  )
}

function marksOf({ board }: GameRecord, { position, moved }: RecordNode): Map<number, Mark[]> {
  const all = new Map<number, Mark[]>(position.immortal.map((p) => [p, ['immortal']]))
  const last = board.names.indexOf(position.last ?? '')
  if (moved === true && last >= 0) all.set(last, [...(all.get(last) ?? []), 'last'])
  return all
}

const labelsOf = ({ marks }: RecordNode): Map<number, string> => new Map(marks?.map(({ kind, point, text }) => [point, text ?? shapes[kind] ?? '']))
