// The page of a game that has not begun: it hears when somebody accepts.
import { follow, bindShareControls } from '../lobby/invitation'

bindShareControls()
follow(document.querySelector<HTMLElement>('.meeting')!)
