// What stands beside the board: players, moves and the score.
import { useComputed } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { timeOf } from './clock'
import { moves, page, seat, state } from './match'
import * as words from './words'
import type { Color } from './wire'

export function Player({ color }: { color: Color }) {
  const { name, level } = page.seats[color]
  const time = useComputed(() => timeOf(color).value).value
  const active = state.value.toMove === color
  return (
    <div class={active ? 'player active' : 'player'}>
      <i class={`stone ${color}`} />
      <span class="who">
        <b>{seat.value === color ? words.player.you : name}</b>
        {level !== undefined && <small>{level}</small>}
        <span class="hidden">{words.color[color]}</span>
      </span>
      <span class="taken">{words.player.prisoners(state.value.prisoners[color])}</span>
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

export function Score() {
  const { stones, score } = state.value
  if (score === undefined) return null
  const count = (c: Color, on: (sign: string) => boolean) =>
    [...(score.owner)].filter((owner, p) => owner === c && on(stones[p]!)).length
  return (
    <section class="score" aria-label={words.score.title}>
      <table>
        <thead>
          <tr>
            <td />
            <th scope="col">{words.color.b}</th>
            <th scope="col">{words.color.w}</th>
          </tr>
        </thead>
        <tbody>
          <Row name={words.score.stones} b={count('b', (sign) => sign !== '.')} w={count('w', (sign) => sign !== '.')} />
          <Row name={words.score.surrounded} b={count('b', (sign) => sign === '.')} w={count('w', (sign) => sign === '.')} />
          <Row name={words.score.komi} b="" w={score.komi} />
        </tbody>
        <tfoot>
          <Row name={words.score.total} b={score.black} w={score.white} />
        </tfoot>
      </table>
    </section>
  )
}

const Row = ({ name, b, w }: { name: string; b: number | string; w: number | string }) => (
  <tr>
    <th scope="row">{name}</th>
    <td>{b}</td>
    <td>{w}</td>
  </tr>
)
