// The page of a game that has not begun: it hears when somebody accepts.
import { bindShareControls, follow, showComputer } from '../lobby/invitation'

bindShareControls()
showComputer()
follow(document.querySelector<HTMLElement>('.meeting')!)
