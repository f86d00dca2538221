// A page that the server draws anew while it is looked at, such as the games in progress.
import { refresher } from '../net/refresh'
import { Socket } from '../net/socket'
import { followInbox } from '../notice/inbox'

const refresh = refresher('now')
setInterval(() => document.hidden || refresh(), Number(document.getElementById('now')!.dataset.every))
document.addEventListener('visibilitychange', () => document.hidden || refresh())
if (document.querySelector('.top .inbox') !== null) followInbox(new Socket('/api/socket')) // a person who is known
