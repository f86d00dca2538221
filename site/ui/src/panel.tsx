// What stands beside the board: players and moves.
import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { timeOf } from './clock'
import { moves, over, page, phase, players, seats, state } from './match'
import * as words from './words'
import type { Color } from './wire'

export function Player({ color, far }: { color: Color; far: boolean }) {
  const { name, level } = players.value[color]
  const { prisoners, komi, awaits } = state.value
  const time = useComputed(() => timeOf(color).value).value
  const active = !over.value && awaits.includes(color)
  const settled = phase.value !== 'komi'
  const facts = settled ? [words.player.prisoners(prisoners[color]), color === 'w' && komi !== 0 ? words.player.komi(komi) : ''] : []
  const own = seats.value === color ? words.player.you : name
  return (
    <div class={`player${active ? ' active' : ''}${far ? ' far' : ''}`}>
      <i class={settled ? `stone ${color}` : 'stone r'} />
      <span class="who">
        <b>{own}</b>
        {level !== undefined && <small>{level}</small>}
        {settled && own !== words.color[color] && <span class="hidden">{words.color[color]}</span>}
      </span>
      <span class="taken">{facts.filter(Boolean).join(' · ')}</span>
      {time !== '' && <time class="clock">{time}</time>}
    </div>
  )
}

export function Moves() {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const end = list.current
    if (end !== null) end.scrollTop = end.scrollHeight
  }, [moves.value])
  return (
    <section class="moves" aria-label={words.moves.title}>
      {moves.value.length === 0 ? (
        <p class="note">{words.moves.none}</p>
      ) : (
        <ol ref={list} tabIndex={0} aria-label={words.moves.title}>
          {moves.value.map(({ color, point }, i) => (
            <li key={i} class={i === moves.value.length - 1 ? 'now' : undefined}>
              <span class="number">{i + 1}</span>
              <i class={`stone ${color}`} />
              <span class="hidden">{words.color[color]}</span>
              {point === 'pass' ? words.moves.pass : point}
            </li>
          ))}
        </ol>
      )}
    </section>
  )
}

// Ruled names the rules and leads to them, beside the game.
export const Ruled = () => (
  <p class="note ruled">
    {words.rules.title}{' '}
    <a href={`/rules#ruleset-${page.preset}`} target="_blank" rel="noopener">
      {page.rules}
    </a>
    {page.handicap !== undefined && words.rules.handicap(page.handicap)}
  </p>
)
