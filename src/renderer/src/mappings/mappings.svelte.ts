import { createContext } from 'svelte'
import { z } from 'zod'
import { keep, readKept } from '../kit/kept'
import type { Keepable } from '../kit/window-state.svelte'
import type { Place } from '../../../shared/workspaces/place'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import { type ChosenValue, MappingBench } from './mapping-bench.svelte'

const panesName = 'mappings.panes'
/** px; null: default */
const size = z.number().positive().nullable().catch(null)
const none = { fields: null, samples: null, result: null, log: null }
const sizes = z.object({ fields: size, samples: size, result: size, log: size }).catch(none)

class MappingPanes {
  #sizes = $state.raw(sizes.parse(readKept(panesName)))

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
    keep(panesName, this.#sizes)
  }
}

/** A bench per workspace and region of this session. */
export class Mappings implements Keepable {
  readonly client: Client
  readonly panes = new MappingPanes()
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it; the bench in view is
  #benches = new Map<string, MappingBench>()
  #bench = $state.raw<MappingBench | null>(null)

  constructor(client: Client) {
    this.client = client
    client.on('team:changeLogChanged', () => {
      for (const bench of this.#benches.values()) void bench.changeLog.load()
    })
  }

  get bench(): MappingBench | null {
    return this.#bench
  }

  show(workspace: Workspace | null): void {
    const bench = workspace && this.#benchOf(workspace)
    if (bench !== this.#bench) {
      this.#bench?.lab.stop()
      this.#bench?.stopChecking()
      void this.#bench?.drafts.keepNow()
    }
    this.#bench = bench
  }

  /** Its draft keeps the text. */
  get kept(): { field: string | null } {
    return { field: this.#bench?.editor?.fieldId ?? this.#bench?.returnTo ?? null }
  }

  restore(from: unknown): void {
    const { field } = z.object({ field: z.string().nullable().catch(null) }).parse(from)
    if (this.#bench) this.#bench.returnTo = field
  }

  /**
   * Saves drafts on blur: the window may not come back.
   *
   * @returns a function that stops it
   */
  start(): () => void {
    const keep = () => void this.#bench?.drafts.keepNow()
    addEventListener('blur', keep)
    addEventListener('pagehide', keep)
    return () => {
      removeEventListener('blur', keep)
      removeEventListener('pagehide', keep)
    }
  }

  /** The value's list becomes the samples. */
  async takeSample(value: ChosenValue): Promise<void> {
    await this.#bench?.takeValue(value)
  }

  /** Another place than the one in view may have been written to. */
  async reload({ workspaceId, region }: Place): Promise<void> {
    await this.#benches.get(`${workspaceId}:${region}`)?.reload()
  }

  #benchOf({ id, region }: Workspace): MappingBench {
    const name = `${id}:${region}`
    const bench = this.#benches.get(name) ?? new MappingBench(this.client, { workspaceId: id, region })
    this.#benches.set(name, bench)
    return bench
  }
}

export const [useMappings, provideMappings] = createContext<Mappings>()
