import { contract, events, type Channel } from '../../shared/ipc'
import type { Masker } from './masker'
import type { Context, Handlers } from '../base/room'

type Run = (request: unknown, context: Context) => Promise<unknown>

/** Masks known secrets in the handlers' answers and events. */
export function withoutSecrets<H extends Partial<Handlers>>(handlers: H, masker: Pick<Masker, 'clean'>): H {
  const guarded = (channel: Channel, run: Run): Run => {
    return async (request, context) => {
      const emit: Context['emit'] = (event, payload) => context.emit(event, masker.clean(events[event], payload))
      return masker.clean(contract[channel].response, await run(request, { ...context, emit }))
    }
  }
  return Object.fromEntries(
    Object.entries(handlers).map(([channel, run]) => [channel, guarded(channel as Channel, run as Run)])
  ) as H
}
