// A match on a page.
import { render } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { Agreement, ChooseMover, Confirmation, Handicap } from './agreement'
import { updateTabTitle } from './tabtitle'
import { Bidding } from './bidding'
import { Coach } from '../coach/coach'
import { Conditional } from '../correspondence/conditional'
import { Acts, Entry } from './controls'
import { Count, Ended } from './finish'
import { Goban } from './goban'
import { other } from './match'
import { AdviceNote, Playouts, Requests, StalledGame, Watchers } from './requests'
import { Ledger } from './ledger'
import { Player } from './panel'
import { Status } from './statusline'
import { Question } from './confirmdialog'
import { MatchReview } from '../review/matchreview'
import { ChatSheet, Sheet } from './sheet'
import { Stepper } from './stepper'
import { createView, useView, ViewProvider, type Tab, type View } from './view'
import type { Game } from '../net/wire'

// useFocusRestore moves the focus to the board when its button has gone with a phase.
function useFocusRestore({ known, over }: View) {
  const main = useRef<HTMLElement>(null)
  const focused = useRef<EventTarget | null>(null)
  useEffect(() => {
    const focusLost = document.activeElement === document.body && focused.current instanceof Element && !focused.current.isConnected
    if (focusLost) main.current!.querySelector<HTMLElement>(over.value ? '.acts .button' : '.goban')?.focus({ preventScroll: true })
  }, [known.value])
  return { ref: main, onFocusIn: (e: Event) => void (focused.current = e.target) }
}

// useTop shows the result of a game that has just ended from its beginning, however far
// the agreement before it was scrolled.
function useTop({ over }: View) {
  const middle = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (over.value) middle.current!.scrollTop = 0
  }, [over.value])
  return middle
}

function Table() {
  const view = useView()
  const { t, known, idle, ground, page, seats, over, announcements, described } = view
  const middle = useTop(view)
  const own = seats.value === 'w' ? 'w' : 'b'
  return (
    <main class="table" data-seq={known} data-idle={idle} {...useFocusRestore(view)}>
      <h1 class="hidden">{view.board(ground.name)}</h1>
      <p class="hidden" id={`keys-${page.id}`}>
        {t('ui.board.keys')}
      </p>
      <Goban />
      {over.value && <Stepper />}
      <Status />
      <div class="side">
        {!over.value && <Player color={other(own)} far />}
        <div class="middle" ref={middle}>
          <Ended />
          <MatchReview />
          <Count />
          <Coach />
          <Requests />
          <StalledGame />
          <Conditional />
          <Bidding />
          <Handicap />
          <Agreement />
          <ChooseMover />
          <Confirmation />
          <Ledger />
        </div>
        {!over.value && <Stepper />}
        {!over.value && <Player color={own} far={false} />}
        <Entry />
        <Acts />
        <AdviceNote />
        <Playouts />
        <Watchers />
      </div>
      <Question />
      <Sheet />
      <ChatSheet />
      <p class="hidden described" aria-live="polite">
        {described}
      </p>
      <p class="hidden announced" aria-live="polite">
        {announcements.announced}
      </p>
    </main>
  )
}

// mount shows a match in an element and follows it. It returns what ends that.
export function mount(tab: Tab, page: Game, element: Element): () => void {
  const view = createView(tab, page)
  const stop = updateTabTitle(view)
  render(
    <ViewProvider value={view}>
      <Table />
    </ViewProvider>,
    element,
  )
  return () => {
    stop()
    view.close()
    render(null, element)
  }
}
