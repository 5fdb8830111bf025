import type { Place } from '../../../shared/workspaces/place'
import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors'
import type { SampleSet } from '../../../shared/mappings/lab'
import type { Payloads } from './payloads'

/** A set with its payloads: JSON texts as they came. */
export interface HeldSet {
  set: SampleSet
  place: Place
  records: readonly Uint8Array[]
}

export interface SetLimits {
  sets: number
  /** Of all sets, and of one. */
  bytes: number
  setBytes: number
  records: number
}

export const usualSetLimits: SetLimits = { sets: 20, bytes: 200e6, setBytes: 50e6, records: 5_000 }

/** Sample sets of this run, in memory only: they hold people's data. The least recently used are dropped first. */
export class LabSets {
  private readonly held = new Map<string, HeldSet>()

  constructor(readonly limits: SetLimits = usualSetLimits) {}

  /**
   * Takes in payloads; a set beyond 50 MB is cut there and says so.
   * @throws AppError too-large where one payload alone is
   */
  put(place: Place, from: Pick<SampleSet, 'source' | 'name' | 'of' | 'readAt'>, payloads: Payloads): SampleSet {
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
    this.held.set(set.id, { set, place, records })
    this.makeRoom(set.id)
    return set
  }

  /** Of one region of a workspace, the latest used last. */
  list({ workspaceId, region }: Place): SampleSet[] {
    return [...this.held.values()]
      .filter(({ place }) => place.workspaceId === workspaceId && place.region === region)
      .map(({ set }) => set)
      .sort((a, b) => a.readAt - b.readAt)
  }

  /** @throws AppError not-found for one that was dropped */
  get(id: string): HeldSet {
    const held = this.held.get(id)
    if (!held) throw new AppError('not-found', 'This sample data is no longer in memory. Add it again.')
    return held
  }

  /** A record that is looked at: its set is in use. @throws AppError not-found */
  record(id: string, index: number): Uint8Array {
    const held = this.get(id)
    this.held.delete(id)
    this.held.set(id, held)
    const record = held.records[index]
    if (!record) throw new AppError('not-found', 'This sample data has no such record.')
    return record
  }

  /** Ids of all sets of a workspace. */
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

/** Whether a JSON text is an object. */
export const holdsObject = (json: Uint8Array) => json.find((byte) => !space.includes(byte)) === 0x7b

const megabytes = (bytes: number) => `${bytes / 1e6} MB`
