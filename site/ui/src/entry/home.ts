// The first page.
import { followChoices, keepChoicesVisible } from '../home'

keepChoicesVisible()
followChoices()
