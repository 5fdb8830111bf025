import type { z } from 'zod'
import type { Remote } from '../base/thread'
import type { Masker } from '../secrets/masker'

/** For each method of a store the shape of its argument, by which its free texts are masked; null where it has none. */
export type TextsOf<M> = { readonly [K in keyof M]: z.ZodType | null }

/**
 * The database with every free text that goes to it masked: whatever a feature hands over, no known token reaches the
 * disk, and whatever a token is called, every call arrives.
 */
export function maskedStore<M>(store: Remote<M>, masker: Pick<Masker, 'clean'>, texts: TextsOf<M>): Remote<M> {
  return new Proxy(store, {
    get(target, method) {
      const ask = Reflect.get(target, method) as unknown
      if (typeof ask !== 'function') return ask
      const shape = texts[method as keyof M]
      return (...args: unknown[]) =>
        (ask as (...args: unknown[]) => unknown)(...(shape ? args.map((one) => masker.clean(shape, one)) : args))
    }
  })
}
