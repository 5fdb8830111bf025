import { z } from 'zod'
import { keep, readKept } from '../kit/kept'

const name = 'mappings.panes'
/** px; null: default */
const size = z.number().positive().nullable().catch(null)
const none = { fields: null, samples: null, result: null, log: null }
const sizes = z.object({ fields: size, samples: size, result: size, log: size }).catch(none)

export class MappingPanes {
  #sizes = $state.raw(sizes.parse(readKept(name)))

  get fields(): number {
    return this.#sizes.fields ?? 248
  }

  set fields(fields: number) {
    this.#keep({ fields })
  }

  get samples(): number | null {
    return this.#sizes.samples
  }

  set samples(samples: number) {
    this.#keep({ samples })
  }

  /** px; null: fits its content */
  get result(): number | null {
    return this.#sizes.result
  }

  set result(result: number) {
    this.#keep({ result })
  }

  /** px */
  get log(): number {
    return this.#sizes.log ?? 86
  }

  set log(log: number) {
    this.#keep({ log })
  }

  #keep(change: Partial<z.infer<typeof sizes>>): void {
    this.#sizes = { ...this.#sizes, ...change }
    keep(name, this.#sizes)
  }
}
