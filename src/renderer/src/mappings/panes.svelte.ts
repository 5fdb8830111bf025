import { z } from 'zod'
import { keep, readKept } from '../kit/kept'

const name = 'mappings.panes'
/** Sizes in px; null: as the view lays them out. */
const size = z.number().positive().nullable().catch(null)
const none = { fields: null, samples: null, result: null, log: null }
const sizes = z.object({ fields: size, samples: size, result: size, log: size }).catch(none)

/** The sizes of the panes that the operator chose, kept for the next start. */
export class MappingPanes {
  #sizes = $state.raw(sizes.parse(readKept(name)))

  get fields(): number {
    return this.#sizes.fields ?? 248
  }

  set fields(fields: number) {
    this.#keep({ fields })
  }

  /** null: as the view has room for. */
  get samples(): number | null {
    return this.#sizes.samples
  }

  set samples(samples: number) {
    this.#keep({ samples })
  }

  /** Its height. null: as much as it needs, and less than half. */
  get result(): number | null {
    return this.#sizes.result
  }

  set result(result: number) {
    this.#keep({ result })
  }

  /** The height of the rows of the change log. */
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
