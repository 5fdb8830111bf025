import type { z } from 'zod'
import type { Remote } from '../base/thread'
import type { Masker } from '../secrets/masker'

/** For each method, the shape that marks its free texts; null for none. */
export type TextsOf<M> = { readonly [K in keyof M]: z.ZodType | null }

/** Masks every free text: no known token reaches the disk, and every call still arrives. */
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
