import { AppError, toAppError, type AppErrorShape } from '../../shared/errors'
import type { Channel, Request } from '../../shared/ipc'
import type { Masker } from '../secrets/masker'
import type { Context, Handlers } from './handlers'

/**
 * What a person types that is kept, or sent to be kept at the service. Drafts of requests are cleaned where they are
 * saved, and say what was left out; variables are refused at their own fields.
 */
const typed: { [C in Channel]?: (request: Request<C>) => unknown } = {
  'app:setPreferences': ({ proxy }) => proxy,
  'workspace:connect': ({ name, baseUrl, euBaseUrl }) => [name, baseUrl, euBaseUrl],
  'workspace:update': ({ name, baseUrl, euBaseUrl }) => [name, baseUrl, euBaseUrl],
  'workspace:setRelink': ({ relink }) => relink,
  'updates:setAddress': ({ address }) => address,
  'health:changeCases': ({ change }) => change,
  'health:mailRelinkLetter': ({ subject, body }) => [subject, body],
  'library:saveFolder': ({ name }) => name,
  'library:saveRequest': ({ name }) => name,
  'library:moveRequest': ({ name }) => name,
  'connectors:newLink': (request) => request,
  'mappings:rememberField': ({ name }) => name,
  'mappings:createField': (request) => request,
  'mappings:changeField': (request) => request,
  'mappings:create': ({ expression }) => expression,
  'mappings:change': ({ expression }) => expression,
  'mappings:putDraft': ({ draft }) => draft
}

type Run = (request: unknown, context: Context) => Promise<unknown>

/**
 * Handlers that refuse what a person typed where it holds a token, before anything is kept of it, and whose errors hold
 * none. @throws AppError leak-refused
 */
export function guarded(handlers: Handlers, masker: Pick<Masker, 'clean'>): Handlers {
  const of = (channel: string, run: Run): Run => {
    const read = (typed as Record<string, ((request: unknown) => unknown) | undefined>)[channel]
    return async (request, context) => {
      const kept = read?.(request)
      if (masker.clean(kept) !== kept) throw new AppError('leak-refused', words)
      try {
        return await run(request, context)
      } catch (thrown) {
        const shape = toAppError(thrown).toShape()
        const clean: AppErrorShape = masker.clean(shape)
        throw clean === shape ? thrown : AppError.from(clean)
      }
    }
  }
  const all = Object.entries(handlers).map(([channel, run]) => [channel, of(channel, run as Run)])
  return Object.fromEntries(all) as Handlers
}

const words =
  'A token this app knows is in what you typed. It is kept in the keychain only, so nothing of this was saved or sent.'
