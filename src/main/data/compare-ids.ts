import { setImmediate as pause } from 'node:timers/promises'
import type { IdComparison } from '../../shared/model/collection'
import { parseExact } from '../../shared/exact-json'
import { byteOrderMark, csvLines } from '../base/export-rows'
import { linesAtOnce, type ReadIds } from './read-ids'
import { keptRows } from './rows'
import { idOf, type DataFetch } from './fetch'

const mostListed = 1_000

/** Ids of a list against those of a walk, each counted once. */
export async function compareIds(fetch: DataFetch, { ids, skipped }: ReadIds): Promise<IdComparison> {
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

/** All that differs as CSV, part by part; the walk is read again, so memory holds nothing of it. */
export async function* comparedCsv(fetch: DataFetch, ids: ReadonlySet<string>): AsyncGenerator<string, void, void> {
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
