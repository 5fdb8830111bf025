import { basename } from 'node:path'
import type { Request } from '../../../shared/ipc'
import type { Jobs } from '../../base/jobs'
import { readChosen } from '../../base/chosen-file'
import { exportName } from '../../base/file-name'
import { PartFile } from '../../base/part-file'
import { serving } from '../../base/room'
import type { Clock } from '../../base/clock'
import type { SharedDigests } from '../../secrets/token-digests'
import type { BodyDialogs } from '../../viewer/views'
import type { SentHistory } from '../library/sent-history'
import { contentTypeOf } from '../result'
import { csvHead, csvLine, csvRows, ndjsonLine } from './files'
import type { AnswerReader } from './reader'
import type { ManyPlanner } from './plan'
import type { ManyRuns } from './runs'

/** Kind of their jobs. */
export const manyJob = 'passthrough-many'
/** bytes */
const longestCsv = 20e6

export interface ManyRoomParts {
  planner: ManyPlanner
  runs: ManyRuns
  reader: Pick<AnswerReader, 'text'>
  history: Pick<SentHistory, 'body' | 'find'>
  known: () => SharedDigests
  dialogs: Pick<BodyDialogs, 'openFile'> & { chooseFile(suggestedName: string): Promise<string | null> }
  clock: Pick<Clock, 'now'>
  jobs: Jobs
}

export function manyHandlers(parts: ManyRoomParts) {
  const { planner, runs, dialogs, jobs } = parts
  return serving({
    'passthrough:planMany': ({ requestId, ...setup }, { owner }) =>
      jobs.run(requestId, owner, 'passthrough-many-plan', (signal) => planner.plan(setup, signal)),
    'passthrough:startMany': ({ requestId, ...setup }, { owner }) =>
      jobs.run(requestId, owner, manyJob, (signal) => runs.start(requestId, setup, signal)),
    'passthrough:continueMany': ({ requestId, ...of }, { owner }) =>
      jobs.run(requestId, owner, manyJob, (signal) => runs.goOn(of, signal)),
    'passthrough:pauseMany': async ({ id }) => runs.pause(id),
    'passthrough:listMany': ({ workspaceId }) => runs.list(workspaceId),
    'passthrough:openMany': ({ workspaceId, id }) => runs.open(workspaceId, id),
    'passthrough:columnsMany': ({ requestId, workspaceId, id, columns }, { owner }) =>
      jobs.run(requestId, owner, 'passthrough-many-columns', (signal) =>
        runs.columns(workspaceId, id, columns, signal)
      ),
    'passthrough:exportMany': (of) => exported(parts, of),
    'passthrough:removeMany': ({ workspaceId, id }) => runs.remove(workspaceId, id),
    'passthrough:readRows': async ({ text }) => {
      if (text !== null) return csvRows('The text', Buffer.from(text))
      const path = await dialogs.openFile()
      return path === null ? null : csvRows(basename(path), await readChosen(path, longestCsv))
    }
  })
}

/** Line by line, so that the answers of a large run need no memory. @returns null if the operator cancels */
async function exported(parts: ManyRoomParts, of: Request<'passthrough:exportMany'>) {
  const { runs, reader, history, known, dialogs, clock } = parts
  const { workspaceId, id, form, places } = of
  const run = await runs.open(workspaceId, id)
  const file = await dialogs.chooseFile(exportName(['ask-many', run.head.name], clock.now(), form))
  if (file === null) return null
  const answers = new Map(run.answers.map((answer) => [answer.place, answer]))
  const part = await PartFile.begin(file)
  try {
    if (form === 'csv') await part.write(csvHead(run.setup))
    for (const place of places) {
      const answer = answers.get(place)
      if (form === 'csv') await part.write(csvLine(run.setup, place, answer))
      else await part.write(ndjsonLine(run, place, answer, await textOf(answer?.id)))
    }
    await part.finish()
  } catch (thrown) {
    await part.discard()
    throw thrown
  }
  return { file, rows: places.length }

  async function textOf(sent: string | undefined): Promise<string | null> {
    if (sent === undefined) return null
    const [body, entry] = await Promise.all([history.body(sent), history.find(sent)])
    if (!body) return null
    return reader.text(
      { body, contentType: contentTypeOf(entry?.result?.headers), known: known() },
      new AbortController().signal
    )
  }
}
