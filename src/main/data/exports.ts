import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'
import type { FetchExport, ExportFormat } from '../../shared/data/collection'
import { ExportedFetch, type RowSource } from './export'

export class Exports {
  private readonly all = new Map<string, { export: ExportedFetch; ended: Promise<void> }>()
  private closed = false

  constructor(private readonly source: RowSource) {}

  get states(): FetchExport[] {
    return [...this.all.values()].map((one) => one.export.state)
  }

  /** @throws AppError file-conflict, file-refused, disk-full, internal; not-found if its rows are gone */
  async begin(file: string, format: ExportFormat, columns: readonly string[]): Promise<FetchExport> {
    const id = randomUUID()
    const begun = await ExportedFetch.begin(this.source, { id, file, format, columns })
    if (this.closed) {
      begun.cancel()
      await begun.run()
      throw new AppError('not-found', 'This fetch was closed.')
    }
    this.all.set(id, { export: begun, ended: begun.run() })
    this.source.changed()
    return begun.state
  }

  cancel(id: string): void {
    this.all.get(id)?.export.cancel()
  }

  async close(): Promise<void> {
    this.closed = true
    for (const one of this.all.values()) one.export.cancel()
    await Promise.all([...this.all.values()].map(({ ended }) => ended))
  }
}
