import { AppError } from '../../shared/errors'
import type { IdComparison } from '../../shared/model/collection'
import { PartFile } from '../base/part-file'
import { compareIds, comparedCsv } from './compare-ids'
import { Exports } from './exports'
import type { ReadIds } from './read-ids'
import type { DataFetch } from './fetch'

/** A walk with what is done with its rows: the files it is written to, and the ids it was compared with. */
export class OpenFetch {
  readonly exports: Exports
  /** Where the comparison was saved last. */
  private savedTo = ''
  private compared: ReadonlySet<string> | null = null
  private running: Promise<void> = Promise.resolve()

  constructor(readonly fetch: DataFetch) {
    this.exports = new Exports(fetch)
    fetch.exports = () => this.exports.states
  }

  run(): Promise<void> {
    return (this.running = this.fetch.run())
  }

  compare(list: ReadIds): Promise<IdComparison> {
    this.compared = list.ids
    return compareIds(this.fetch, list)
  }

  /** Writes the comparison before, whole. @throws AppError not-found without one; those of the file */
  async writeCompared(path: string): Promise<void> {
    if (!this.compared) throw new AppError('not-found', 'Compare with a list of ids first.')
    const part = await PartFile.begin(path)
    try {
      for await (const text of comparedCsv(this.fetch, this.compared)) await part.write(text)
      await part.finish()
      this.savedTo = path
    } catch (thrown) {
      await part.discard()
      throw thrown
    }
  }

  /** Where the comparison was saved. @throws AppError not-found where it was not */
  get comparedFile(): string {
    if (this.savedTo === '') throw new AppError('not-found', 'The comparison was not saved.')
    return this.savedTo
  }

  /** Ends what goes on and drops the rows. */
  async close(): Promise<void> {
    this.fetch.cancel()
    await Promise.all([this.running, this.exports.close()])
    await this.fetch.spill.remove()
  }
}
