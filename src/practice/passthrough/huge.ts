import { setImmediate as breathe } from 'node:timers/promises'
import type { RawBody } from '../reply'
import { failure, type Forwarded } from './exchange'

const ROW = 256
const ROWS_PER_MEGABYTE = (1024 * 1024) / ROW
const MOST = 64

/** A JSON array of objects of exactly the size asked for: `?megabytes=`, up to 64, fractions too. */
export function huge({ query }: Forwarded): RawBody {
  const text = query.get('megabytes') ?? '1'
  const megabytes = /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN
  if (!(megabytes <= MOST)) return failure(400, 'bad_request', `megabytes is a number from 0 to ${MOST}`)
  const rows = Math.max(1, Math.round(megabytes * ROWS_PER_MEGABYTE))
  return { type: 'application/json', bytes: pieces(rows), length: rows * ROW }
}

async function* pieces(rows: number): AsyncGenerator<Buffer> {
  for (let from = 0; from < rows; from += ROWS_PER_MEGABYTE) {
    const to = Math.min(rows, from + ROWS_PER_MEGABYTE)
    let text = ''
    for (let at = from; at < to; at++) text += row(at, at === rows - 1)
    yield Buffer.from(text, 'latin1')
    // The client may live in this very process.
    await breathe()
  }
}

/** Exactly 256 bytes, separators included. */
function row(at: number, last: boolean): string {
  const id = String(at).padStart(7, '0')
  const person = { id: `w-${id}`, name: `Worker ${id}`, active: at % 7 !== 0, hours: (at % 41) + 0.5, note: '' }
  const bare = JSON.stringify(person)
  const text = bare.replace('"note":""', `"note":"${'x'.repeat(ROW - 2 - bare.length)}"`)
  return (at === 0 ? '[' : ',') + text + (last ? ']' : '\n')
}
