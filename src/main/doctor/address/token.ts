import type { Outcome } from '../../../shared/doctor/finding'
import type { AppError } from '../../../shared/errors'
import { toAppError } from '../../../shared/errors'
import type { Target } from '../../http/call'
import type { Client } from '../../http/client'
import { checkReach } from '../../workspaces/reach'
import { fault, ok, warning } from '../examination'

/** The token goes only to its region's address. */
export async function lookAtToken(
  target: () => Promise<Target>,
  client: Client,
  signal: AbortSignal
): Promise<Outcome> {
  try {
    await checkReach(client, await target(), signal)
    return ok('The API accepts it.')
  } catch (thrown) {
    if (signal.aborted) throw thrown
    return judge(toAppError(thrown))
  }
}

function judge({ code, message }: AppError): Outcome {
  switch (code) {
    case 'no-token':
      return warning('There is none for this region.', 'Enter one in Settings if you use this region.')
    case 'unauthorized':
      return fault(
        'The API rejects it: it was mistyped, revoked, or belongs to another environment.',
        'Enter it again in Settings.'
      )
    case 'forbidden':
      return warning('The API knows it, but does not allow this request.', 'Ask your admin what this token may do.')
    case 'rate-limited':
      return warning('Rate limited (429).', 'Test again in a minute.')
    case 'keychain-locked':
    case 'keychain-missing':
      return fault(`It cannot be read. ${message}`, 'See Keychain above.')
    case 'other-address':
      return fault(message, 'If the address is right, enter its token in Settings. If not, put the old address back.')
    default:
      return fault(message, 'Test again. If it stays, pass this report on.')
  }
}
