// The page with the form for a new game.
import { bind } from '../newgame/newgame'

bind(document.querySelector<HTMLFormElement>('.setup')!)
