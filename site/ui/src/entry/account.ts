// The pages of accounts.
import { bindPasskeys } from '../passkey'

bindPasskeys()
