import type { Masker } from '../secrets/masker'
import type { Context, Handlers } from './handlers'

type Run = (request: unknown, context: Context) => Promise<unknown>

/** Handlers whose answers and events hold no secret this app knows, wherever a service repeats one. */
export function withoutSecrets<H extends Partial<Handlers>>(handlers: H, masker: Pick<Masker, 'clean'>): H {
  const guarded = (run: Run): Run => {
    return async (request, context) => {
      const emit: Context['emit'] = (event, payload) => context.emit(event, masker.clean(payload))
      return masker.clean(await run(request, { ...context, emit }))
    }
  }
  return Object.fromEntries(Object.entries(handlers).map(([channel, run]) => [channel, guarded(run as Run)])) as H
}
