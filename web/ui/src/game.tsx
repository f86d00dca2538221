// The page of a game.
import { render } from 'preact'
import { Buttons, Entry, Keys, Show, Status } from './controls'
import { Goban } from './goban'
import { ground, seat, told } from './match'
import { Moves, Player, Score } from './panel'
import { said } from './speech'
import * as words from './words'

function Game() {
  const own = seat === '' ? 'b' : seat
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

render(<Game />, document.getElementById('game')!)
