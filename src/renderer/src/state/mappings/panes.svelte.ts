import { z } from 'zod'
import { keep, readKept } from '../../lib/kept'

const name = 'mappings.panes'
/** Sizes in px; null: as the view lays them out. */
const size = z.number().positive().nullable().catch(null)
const sizes = z.object({ fields: size, samples: size }).catch({ fields: null, samples: null })

/** The widths of the panes that the operator chose, kept for the next start. */
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

  #keep(change: Partial<z.infer<typeof sizes>>): void {
    this.#sizes = { ...this.#sizes, ...change }
    keep(name, this.#sizes)
  }
}
