// Komi by agreement: divide and choose, an open auction, a secret one.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { ask, awaited, both, idle, mine, notice, other, page, phase, players, seats, state } from './match'
import { talk as words, why } from './words'
import type { Color } from './wire'

const name = (c: Color) => players.value[c].name

export function Talk() {
  if (phase.value !== 'komi') return null
  const Way = { divide: Divide, open: Open, secret: Secret }[page.komiBy!]
  return (
    <section class="desk" aria-label={words.title[page.komiBy!]}>
      <h2>{words.title[page.komiBy!]}</h2>
      <Way />
    </section>
  )
}

function Divide() {
  const { toMove, talk } = state.value
  const komi = useSignal(String(state.value.komi))
  const offered = talk?.by
  if (toMove === '') return null
  if (!mine.value) return <p class="note">{offered === undefined ? words.divide.waitOffer(name(toMove)) : words.divide.waitTake(name(toMove), talk!.komi)}</p>
  if (offered === undefined) {
    return (
      <>
        <p>{words.divide.offer(name(other(toMove)))}</p>
        <Amount value={komi} deed={words.divide.button} done={(n) => ask('offer', { komi: n, as: toMove })} />
      </>
    )
  }
  const take = (side: Color) => ask('take', { side, as: toMove })
  return (
    <>
      <p>{words.divide.take(name(offered), talk!.komi)}</p>
      <div class="buttons">
        <button class="button" aria-disabled={!idle.value} onClick={() => take('b')}>
          <i class="stone b" /> {words.divide.black}
        </button>
        <button class="button" aria-disabled={!idle.value} onClick={() => take('w')}>
          <i class="stone w" /> {words.divide.white(talk!.komi)}
        </button>
      </div>
    </>
  )
}

function Open() {
  const { toMove, talk } = state.value
  const high = talk?.by === undefined ? undefined : talk.komi
  const komi = useSignal('')
  useEffect(() => {
    komi.value = String(high === undefined ? state.value.komi : high + 1)
  }, [high])
  if (toMove === '') return null
  return (
    <>
      {high !== undefined && (
        <p class="bid">
          <b>{high}</b> <span>{words.open.high(name(talk!.by!))}</span>
        </p>
      )}
      {!mine.value && <p class="note">{words.open.wait(name(toMove))}</p>}
      {mine.value && (
        <>
          <p>{words.open.ask(name(toMove), both.value)}</p>
          <Amount value={komi} deed={words.open.button} done={(n) => ask('bid', { komi: n, as: toMove })} />
          {high !== undefined && (
            <button class="button" aria-disabled={!idle.value} onClick={() => ask('yield', { as: toMove })}>
              {words.open.yield(name(other(toMove)), high)}
            </button>
          )}
        </>
      )}
    </>
  )
}

// Secret takes one sealed bid of each. Two people on one device hand it over
// in between, so that nobody sees the other's number.
function Secret() {
  const made = state.value.talk?.made ?? ''
  const next = awaited.value[0]
  const ready = useSignal<Color | ''>('')
  const komi = useSignal(String(state.value.komi))
  useEffect(() => {
    komi.value = String(state.value.komi)
  }, [made])
  const hand = next !== undefined && both.value && made !== '' && ready.value !== next
  return (
    <>
      <ul class="bids">
        {(['b', 'w'] as const).map((c) => (
          <li key={c}>
            <Envelope sealed={made.includes(c)} />
            <b>{seats.value === c ? words.you : name(c)}</b>
            <span class="note">{made.includes(c) ? words.secret.sealed : words.secret.none}</span>
          </li>
        ))}
      </ul>
      {next === undefined && <p class="note">{seats.value === '' ? words.secret.watch : words.secret.wait}</p>}
      {hand && (
        <>
          <p>{words.secret.hand(name(next))}</p>
          <button class="button primary" onClick={() => (ready.value = next)}>
            {words.secret.here(name(next))}
          </button>
        </>
      )}
      {next !== undefined && !hand && (
        <>
          <p>{words.secret.ask(name(next), both.value)}</p>
          <Amount value={komi} deed={words.secret.button} done={(n) => ask('bid', { komi: n, as: next })} taken={ready.value === next} />
        </>
      )}
    </>
  )
}

const Envelope = ({ sealed }: { sealed: boolean }) => (
  <svg class={sealed ? 'envelope sealed' : 'envelope'} viewBox="0 0 24 18" aria-hidden="true">
    <rect x="1" y="1" width="22" height="16" rx="2" />
    {sealed && <path d="M1.5 2L12 10.5 22.5 2" />}
    {sealed && <circle cx="12" cy="10" r="3" />}
  </svg>
)

interface Asks {
  value: Signal<string>
  deed(komi: string): string
  done(komi: number): void
  taken?: boolean // the device was handed over by a button that is gone
}

// Amount is a number with steps, typed or touched.
function Amount({ value, deed, done, taken = false }: Asks) {
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (taken) box.current!.focus({ preventScroll: true })
  }, [])
  const read = () => Number(value.value.trim().replace(',', '.').replace('−', '-') || 'none')
  const step = (by: number) => {
    const n = read()
    value.value = String(Number.isFinite(n) ? n + by : by)
  }
  const submit = (e: Event) => {
    e.preventDefault()
    const n = read()
    if (!Number.isFinite(n) || !Number.isInteger(page.halves ? 2 * n : n)) notice.value = why('bad-komi')
    else if (idle.value) done(n)
  }
  return (
    <form class="amount" onSubmit={submit}>
      <button type="button" class="button" aria-label={words.less} onClick={() => step(-1)}>
        −
      </button>
      <input
        ref={box}
        aria-label={words.komi}
        inputMode="decimal"
        autocomplete="off"
        maxLength={6}
        value={value.value}
        onInput={(e) => (value.value = e.currentTarget.value)}
      />
      <button type="button" class="button" aria-label={words.more} onClick={() => step(1)}>
        +
      </button>
      <button class="button primary" aria-disabled={!idle.value}>
        {deed(value.value)}
      </button>
    </form>
  )
}
