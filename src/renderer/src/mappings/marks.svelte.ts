import { SvelteMap } from 'svelte/reactivity'
import type { FieldDetail, Mapping } from '../../../shared/mappings/mapping'
import type { SampleSet } from '../../../shared/mappings/lab'
import type { Client } from '../client.svelte'
import { Job } from '../kit/job.svelte'
import { chosenOf } from './scopes'
import { isOther } from './whose'

/** `fill`: share (0–1) of sample records with a value; null without samples. */
export type FieldMark = { kind: 'unmapped' } | { kind: 'invalid' } | { kind: 'mapped'; fill: number | null }

/** Does not call the service. */
export class Marks {
  #client: Client
  #marks = new SvelteMap<string, FieldMark>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(client: Client) {
    this.#client = client
  }

  of(fieldId: string): FieldMark | null {
    return this.#marks.get(fieldId) ?? null
  }

  counts(ids: readonly string[]) {
    const marks = ids.flatMap((id) => this.#marks.get(id) ?? [])
    const of = (kind: FieldMark['kind']) => marks.filter((mark) => mark.kind === kind).length
    return { known: marks.length, mapped: of('mapped') + of('invalid'), invalid: of('invalid') }
  }

  forget(fieldId: string): void {
    this.#marks.delete(fieldId)
  }

  judge({ field, mappings, complete }: FieldDetail, sets: readonly SampleSet[]): Promise<void> {
    const turn = this.#last.then(async () => {
      if (mappings.length > 0) this.#marks.set(field.id, await this.#markOf(mappings, field.category, sets))
      else if (complete) this.#marks.set(field.id, { kind: 'unmapped' })
      else this.#marks.delete(field.id)
    })
    this.#last = turn.catch(() => undefined)
    return turn.catch(() => undefined)
  }

  async #markOf(mappings: readonly Mapping[], category: string | null, all: readonly SampleSet[]): Promise<FieldMark> {
    let [filled, records] = [0, 0]
    for (const { expression, scope } of mappings) {
      // Data of other integrations says nothing about this one.
      const setIds = all.flatMap((set) => (isOther(set, chosenOf(scope), category) ? [] : set.id))
      const request = { expression, saved: null, setIds, front: null }
      const { problem, sets } = await new Job(this.#client).ask('mappings:evaluate', request)
      if (problem) return { kind: 'invalid' }
      // The integration's own mapping reaches the most.
      if (records === 0) for (const set of sets) [filled, records] = [filled + set.filled, records + set.records]
    }
    return { kind: 'mapped', fill: records > 0 ? filled / records : null }
  }
}
