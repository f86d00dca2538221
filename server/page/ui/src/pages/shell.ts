// What every page does for a person who is known, where the page has no script with a socket.
import { Socket } from '../net/socket'
import { followInbox } from '../notice/inbox'

followInbox(new Socket('/api/socket'))
