// The page of a room or a conversation.
import { Room } from '../chat/room'

new Room(document.getElementById('talk')!)
