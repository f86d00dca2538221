// The page of a room or a conversation.
import { Room } from '../room'

new Room(document.getElementById('talk')!)
