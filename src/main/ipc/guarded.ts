import type { z } from 'zod'
import { AppError, appErrorShape, toAppError } from '../../shared/errors'
import { contract, type Channel, type Request } from '../../shared/ipc'
import type { Masker } from '../secrets/masker'
import type { Context, Handlers } from '../base/room'

/**
 * Typed texts that the app or the service keeps. Saving cleans drafts of requests itself, and an import for the shelf its
 * file; variables are refused at
 * their own fields.
 */
const typed: { [C in Channel]?: readonly (keyof Request<C> & string)[] } = {
  'settings:setPreferences': ['proxy', 'operatorName'],
  'workspaces:connect': ['name', 'baseUrl', 'euBaseUrl'],
  'workspaces:update': ['name', 'baseUrl', 'euBaseUrl'],
  'workspaces:setRelink': ['relink'],
  'lookups:setStatusPage': ['integration', 'address'],
  'workspaces:setDueTimes': ['dueTimes'],
  'tickets:setTracker': ['tracker'],
  'tickets:open': ['title'],
  'tickets:link': ['typed'],
  'updates:setAddress': ['address'],
  'team:join': ['address'],
  'team:decide': ['word'],
  'activity:recordFound': ['note'],
  'issues:change': ['change'],
  'issues:changeWatched': ['change'],
  'issues:mailRelinkLetter': ['subject', 'body'],
  'issues:saveRunbook': ['content'],
  'mail:setAccount': ['account'],
  'mail:saveContacts': ['of'],
  'mail:send': ['letters'],
  'mail:saveLetters': ['letters'],
  'mail:startCampaign': ['of'],
  'mail:changeCampaign': ['change'],
  'mail:tellOutage': ['letters'],
  'mail:keepOutageLetters': ['letters'],
  'alerts:save': ['content'],
  'passthrough:saveFolder': ['name'],
  'passthrough:saveRequest': ['name'],
  'passthrough:moveRequest': ['name'],
  'passthrough:keepValue': ['name'],
  'connectors:newLink': ['link'],
  'mappings:rememberField': ['name'],
  'mappings:createField': ['name', 'description', 'category', 'model'],
  'mappings:changeField': ['name', 'description'],
  'mappings:create': ['expression'],
  'mappings:change': ['expression'],
  'mappings:putDraft': ['draft'],
  'mappings:look': ['field'],
  'mappings:lookAtAll': ['all']
}

type Fields = Readonly<Record<string, unknown>>
type Run = (request: unknown, context: Context) => Promise<unknown>

/**
 * Refuses typed texts with a token before anything is kept; also masks errors.
 * @param kept names in the settings, which a form returns unchanged
 * @throws AppError leak-refused
 */
export function guarded(
  handlers: Handlers,
  masker: Pick<Masker, 'clean' | 'holdsTyped'>,
  kept: () => ReadonlySet<string>
): Handlers {
  const of = (channel: Channel, run: Run): Run => {
    const fields: readonly string[] = typed[channel] ?? []
    const { shape } = contract[channel].request as z.ZodObject
    return async (request, context) => {
      const holds = (field: string) => masker.holdsTyped(shape[field] as z.ZodType, (request as Fields)[field], kept())
      if (fields.some(holds)) throw new AppError('leak-refused', words)
      try {
        return await run(request, context)
      } catch (thrown) {
        const shape = toAppError(thrown).toShape()
        const clean = masker.clean(appErrorShape, shape)
        throw clean === shape ? thrown : AppError.from(clean)
      }
    }
  }
  const all = Object.entries(handlers).map(([channel, run]) => [channel, of(channel as Channel, run as Run)])
  return Object.fromEntries(all) as Handlers
}

const words =
  'A token this app knows is in what you typed. It is kept in the keychain only, so nothing of this was saved or sent.'
