// The pages of accounts.
import { bindPasskeys } from '../account/passkey'
import { expirePush, refreshPush } from '../notice/push'
import { bindReveal } from '../account/passwords'

bindPasskeys(expirePush)
bindReveal()
refreshPush()
document.addEventListener('submit', expirePush)
