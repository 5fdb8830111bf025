import { AppError } from '../../shared/errors'
import type { IdComparison } from '../../shared/data/collection'
import { PartFile } from '../base/part-file'
import { Exports } from './exports'
import { type ReadIds, linesAtOnce } from './read-ids'
import type { DataFetch } from './fetch'
import { idOf } from './flatten'
import { setImmediate as pause } from 'node:timers/promises'
import { parseExact } from '../../shared/exact-json'
import { byteOrderMark, csvLines } from '../base/csv'
import { keptRows } from './rows'

const mostListed = 1_000

/** Counts each id once. */
async function compareIds(fetch: DataFetch, { ids, skipped }: ReadIds): Promise<IdComparison> {
  const missingHere: string[] = []
  const missingThere: string[] = []
  let missingHereTotal = 0
  for await (const id of onlyInList(fetch, ids)) {
    if (missingHereTotal++ < mostListed) missingHere.push(id)
  }
  let [here, missingThereTotal] = [0, 0]
  for await (const id of distinctIds(fetch)) {
    here++
    if (!ids.has(id) && missingThereTotal++ < mostListed) missingThere.push(id)
  }
  const both = here - missingThereTotal
  return { here, there: ids.size, both, missingHere, missingHereTotal, missingThere, missingThereTotal, skipped }
}

/** Reads the fetch again, so memory holds none of it. */
async function* comparedCsv(fetch: DataFetch, ids: ReadonlySet<string>): AsyncGenerator<string, void, void> {
  yield byteOrderMark + csvLines([['id', 'missing']])
  let lines: string[][] = []
  for await (const line of missing(fetch, ids)) {
    lines.push(line)
    if (lines.length < linesAtOnce) continue
    yield csvLines(lines)
    lines = []
  }
  yield csvLines(lines)
}

async function* missing(fetch: DataFetch, ids: ReadonlySet<string>): AsyncGenerator<string[], void, void> {
  for await (const id of onlyInList(fetch, ids)) yield [id, 'in the fetched data']
  for await (const id of distinctIds(fetch)) if (!ids.has(id)) yield [id, 'in the list']
}

async function* onlyInList(fetch: DataFetch, ids: ReadonlySet<string>): AsyncGenerator<string, void, void> {
  let looked = 0
  for (const id of ids) {
    if (++looked % linesAtOnce === 0) await pause()
    if (!fetch.ids.has(id)) yield id
  }
}

async function* distinctIds(fetch: DataFetch): AsyncGenerator<string, void, void> {
  for await (const { index, line } of keptRows(fetch)) {
    const id = fetch.isRepeated(index) ? null : idOf(parseExact(line), fetch.idField)
    if (id !== null) yield id
  }
}

export class OpenFetch {
  readonly exports: Exports
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

  /** Writes the last comparison. @throws AppError not-found without one; errors of the file */
  async writeCompared(path: string): Promise<void> {
    if (!this.compared) throw new AppError('not-found', 'Compare with a list of ids first.')
    const part = await PartFile.begin(path)
    try {
      for await (const text of comparedCsv(this.fetch, this.compared)) await part.write(text)
      await part.finish()
    } catch (thrown) {
      await part.discard()
      throw thrown
    }
  }

  async close(): Promise<void> {
    this.fetch.cancel()
    await Promise.all([this.running, this.exports.close()])
    await this.fetch.spill.remove()
  }
}
