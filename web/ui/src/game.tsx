// The page of a game.
import { effect } from '@preact/signals'
import { render } from 'preact'
import { Buttons, Entry, Keys, Show, Status } from './controls'
import { Goban } from './goban'
import { ground, moves, over, page, seat, told } from './match'
import { Moves, Player, Score } from './panel'
import { forget, remember } from './running'
import { said } from './speech'
import * as words from './words'

function Game() {
  const own = seat.value === '' ? 'b' : seat.value
  return (
    <main class="table">
      <h1 class="hidden">{words.board.label(ground.name)}</h1>
      <p class="hidden" id="board-keys">
        {words.board.keys}
      </p>
      <Player color={own === 'b' ? 'w' : 'b'} />
      <Goban />
      <Player color={own} />
      <Status />
      <Score />
      <Buttons />
      <Entry />
      <Moves />
      <div class="extras">
        <Show />
        <Keys />
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
  else if (seat.value !== '') remember({ id: page.id, board: ground.name, color: seat.value, moves: moves.value.length })
})

render(<Game />, document.getElementById('game')!)
