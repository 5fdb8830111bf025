import type { Place } from '../../../shared/workspaces/place'
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors'
import type { SampleSet } from '../../../shared/mappings/lab'
import type { Payloads } from './payloads'

export interface HeldSet {
  set: SampleSet
  place: Place
  records: readonly Uint8Array[]
  /** Of the collection they were fetched from. */
  path: string | null
}

export interface SetLimits {
  sets: number
  bytes: number
  setBytes: number
  records: number
}

export const usualSetLimits: SetLimits = { sets: 20, bytes: 200e6, setBytes: 50e6, records: 5_000 }

/** Sample sets, in memory only: they hold personal data. The least recently used set is dropped first. */
export class LabSets {
  private readonly held = new Map<string, HeldSet>()

  constructor(readonly limits: SetLimits = usualSetLimits) {}

  /**
   * Cuts a set at 50 MB and says so.
   * @throws AppError too-large if one payload alone is larger
   */
  put(
    place: Place,
    from: Pick<SampleSet, 'source' | 'name' | 'of' | 'readAt'>,
    payloads: Payloads,
    path: string | null = null
  ): SampleSet {
    const { records, bytes } = this.fitting(payloads.records)
    const notices = [...payloads.notices]
    if (records.length < payloads.records.length) {
      const of = payloads.records.length.toLocaleString('en')
      notices.push(
        `Cut at ${megabytes(this.limits.setBytes)}: ${records.length.toLocaleString('en')} of ${of} records.`
      )
    }
    const { itemsOf } = payloads
    const set: SampleSet = { id: randomUUID(), ...from, records: records.length, bytes, itemsOf, notices }
    this.held.set(set.id, { set, place, records, path })
    this.makeRoom(set.id)
    return set
  }

  /** The set used last comes last. */
  list({ workspaceId, region }: Place): SampleSet[] {
    return [...this.held.values()]
      .filter(({ place }) => place.workspaceId === workspaceId && place.region === region)
      .map(({ set }) => set)
      .sort((a, b) => a.readAt - b.readAt)
  }

  /** @throws AppError not-found for a dropped set */
  get(id: string): HeldSet {
    const held = this.held.get(id)
    if (!held) throw new AppError('not-found', 'This sample data is no longer in memory. Add it again.')
    return held
  }

  /** Marks the set as used. @throws AppError not-found */
  record(id: string, index: number): Uint8Array {
    const held = this.get(id)
    this.held.delete(id)
    this.held.set(id, held)
    const record = held.records[index]
    if (!record) throw new AppError('not-found', 'This sample data has no such record.')
    return record
  }

  of(workspaceId: string): string[] {
    return [...this.held].flatMap(([id, { place }]) => (place.workspaceId === workspaceId ? [id] : []))
  }

  drop(id: string): void {
    this.held.delete(id)
  }

  private fitting(all: readonly Uint8Array[]): { records: readonly Uint8Array[]; bytes: number } {
    const { setBytes, records: most } = this.limits
    let bytes = 0
    let count = 0
    for (const record of all.slice(0, most)) {
      if (bytes + record.length > setBytes) break
      bytes += record.length
      count++
    }
    if (count === 0) {
      const message =
        all.length === 0 ? 'There is no record in it.' : `One record is larger than ${megabytes(setBytes)}.`
      throw new AppError(all.length === 0 ? 'bad-response' : 'too-large', message)
    }
    return { records: all.slice(0, count), bytes }
  }

  private makeRoom(newest: string): void {
    let bytes = 0
    for (const { set } of this.held.values()) bytes += set.bytes
    for (const [id, { set }] of this.held) {
      if (id === newest || (this.held.size <= this.limits.sets && bytes <= this.limits.bytes)) break
      bytes -= set.bytes
      this.held.delete(id)
    }
  }
}

const space = [0x20, 0x09, 0x0a, 0x0d]

export const holdsObject = (json: Uint8Array) => json.find((byte) => !space.includes(byte)) === 0x7b

const megabytes = (bytes: number) => `${bytes / 1e6} MB`
