// The first page.
import { followChoices, keepChoicesVisible, takeFiles } from '../home'

keepChoicesVisible()
followChoices()
takeFiles()
