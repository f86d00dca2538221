// The lobby.
import { followLobby } from '../lobby/lobby'
import { refreshPush } from '../notice/push'

followLobby()
refreshPush()
