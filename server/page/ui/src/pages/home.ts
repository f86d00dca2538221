// The first page.
import { takeFiles } from '../home/files'
import { showBoard, showStatus } from '../home/home'
import { followInbox } from '../notice/inbox'
import { refreshPush } from '../notice/push'
import { refresher } from '../net/refresh'

void showBoard()
takeFiles(() => showStatus('unread'))
refreshPush()

// Who has games, or looks at offers, sees them as they are: at once what is said to him,
// and all else every few seconds while the page is looked at.
if (document.getElementById('now')!.dataset.follows !== undefined) {
  const refresh = refresher('now')
  setInterval(() => document.hidden || refresh(), 15_000)
  document.addEventListener('visibilitychange', () => document.hidden || refresh())
  void import('../net/socket').then(({ Socket }) => {
    const socket = new Socket('/api/socket')
    socket.onOffers(refresh)
    let known = false // the page has come with the turns as they are
    socket.followTurns(() => (known ? refresh() : (known = true)))
    socket.connections.subscribe((n) => n > 1 && refresh()) // messages that were missed
    followInbox(socket)
  })
}
