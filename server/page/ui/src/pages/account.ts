// The pages of accounts.
import { bindPasskeys } from '../account/passkey'
import { expirePush, refreshPush } from '../notice/push'
import { bindReveal } from '../account/passwords'
import { bindZone } from '../account/zone'

bindPasskeys(expirePush)
bindReveal()
bindZone()
refreshPush()
document.addEventListener('submit', expirePush)
