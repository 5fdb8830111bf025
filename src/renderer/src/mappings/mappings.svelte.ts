import { createContext } from 'svelte'
import { z } from 'zod'
import type { Keepable } from '../kit/window-state.svelte'
import type { Workspace } from '../../../shared/workspaces/workspace'
import type { Client } from '../client.svelte'
import { type ChosenValue, MappingBench } from './mapping-bench.svelte'
import { MappingPanes } from './panes.svelte'

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

  #benchOf({ id, region }: Workspace): MappingBench {
    const name = `${id}:${region}`
    const bench = this.#benches.get(name) ?? new MappingBench(this.client, { workspaceId: id, region })
    this.#benches.set(name, bench)
    return bench
  }
}

export const [useMappings, provideMappings] = createContext<Mappings>()
