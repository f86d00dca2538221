// The title and the icon of the tab while it is the person's turn.
import { effect } from '@preact/signals'
import { tab } from '../common/tab'
import { notifyTurn } from '../notice/notification'
import { refreshPush } from '../notice/push'
import type { View } from './view'

// updateTabTitle returns the function that stops it. Two people on one device need no call, for
// it is always the turn of one of them.
export function updateTabTitle(view: View): () => void {
  const { t, mine, awaited, both, over } = view
  refreshPush()
  let called = true // whose turn it is at first has just come
  const show = (turn: boolean) => {
    if (turn && !called) void notifyTurn(view)
    called = turn
    tab().turn.value = turn ? t('match.turn', { title: tab().usual.peek() }) : undefined
  }
  const stop = effect(() => show(!both.value && !over.value && (mine.value || awaited.value.length > 0)))
  return () => {
    stop()
    show(false)
  }
}
