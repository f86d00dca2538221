// The first page of a person who has played here.
import { takeFiles } from '../home/files'
import { followHome, showUnreadFile } from '../home/returning'
import { refreshPush } from '../notice/push'

takeFiles(showUnreadFile)
refreshPush()
followHome()
