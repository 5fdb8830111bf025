import { answerOf } from './steps'
import type { Remote } from './thread'

/**
 * This thread's methods in the form of `Thread.remote`.
 * @param methods called each time, because the object may change
 */
export function promised<M extends object>(methods: () => M): Remote<M> {
  return new Proxy({} as Remote<M>, {
    get: (_, name) =>
      name === 'then'
        ? undefined
        : async (...args: unknown[]) =>
            answerOf((methods() as Record<PropertyKey, (...args: unknown[]) => unknown>)[name]?.(...args))
  })
}
