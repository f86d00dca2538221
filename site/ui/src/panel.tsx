// What stands beside the board: players and moves.
import { useEffect, useRef } from 'preact/hooks'
import type { Color } from './match'
import { useView } from './view'

export function Player({ color, far }: { color: Color; far: boolean }) {
  const { t, words, named, state, over, phase, seats, clocks } = useView()
  const { name, level, rank } = named(color)
  const { prisoners, left, komi, awaits } = state.value
  const time = clocks[color].value
  const active = !over.value && awaits.includes(color)
  const settled = phase.value !== 'komi'
  const facts = settled
    ? [
        left === undefined ? '' : t('ui.player.left', { n: left[color] }),
        t('ui.player.prisoners', { n: prisoners[color] }),
        color === 'w' && komi !== 0 ? t('ui.player.komi', { komi }) : '',
      ]
    : []
  const own = seats.value === color ? t('ui.you') : name
  return (
    <div class={`player${active ? ' active' : ''}${far ? ' far' : ''}`}>
      <i class={settled ? `stone ${color}` : 'stone r'} />
      <span class="who">
        <b>{own}</b>
        {level !== undefined && <small>{words.level(level)}</small>}
        {rank !== undefined && <small>{rank}</small>}
        {settled && own !== t(`color.${color}`) && <span class="hidden">{t(`color.${color}`)}</span>}
      </span>
      <span class="taken">{facts.filter(Boolean).join(' · ')}</span>
      {time !== '' && <time class="clock">{time}</time>}
    </div>
  )
}

export function Moves() {
  const { t, moves } = useView()
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const end = list.current
    end?.scrollTo(end.scrollWidth, end.scrollHeight)
  }, [moves.value])
  return (
    <section class="moves" aria-label={t('ui.moves.title')}>
      {moves.value.length === 0 ? (
        <p class="note">{t('ui.moves.none')}</p>
      ) : (
        <ol ref={list} tabIndex={0} aria-label={t('ui.moves.title')}>
          {moves.value.map(({ color, point }, i) => (
            <li key={i} class={i === moves.value.length - 1 ? 'now' : undefined}>
              <span class="number">{i + 1}</span>
              <i class={`stone ${color}`} />
              <span class="hidden">{t(`color.${color}`)}</span>
              {point === 'pass' ? t('ui.moves.pass') : point}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}
