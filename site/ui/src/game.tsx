// The page of a game.
import { effect } from '@preact/signals'
import { render } from 'preact'
import { useEffect } from 'preact/hooks'
import { Agreement, Asked, Placing, Trial, Turn } from './agreement'
import { Buttons, Entry, Keys, Show, Status } from './controls'
import { Goban } from './goban'
import { Talk } from './komi'
import { ground, idle, known, moves, other, over, page, seats } from './match'
import { Moves, Player, Ruled } from './panel'
import { forget, remember } from './running'
import { Score } from './score'
import { said } from './speech'
import { told } from './tale'
import * as words from './words'

// A button that is gone with its phase has taken the focus with it; the board
// is where a keyboard goes on.
let focused: EventTarget | null = null
document.addEventListener('focusin', (e) => (focused = e.target))

function keepFocus(): void {
  const lost = document.activeElement === document.body && focused instanceof Element && !focused.isConnected
  if (lost && !over.value) document.querySelector<HTMLElement>('.goban')?.focus({ preventScroll: true })
}

function Game() {
  useEffect(keepFocus, [known.value])
  const own = seats.value === 'w' ? 'w' : 'b'
  return (
    <main class="table" data-seq={known} data-idle={idle}>
      <h1 class="hidden">{words.board.label(ground.name)}</h1>
      <p class="hidden" id="board-keys">
        {words.board.keys}
      </p>
      <Goban />
      <div class="side">
        <Player color={other(own)} far />
        <Player color={own} far={false} />
        <Status />
        <Asked />
        <Talk />
        <Placing />
        <Agreement />
        <Turn />
        <Trial />
        <Score />
        <Buttons />
        <Entry />
        <Moves />
        <div class="extras">
          <Show />
          <Ruled />
          <Keys />
        </div>
      </div>
      <p class="hidden" aria-live="polite" id="said">
        {said}
      </p>
      <p class="hidden" aria-live="polite" id="told">
        {told}
      </p>
    </main>
  )
}

effect(() => {
  if (over.value) forget(page.id)
  else if (seats.value !== '') remember({ id: page.id, board: ground.name, color: seats.value, moves: moves.value.length, names: [page.seats.b.name, page.seats.w.name] })
})

render(<Game />, document.getElementById('game')!)
