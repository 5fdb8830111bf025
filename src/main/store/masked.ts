import type { Remote } from '../base/thread'
import type { Masker } from '../secrets/masker'

/** The database with every text that goes to it masked: whatever a feature hands over, no known token reaches the disk. */
export function maskedStore<M>(store: Remote<M>, masker: Pick<Masker, 'clean'>): Remote<M> {
  return new Proxy(store, {
    get(target, method) {
      const ask = Reflect.get(target, method) as unknown
      if (typeof ask !== 'function') return ask
      return (...args: unknown[]) => (ask as (...args: unknown[]) => unknown)(...masker.clean(args))
    }
  })
}
