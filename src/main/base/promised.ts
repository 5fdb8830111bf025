import type { Remote } from './thread'

/**
 * Methods of this thread in the form of another thread's (`Thread.remote`).
 *
 * @param methods called for each call: what it returns may be another object by then
 */
export function promised<M extends object>(methods: () => M): Remote<M> {
  return new Proxy({} as Remote<M>, {
    get: (_, name) =>
      name === 'then'
        ? undefined
        : async (...args: unknown[]) =>
            (methods() as Record<PropertyKey, (...args: unknown[]) => unknown>)[name]?.(...args)
  })
}
