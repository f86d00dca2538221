// The page of a game that has not begun: it hears when somebody accepts.
import { follow, handOut } from '../lobby/invitation'

handOut()
follow(document.querySelector<HTMLElement>('.meeting')!)
