import type { RecoveredRow } from '../../../shared/webhooks/recovery'
import { parseExact } from '../../../shared/exact-json'
import { cellOf } from '../../data/flatten'
import type { Spill } from '../../data/spill'

export const columns = [
  ...['connector_id', 'end_user', 'category', 'model', 'id', 'modified_at'],
  ...['after_window', 'problem']
] as const

/** A changed record, or why a model could not be read. */
export type KeptRow = Record<(typeof columns)[number], unknown> & { record?: unknown }

/** Maps rows to parts: pages of many fetches share one file in order of arrival. */
export class RowsByPart {
  private readonly all: { part: number; chunk: number; rows: number }[] = []

  constructor(private readonly spill: Spill) {}

  kept(part: number, rows: number): void {
    if (rows > 0) this.all.push({ part, chunk: this.spill.chunks - 1, rows })
  }

  async read(part: number | null, from: number, count: number): Promise<{ total: number; rows: RecoveredRow[] }> {
    const its = part === null ? this.all : this.all.filter((one) => one.part === part)
    const total = its.reduce((sum, one) => sum + one.rows, 0)
    const rows: RecoveredRow[] = []
    let first = 0
    for (const one of its) {
      if (first + one.rows > from && rows.length < count) {
        const { lines } = await this.spill.read(one.chunk)
        const texts = lines.toString().split('\n')
        const begin = Math.max(0, from - first)
        for (const [at, text] of texts.slice(begin, begin + count - rows.length).entries())
          rows.push(shown(parseExact(text) as KeptRow, { index: first + begin + at, part: one.part }))
      }
      first += one.rows
    }
    return { total, rows }
  }
}

function shown(row: KeptRow, where: { index: number; part: number }): RecoveredRow {
  const cell = (name: keyof KeptRow) => cellOf(row[name] ?? undefined)
  return {
    ...where,
    ...{ id: cell('id'), modifiedAt: cell('modified_at'), later: row.after_window === true, problem: cell('problem') }
  }
}
