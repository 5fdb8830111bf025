import type { ConnectorRecord, ConnectorRow } from '../../../shared/connectors/connector'

const encoder = new TextEncoder()
const decoder = new TextDecoder()

/** Field names by their text: nearly all records have the same. */
const namesOf = new Map<string, readonly string[]>()

/**
 * The values of records as bytes outside the page's heap: a third of the objects' size, and no work for the garbage
 * collector. They came as JSON, so nothing is lost. A page goes with its last row.
 */
export class RecordPage {
  readonly #bytes: Uint8Array
  /** Where each row ends. */
  readonly #ends: Uint32Array
  readonly #names: readonly (readonly string[])[]

  constructor(rows: readonly ConnectorRow[]) {
    const texts = rows.map(({ tokenRef, record }) => JSON.stringify([tokenRef, ...Object.values(record)]))
    // UTF-8 takes at most three bytes for a UTF-16 unit.
    const room = new Uint8Array(texts.reduce((sum, { length }) => sum + 3 * length, 0))
    let end = 0
    this.#ends = Uint32Array.from(texts, (text) => (end += encoder.encodeInto(text, room.subarray(end)).written))
    this.#bytes = room.slice(0, end)
    this.#names = rows.map(({ record }) => shared(Object.keys(record)))
  }

  /** The record of a row, and the handle of its token. */
  read(at: number): Pick<ConnectorRow, 'record' | 'tokenRef'> {
    const text = decoder.decode(this.#bytes.subarray(this.#ends[at - 1] ?? 0, this.#ends[at]))
    const [tokenRef, ...values] = JSON.parse(text) as [string | null, ...unknown[]]
    const fields = (this.#names[at] ?? []).map((name, field) => [name, values[field]] as const)
    return { tokenRef, record: Object.fromEntries(fields) as ConnectorRecord }
  }
}

function shared(names: readonly string[]): readonly string[] {
  const text = JSON.stringify(names)
  const known = namesOf.get(text) ?? names
  namesOf.set(text, known)
  return known
}
