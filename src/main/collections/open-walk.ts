import { randomUUID } from 'node:crypto'
import { AppError } from '../../shared/errors'
import type { CollectionExport, ExportFormat, IdComparison } from '../../shared/model/collection'
import { PartFile } from './part-file'
import { compareIds, comparedCsv } from './compare-ids'
import { WalkExport } from './export'
import type { ReadIds } from './read-ids'
import type { CollectionWalk } from './walk'

/** A walk with what is done with its rows: the files it is written to, and the ids it was compared with. */
export class OpenWalk {
  private readonly exports = new Map<string, { export: WalkExport; ended: Promise<void> }>()
  private compared: ReadonlySet<string> | null = null
  private running: Promise<void> = Promise.resolve()
  private closed = false

  constructor(readonly walk: CollectionWalk) {
    walk.exports = () => [...this.exports.values()].map((one) => one.export.state)
  }

  run(): Promise<void> {
    return (this.running = this.walk.run())
  }

  /** @throws AppError file-conflict, file-refused, disk-full, internal; not-found where it was closed meanwhile */
  async export(file: string, format: ExportFormat, columns: readonly string[]): Promise<CollectionExport> {
    const id = randomUUID()
    const begun = await WalkExport.begin(this.walk, { id, file, format, columns })
    if (this.closed) {
      begun.cancel()
      await begun.run()
      throw new AppError('not-found', 'This walk was closed.')
    }
    this.exports.set(id, { export: begun, ended: begun.run() })
    this.walk.changed()
    return begun.state
  }

  cancelExport(id: string): void {
    this.exports.get(id)?.export.cancel()
  }

  /** The file of an export that is done. @throws AppError not-found */
  exported(id: string): string {
    const state = this.exports.get(id)?.export.state
    if (state?.state !== 'done') throw new AppError('not-found', 'There is no such export.')
    return state.file
  }

  compare(list: ReadIds): Promise<IdComparison> {
    this.compared = list.ids
    return compareIds(this.walk, list)
  }

  /** Writes the comparison before, whole. @throws AppError not-found without one; those of the file */
  async writeCompared(path: string): Promise<void> {
    if (!this.compared) throw new AppError('not-found', 'Compare with a list of ids first.')
    const part = await PartFile.begin(path)
    try {
      for await (const text of comparedCsv(this.walk, this.compared)) await part.write(text)
      await part.finish()
    } catch (thrown) {
      await part.discard()
      throw thrown
    }
  }

  /** Ends what goes on and drops the rows. */
  async close(): Promise<void> {
    this.closed = true
    this.walk.cancel()
    for (const one of this.exports.values()) one.export.cancel()
    await Promise.all([this.running, ...[...this.exports.values()].map(({ ended }) => ended)])
    await this.walk.spill.remove()
  }
}
