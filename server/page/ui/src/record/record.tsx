// A game record that is looked at: its positions, variations, comments and marks. The
// server reads the file and keeps nothing of it.
import { useSignal, type Signal } from '@preact/signals'
import { render } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { requestJSON, requestBlob, Failure } from '../net/request'
import { Board } from '../board/board'
import type { Mark } from '../board/marks'
import type { Layout } from '../board/types'
import { useCursor } from '../board/cursor'
import { describeStones } from '../match/describe'
import type { Words } from '../common/i18n'
import { MoveList, Tried } from '../match/moves'
import { refusalAt, serverPositions, type Position } from '../match/positions'
import { createPrefs, quarters, type Prefs } from '../settings/preferences'
import { createReading, type Reading } from './tree'
import { RecordReview } from './recordreview'
import { resultOf } from './result'
import { moveName, Steps, Trial, useSteps } from '../match/stepper'
import type { GameRecord, Moves, RecordFault, RecordNode } from '../net/wire'

const shapes: Record<string, string> = { circle: '○', square: '□', triangle: '△', cross: '×', selected: '◆' }
const graded = ['note', 'warning', 'error']

// read asks the server what is in a file.
const read = (file: Blob, words: Words) =>
  requestJSON<GameRecord>(words, '/api/records', { file }).catch(({ code, message, detail }: Failure) => {
    throw new Failure(code === 'api.too-large' ? words.t('record.too-large') : message, code, detail)
  })

// drawn requests a picture.
const drawn = (words: Words, json: Moves, format: string) => requestBlob(words, `/api/positions/picture?format=${format}`, { json })

// recordKey names the stored file of this tab, as base64: the one that is shown, or that was
// dropped on the first page. positionKey names the stored node.
const [recordKey, positionKey] = ['record', 'record-at']

function readStored(): Blob | undefined {
  const text = sessionStorage.getItem(recordKey)
  return text === null ? undefined : new Blob([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))])
}

function forget(): void {
  sessionStorage.removeItem(recordKey)
  sessionStorage.removeItem(positionKey)
}

// keep stores a file until another one is opened. For a large one there may be no room.
async function keep(file: Blob): Promise<void> {
  forget()
  try {
    sessionStorage.setItem(recordKey, btoa([...new Uint8Array(await file.arrayBuffer())].map((byte) => String.fromCharCode(byte)).join('')))
  } catch {
    return
  }
}

export function mountRecord(words: Words, element: Element): void {
  render(<Page words={words} prefs={createPrefs()} />, element)
}

function Page({ words, prefs }: { words: Words; prefs: Prefs }) {
  const record = useSignal<GameRecord | null>(null)
  const wrong = useSignal<Failure | null>(null)
  const open = (file: Blob | undefined | null, again = false) => {
    if (!file) return
    wrong.value = null
    read(file, words).then(
      (found) => {
        if (!again) void keep(file)
        record.value = found
      },
      (error: Failure) => {
        if (again && error.status >= 400 && error.status < 500) forget() // it cannot be read later either
        wrong.value = error
      },
    )
  }
  useEffect(() => {
    open(readStored(), true)
    const over = (e: DragEvent) => e.preventDefault()
    const drop = (e: DragEvent) => (e.preventDefault(), open(e.dataTransfer?.files[0]))
    const paste = (e: ClipboardEvent) => {
      const text = e.clipboardData?.getData('text') ?? ''
      open(e.clipboardData?.files[0] ?? (text === '' ? null : new Blob(['\ufeff', text]))) // Unicode, whatever CA says
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
  return record.value === null ? <Opening words={words} open={open} wrong={wrong} /> : <Reading words={words} prefs={prefs} record={record.value} open={open} wrong={wrong} key={record.value} />
}

interface OpeningProps {
  words: Words
  open(file: Blob | undefined): void
  wrong: Signal<Failure | null>
}

function Opening({ words: { t }, open, wrong }: OpeningProps) {
  return (
    <main class="opening sheet">
      <div class="empty" ref={showEmpty} />
      <h1>{t('record.title')}</h1>
      <p>{t('record.lead')}</p>
      <Chooser t={t} open={open} primary />
      <div class="error" role="alert">
        {wrong.value !== null && <Exact text={wrong.value.message} detail={wrong.value.detail} />}
      </div>
    </main>
  )
}

// showEmpty puts the picture for a page without a record, which the server has drawn, in its place.
function showEmpty(at: HTMLElement | null): void {
  at?.replaceChildren(document.querySelector<HTMLTemplateElement>('template#empty')!.content.cloneNode(true))
}

// Exact shows an error, and below it the detail in English.
const Exact = ({ text, detail }: { text: string; detail: string }) => (
  <>
    <p>{text}</p>
    {detail !== '' && (
      <p class="exact" lang="en">
        {detail}
      </p>
    )}
  </>
)

// faultText describes the fault of a node, with the move if that is illegal.
function faultText(t: Words['t'], wrong: RecordFault, node?: RecordNode): string {
  const { by, last, ply } = node?.position ?? {}
  if (wrong.kind === 'illegal' && by !== undefined && last !== undefined) return t('record.fault.illegal-at', { n: ply, move: moveName(t, { color: by, point: last }) })
  return t(`record.fault.${wrong.kind}`)
}

function Chooser({ t, open, primary = false }: { t: Words['t']; open: OpeningProps['open']; primary?: boolean }) {
  return (
    <label class={primary ? 'button primary chooser' : 'button chooser'}>
      {t(primary ? 'record.choose' : 'record.another')}
      <input type="file" accept=".sgf,.gib,.ngf,text/plain" onChange={(e) => open(e.currentTarget.files?.[0])} />
    </label>
  )
}

interface ReadingProps extends OpeningProps {
  record: GameRecord
  prefs: Prefs
}

function Reading({ words, prefs, record, open, wrong }: ReadingProps) {
  const { t } = words
  const reading = useRef<Reading>(null)
  reading.current ??= createReading(record, words, serverPositions(words), Number(sessionStorage.getItem(positionKey)))
  const { at, line, ply, last, to, game, variation, practice, practise, place, discard, notice } = reading.current
  // The page is laid out as that of a game then.
  useEffect(() => void document.body.classList.replace('plain', 'play'), [])
  useLayoutEffect(() => sessionStorage.setItem(positionKey, String(at.value)), [at.value]) // at once, before a reload
  const inside = useRef<HTMLDivElement>(null)
  const walk = () => ({ ply: ply.value, last: last.value, to })
  useSteps(inside, walk)
  const node = record.nodes[at.value]!
  const tried = variation.value
  const moves = line.value.flatMap((i, n) => {
    const { moved, position: p } = record.nodes[i]!
    return moved === true && p.by !== undefined ? [{ number: p.ply, step: n, color: p.by, point: p.last!, did: p }] : []
  })
  const before = node.position.ply
  return (
    <main class="table reading">
      <h1 class="hidden">{t('record.title')}</h1>
      <Shown words={words} prefs={prefs} record={record} reading={reading.current} />
      <div class="stepper">
        <Steps walk={walk()} t={t} />
        {tried !== null && (
          <Trial
            t={t}
            tried={tried}
            practice={practice.value}
            played={!tried.own && tried.base < line.value.length - 1 ? () => game(tried.base + 1) : undefined}
            practise={practise}
            place={place}
            discard={discard}
          />
        )}
        <div class="error" role="alert">
          {notice.value !== '' ? notice.value : wrong.value !== null && <Exact text={wrong.value.message} detail={wrong.value.detail} />}
        </div>
      </div>
      <div class="side" ref={inside}>
        <Head t={t} record={record} />
        <div class="middle">
          <section class="moves" aria-label={t('ui.moves.title')}>
            {moves.length > 0 && <MoveList t={t} words={words} name={t('ui.moves.title')} moves={moves} now={before} to={(n) => game(moves.find(({ number }) => number === n)!.step)} />}
            {tried !== null && <Tried words={words} tried={tried} before={before} now={before + ply.value - tried.base} to={(n) => to(tried.base + n - before)} />}
          </section>
          <Branches t={t} record={record} reading={reading.current} />
          <RecordReview words={words} reading={reading.current} />
          <Remarks t={t} node={node} />
        </div>
        <div class="acts">
          <Chooser t={t} open={open} />
          <Saves t={t} record={record} reading={reading.current} words={words} />
        </div>
      </div>
    </main>
  )
}

// Remarks are the comment of a node, and what is wrong with its move.
function Remarks({ t, node }: { t: Words['t']; node: GameRecord['nodes'][number] }) {
  return (
    <>
      {node.comment !== undefined && <p class="comment">{node.comment}</p>}
      {node.wrong !== undefined && (
        <div class="comment note">
          <Exact text={faultText(t, node.wrong, node)} detail={node.wrong.text} />
        </div>
      )}
    </>
  )
}

// Shown is the board, on which moves can be tried.
function Shown({ words, prefs, record, reading }: { words: Words; prefs: Prefs; record: GameRecord; reading: Reading }) {
  const { t } = words
  const { board } = record
  const { at, shown, variation, numbers, preview, notice, place } = reading
  const hover = useSignal<number | null>(null)
  const cursor = useSignal<number | null>(null)
  const keyed = useSignal(false)
  const announcement = useSignal('')
  const layout = useRef<Layout | null>(null)
  const p = shown.value
  const refused = (q: number) => refusalAt(p, q, (i) => board.names[i]!)
  const touch = (q: number) => {
    const key = refused(q)
    if (key === undefined) void place(board.names[q]!)
    else notice.value = words.refusal(key)
  }
  const announce = (q: number | null) => (announcement.value = q === null ? t('ui.point.edge') : describeStones(words, board.names, p.stones, layout.current!, q))
  const node = record.nodes[at.value]!
  const ghost = hover.value !== null && refused(hover.value) === undefined ? { point: hover.value, color: p.toMove, sure: false } : undefined
  return (
    <div
      class={variation.value === null ? 'goban' : 'goban past trial'}
      role="application"
      tabIndex={0}
      aria-label={words.board(board.name)}
      aria-describedby="record-keys"
      {...useCursor({ layout, at: cursor, keyed, announce, touch, stepping: () => true })}
    >
      <Board
        ground={board}
        signs={preview.value?.signs ?? p.stones}
        rosettes={p.rosettes}
        ghost={ghost}
        ghosts={preview.value?.ghosts}
        marks={marksOf(reading, p, variation.value !== null || node.moved === true)}
        labels={numbers.value ?? labelsOf(node)}
        coordinates={prefs.coordinates.value}
        quarters={quarters(prefs.rotation.value)}
        whole={t('legend.whole')}
        cursor={keyed.value && cursor.value !== null ? cursor.value : undefined}
        onHover={(q) => (hover.value = q)}
        onPick={(q) => {
          keyed.value = false
          cursor.value = q
          touch(q)
        }}
        onLayout={(to) => (layout.current = to)}
      />
      <p class="hidden" id="record-keys">
        {t('record.keys')}
      </p>
      <p class="hidden described" aria-live="polite">
        {announcement}
      </p>
    </div>
  )
}

// Saves keep the record, and a picture or a drawing of what is shown.
function Saves({ t, words, record, reading }: { t: Words['t']; words: Words; record: GameRecord; reading: Reading }) {
  const { notice, whole } = reading
  const picture = (format: string) => () =>
    void drawn(words, whole(), format).then(
      (file) => save(file, `rosette.${format}`),
      (error: Error) => (notice.value = error.message),
    )
  return (
    <>
      <button class="button" onClick={() => save(new Blob([record.sgf], { type: 'application/x-go-sgf' }), 'rosette.sgf')}>
        {t('record.sgf')}
      </button>
      <button class="button" onClick={picture('png')}>
        {t('record.picture')}
      </button>
      <button class="button" onClick={picture('svg')}>
        {t('record.drawing')}
      </button>
    </>
  )
}

function save(file: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(file)
  link.download = name
  link.click()
  URL.revokeObjectURL(link.href)
}

// assumptions describes the values that the file does not name, or has in other words.
function assumptions(t: Words['t'], { reading, komi }: GameRecord): string[] {
  return (['charset', 'rules', 'komi', 'handicap', 'size', 'turn'] as const).flatMap((name) => {
    const { how, value, written, why, text } = reading[name]
    if (text === undefined) return []
    const unnamed = why === 'board' ? 'territory' : why
    const way = name === 'charset' ? 'guessed' : how === 'recognized' ? 'written' : written === undefined ? unnamed : 'unknown'
    return [t(`record.reading.${name}.${way}`, { value, written, komi, rules: t(`ruleset.${value}`), color: t(`color.${value.charAt(0)}`) })]
  })
}

// Head says who played, how it ended, what was assumed, and what is wrong with the file.
function Head({ t, record }: { t: Words['t']; record: GameRecord }) {
  const { black, white, result, event, date, komi, games, more, problems, nodes, reading } = record
  const facts = [result === undefined ? '' : resultOf(t, result), reading.komi.text === undefined ? t('record.komi', { komi }) : '', event, date]
  const assumed = assumptions(t, record).join(' · ')
  const notes = [assumed === '' ? '' : t('record.reading', { text: assumed }), games > 1 ? t('record.games', { n: games }) : '', more === true ? t('record.more') : '']
  return (
    <header class="head">
      <p class="players">
        <span>
          <i class="stone b" /> <b>{black ?? t('color.b')}</b>
        </span>{' '}
        <span>
          <i class="stone w" /> <b>{white ?? t('color.w')}</b>
        </span>
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
          <ul>
            {[...problems].sort((a, b) => graded.indexOf(b.grade) - graded.indexOf(a.grade)).map((problem) => (
              <li key={problem.text} class={problem.grade}>
                <Exact text={faultText(t, problem, nodes.find(({ wrong }) => wrong !== undefined && problem.text.startsWith(wrong.text)))} detail={problem.text} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </header>
  )
}

// Branches are the ways on from where lines part.
function Branches({ t, record: { nodes }, reading: { children, at, show } }: { t: Words['t']; record: GameRecord; reading: Reading }) {
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

function marksOf({ pointOf, numbers }: Reading, { immortal, last }: Position, moved: boolean): Map<number, Mark[]> {
  const all = new Map<number, Mark[]>(immortal.map((p) => [p, ['immortal']]))
  const p = pointOf(last ?? '')
  if (moved && p !== undefined) all.set(p, [...(all.get(p) ?? []), numbers.value === undefined ? 'last' : 'last-around'])
  return all
}

const labelsOf = ({ marks }: RecordNode): Map<number, string> => new Map(marks?.map(({ kind, point, text }) => [point, text ?? shapes[kind] ?? '']))
