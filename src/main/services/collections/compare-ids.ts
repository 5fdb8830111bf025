import { setImmediate as pause } from 'node:timers/promises'
import type { IdComparison } from '../../../shared/model/collection'
import { cell } from '../export-rows'
import { linesAtOnce, type ReadIds } from './read-ids'
import { keptRows } from './rows'
import { idOf, type CollectionWalk } from './walk'

const mostTold = 1_000

/** Ids of a list against those of a walk, each counted once. */
export async function compareIds(walk: CollectionWalk, { ids, skipped }: ReadIds): Promise<IdComparison> {
  const missingHere: string[] = []
  const missingThere: string[] = []
  let missingHereTotal = 0
  for await (const id of onlyInList(walk, ids)) {
    if (missingHereTotal++ < mostTold) missingHere.push(id)
  }
  let [here, missingThereTotal] = [0, 0]
  for await (const id of distinctIds(walk)) {
    here++
    if (!ids.has(id) && missingThereTotal++ < mostTold) missingThere.push(id)
  }
  const both = here - missingThereTotal
  return { here, there: ids.size, both, missingHere, missingHereTotal, missingThere, missingThereTotal, skipped }
}

/** All that differs as CSV, part by part; the walk is read again, so nothing of it is held in memory. */
export async function* comparedCsv(walk: CollectionWalk, ids: ReadonlySet<string>): AsyncGenerator<string, void, void> {
  const line = (id: string, where: string) => `${cell(id)},${where}\r\n`
  yield '\ufeffid,missing\r\n'
  let part = ''
  for await (const id of onlyInList(walk, ids)) part += line(id, 'in the walk')
  for await (const id of distinctIds(walk)) {
    if (!ids.has(id)) part += line(id, 'in the list')
    if (part.length < 64_000) continue
    yield part
    part = ''
  }
  yield part
}

async function* onlyInList(walk: CollectionWalk, ids: ReadonlySet<string>): AsyncGenerator<string, void, void> {
  let looked = 0
  for (const id of ids) {
    if (++looked % linesAtOnce === 0) await pause()
    if (!walk.ids.has(id)) yield id
  }
}

async function* distinctIds(walk: CollectionWalk): AsyncGenerator<string, void, void> {
  for await (const { index, line } of keptRows(walk)) {
    const id = walk.isRepeated(index) ? null : idOf(JSON.parse(line), walk.idField)
    if (id !== null) yield id
  }
}
