// Komi by agreement: divide and choose, an open auction, a secret one.
import { useSignal, type Signal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { other, sides, type Color } from './match'
import { useView } from './view'

const ways: Record<string, { title: string; Way: () => preact.JSX.Element | null }> = {
  divide: { title: 'ui.komi.divide', Way: Divide },
  open: { title: 'ui.komi.open', Way: Open },
  secret: { title: 'ui.komi.secret', Way: Secret },
}

export function Bidding() {
  const { t, phase, page } = useView()
  if (phase.value !== 'komi') return null
  const { title, Way } = ways[page.komiBy!]!
  return (
    <section class="desk" aria-label={t(title)}>
      <h2>{t(title)}</h2>
      <Way />
    </section>
  )
}

function Divide() {
  const { t, state, mine, named } = useView()
  const { toMove, bidding } = state.value
  if (toMove === '') return null
  const name = named(toMove).name
  const offered = bidding?.by
  if (offered === undefined) return mine.value ? <Offer by={toMove} /> : <p class="note">{t('ui.komi.divide.waits-offer', { name })}</p>
  const komi = bidding!.komi
  if (!mine.value) return <p class="note">{t('ui.komi.divide.waits-take', { name, komi })}</p>
  return <Take by={toMove} from={named(offered).name} komi={komi} />
}

function Offer({ by }: { by: Color }) {
  const { t, words, state, named, send } = useView()
  const komi = useSignal(words.number(state.value.komi))
  return (
    <>
      <p>{t('ui.komi.divide.offer', { name: named(other(by)).name })}</p>
      <Amount value={komi} action="ui.komi.divide.name" done={(n) => send('offer', { komi: n, as: by })} />
    </>
  )
}

function Take({ by, from, komi }: { by: Color; from: string; komi: number }) {
  const { t, idle, send } = useView()
  const take = (side: Color) => send('take', { side, as: by })
  return (
    <>
      <p>{t('ui.komi.divide.take', { name: from, komi })}</p>
      <div class="buttons">
        <button class="button" aria-disabled={!idle.value} onClick={() => take('b')}>
          <i class="stone b" /> {t('ui.komi.divide.black')}
        </button>
        <button class="button" aria-disabled={!idle.value} onClick={() => take('w')}>
          <i class="stone w" /> {t('ui.komi.divide.white', { komi })}
        </button>
      </div>
    </>
  )
}

function Open() {
  const { t, words, state, mine, both, named, idle, send } = useView()
  const { toMove, bidding } = state.value
  const high = bidding?.by === undefined ? undefined : bidding.komi
  const komi = useSignal('')
  useEffect(() => {
    komi.value = words.number(high === undefined ? state.value.komi : high + 1)
  }, [high])
  if (toMove === '') return null
  const by = toMove
  const { name } = named(by)
  return (
    <>
      {high !== undefined && <Highest by={bidding!.by!} komi={high} />}
      {!mine.value && <p class="note">{t('ui.komi.open.waits', { name })}</p>}
      {mine.value && (
        <>
          <p>{t(both.value ? 'ui.komi.open.ask.name' : 'ui.komi.open.ask', { name })}</p>
          <Amount value={komi} action="ui.komi.open.bid" done={(n) => send('bid', { komi: n, as: by })} />
          {high !== undefined && (
            <button class="button" aria-disabled={!idle.value} onClick={() => send('yield', { as: by })}>
              {t('ui.komi.open.yield', { name: named(other(by)).name, komi: high })}
            </button>
          )}
        </>
      )}
    </>
  )
}

function Highest({ by, komi }: { by: Color; komi: number }) {
  const { words, named } = useView()
  const [before, after] = words.around('ui.komi.open.high', 'komi', { name: named(by).name })
  return (
    <p class="bid">
      {before !== '' && <span>{before}</span>}
      <b>{words.number(komi)}</b> <span>{after}</span>
    </p>
  )
}

// Secret takes one sealed bid of each. Two people on one device hand it over
// in between, so that nobody sees the other's number.
function Secret() {
  const { t, state, awaited, both, seats, named } = useView()
  const made = state.value.bidding?.made ?? ''
  const next = awaited.value[0]
  const ready = useSignal<Color | ''>('')
  const hand = next !== undefined && both.value && made !== '' && ready.value !== next
  return (
    <>
      <Bids made={made} />
      {next === undefined && <p class="note">{t(seats.value === '' ? 'ui.komi.secret.watch' : 'ui.komi.secret.wait')}</p>}
      {hand && (
        <>
          <p>{t('ui.komi.secret.hand', { name: named(next).name })}</p>
          <button class="button primary" onClick={() => (ready.value = next)}>
            {t('ui.komi.secret.here', { name: named(next).name })}
          </button>
        </>
      )}
      {next !== undefined && !hand && <Sealed by={next} made={made} taken={ready.value === next} />}
    </>
  )
}

// Bids says whose bid is in.
function Bids({ made }: { made: string }) {
  const { t, seats, named } = useView()
  return (
    <ul class="bids">
      {sides.map((c) => (
        <li key={c}>
          <Envelope sealed={made.includes(c)} />
          <b>{seats.value === c ? t('ui.you') : named(c).name}</b>
          <span class="note">{t(made.includes(c) ? 'ui.komi.secret.sealed' : 'ui.komi.secret.none')}</span>
        </li>
      ))}
    </ul>
  )
}

function Sealed({ by, made, taken }: { by: Color; made: string; taken: boolean }) {
  const { t, words, state, both, named, send } = useView()
  const komi = useSignal(words.number(state.value.komi))
  useEffect(() => {
    komi.value = words.number(state.value.komi)
  }, [made])
  return (
    <>
      <p>{t(both.value ? 'ui.komi.secret.ask.name' : 'ui.komi.secret.ask', { name: named(by).name })}</p>
      <Amount value={komi} action="ui.komi.secret.seal" done={(n) => send('bid', { komi: n, as: by })} taken={taken} />
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

interface AmountProps {
  value: Signal<string>
  action: string // key of what the button does with {komi}
  done(komi: number): void
  taken?: boolean // the device was handed over by a button that is gone
}

// Amount is a number with steps, typed or touched.
function Amount({ value, action, done, taken = false }: AmountProps) {
  const { t, page, notice, words, idle } = useView()
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (taken) box.current!.focus({ preventScroll: true })
  }, [])
  const read = () => Number(value.value.trim().replace(',', '.').replace('−', '-') || 'none')
  const step = (by: number) => {
    const n = read()
    value.value = words.number(Number.isFinite(n) ? n + by : by)
  }
  const submit = (e: Event) => {
    e.preventDefault()
    const n = read()
    if (!Number.isFinite(n) || !Number.isInteger(page.halves ? 2 * n : n)) notice.value = words.refusal('bad-komi')
    else if (idle.value) done(n)
  }
  return (
    <form class="amount" onSubmit={submit}>
      <button type="button" class="button" aria-label={t('ui.komi.less')} onClick={() => step(-1)}>
        −
      </button>
      <input
        ref={box}
        aria-label={t('ui.komi')}
        inputMode="decimal"
        autocomplete="off"
        maxLength={6}
        value={value.value}
        onInput={(e) => (value.value = e.currentTarget.value)}
      />
      <button type="button" class="button" aria-label={t('ui.komi.more')} onClick={() => step(1)}>
        +
      </button>
      <button class="button primary" aria-disabled={!idle.value}>
        {t(action, { komi: value.value })}
      </button>
    </form>
  )
}
