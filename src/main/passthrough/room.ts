import { join } from 'node:path'
import type { EventName, EventPayload } from '../../shared/ipc'
import type { Jobs } from '../base/jobs'
import { JmespathEngine } from '../jmespath/engine'
import { AccessChecks } from './access-checks'
import { judgeWith } from './answer-checks'
import { ChosenFiles } from './files'
import { PassthroughSender, type SendParts } from './send'
import { WriteSchemas } from './unified/write-schemas'
import { keyFlagIn, Library, type LibraryParts } from './library/library'
import { libraryHandlers } from './library/room'
import { AnswerReader } from './many/reader'
import { manyHandlers, manyJob, type ManyRoomParts } from './many/room'
import { ManyPlanner, type PlanParts } from './many/plan'
import { ManyRuns, type ManyParts } from './many/runs'
import { ProviderShelf } from './shelf/provider-shelf'
import { shelfHandlers } from './shelf/room'
import { variablesForWith } from './variables-for'
import type { ConnectorStore } from '../connectors/store'
import type { Pins } from '../connectors/pins'
import type { Masker } from '../secrets/masker'
import type { Policy } from '../policy/policy'
import type { Place } from '../../shared/workspaces/place'
import { sentDaysOf } from '../policy/retention'
import type { SettingsStore } from '../settings/settings-schema'
import type { BodyDialogs, ResponseViews } from '../viewer/views'
import { serving, type Area, type Room } from '../base/room'

const sendJob = 'passthrough-send'
const filterJob = 'passthrough-filter'

function passthroughHandlers(
  parts: {
    sender: PassthroughSender
    schemas: WriteSchemas
    views: ResponseViews
    files: ChosenFiles
    dialogs: BodyDialogs
    checks: AccessChecks
  },
  jobs: Jobs
) {
  const { sender, schemas, views, files, dialogs, checks } = parts
  return serving({
    'passthrough:send': (request, { owner, emit }) => {
      const { requestId } = request
      return jobs.run(requestId, owner, sendJob, (signal) =>
        sender.send(request, signal, (progress) => emit('passthrough:progress', { requestId, progress }))
      )
    },
    'passthrough:repeat': (request, { owner, emit }) => {
      const { requestId } = request
      return jobs.run(requestId, owner, sendJob, (signal) =>
        sender.repeat(request, signal, (progress) => emit('passthrough:progress', { requestId, progress }))
      )
    },
    'passthrough:accessCheck': ({ workspaceId, integration }) => checks.of(workspaceId, integration),
    'passthrough:chooseAccessCheck': async ({ workspaceId, integration, id }) => {
      await checks.choose(workspaceId, integration, id)
      return checks.of(workspaceId, integration)
    },
    'passthrough:checkAccess': ({ requestId, key, ...place }, { owner }) =>
      jobs.run(requestId, owner, sendJob, (signal) => checks.check(requestId, place, key, signal)),
    'passthrough:writeSchema': (request) => schemas.read(request, new AbortController().signal),
    'passthrough:openResponse': ({ id }) => views.open(id),
    'passthrough:wholeResponse': ({ id }) => views.whole(id),
    'passthrough:readLines': ({ id, form, from, count, columns }) =>
      views.read('lines', id, form, from, count, columns),
    'passthrough:readChildren': ({ id, node, from, count }) => views.read('children', id, node, from, count),
    'passthrough:readTable': ({ id, node, from, count }) => views.read('table', id, node, from, count),
    'passthrough:findText': ({ id, text, from, count, columns }) => views.read('find', id, text, from, count, columns),
    'passthrough:copyNode': ({ id, node, what }) => views.read('copy', id, node, what),
    'passthrough:compareResponses': ({ before, after }) => views.compare(before, after),
    'passthrough:filterResponse': ({ requestId, id, expression }, { owner }) =>
      jobs.run(requestId, owner, filterJob, (signal) => views.filtered(id, expression, signal)),
    'passthrough:saveResponse': ({ id }) => views.save(id),
    'passthrough:chooseFile': async () => {
      const path = await dialogs.openFile()
      return path === null ? null : files.add(path)
    }
  })
}

export interface PassthroughRoomParts extends Omit<
  SendParts,
  'pinned' | 'files' | 'history' | 'connectors' | 'report' | 'clock' | 'masker' | 'judge' | 'variablesFor' | 'learned'
> {
  profile: string
  bundle(name: string): URL
  settings: SettingsStore
  secrets: LibraryParts['keychain']
  clock: SendParts['clock'] & LibraryParts['clock']
  masker: SendParts['masker'] & Pick<Masker, 'shared' | 'mask'>
  dialogs: BodyDialogs & LibraryParts['dialogs'] & ManyRoomParts['dialogs']
  rateLimits: ManyParts['rateLimits'] & PlanParts['rateLimits']
  operator(): string
  pins: Pick<Pins, 'read'>
  views: ResponseViews
  history: LibraryParts['store'] & SendParts['connectors'] & Pick<ConnectorStore, 'placesOf' | 'noteAccess'>
  thread: { keeping: LibraryParts['keeping'] }
  policy: Policy
  jobs: Jobs
  team: { told(): void; mayChange(): Promise<void> }
  failed(what: string): (error: unknown) => void
  broadcast<E extends EventName>(event: E, payload: EventPayload<E>): void
}

/** ms */
const tellAfter = 1_000

export function openPassthrough(parts: PassthroughRoomParts): Room<Area<'passthrough'>> & {
  library: Library
  shelf: ProviderShelf
  /** Another workspace or region is shown: runs stop, and keep what came. */
  leave(): void
} {
  const { broadcast, dialogs, failed, history, jobs, pins, policy, responses, settings, team, views } = parts
  const library = new Library({
    ...parts,
    store: history,
    keeping: parts.thread.keeping,
    bodiesFolder: join(parts.profile, 'bodies'),
    keychain: parts.secrets,
    keyFlag: keyFlagIn(settings),
    dropResponse: (id) => responses.drop(id),
    room: () => settings.get().preferences.keptMb * 1e6,
    keepDays: sentDaysOf(policy),
    changed(keeping) {
      broadcast('passthrough:keepingChanged', keeping)
      // Work that waited for the key can go on.
      team.told()
    },
    sentEnded: (of) => broadcast('passthrough:sentEnded', of),
    savedChanged: () => team.told()
  })
  const shelf = new ProviderShelf({
    ...parts,
    files: library.shelfFiles,
    bundle: parts.bundle('shelf'),
    saved: (workspaceId) => library.saved.tree(workspaceId),
    mayChange: () => team.mayChange(),
    changed: () => team.told()
  })
  const files = new ChosenFiles()
  const pinned = (account: string, origin: string) => pins.read(account, origin)
  // Its own thread: the checks of many answers must not hold up a filter.
  const engine = new JmespathEngine(parts.bundle('jmespath'))
  const variablesFor = variablesForWith(library, history)
  const schemas = new WriteSchemas({ ...parts, pinned })
  const telling = new Set<string>()
  /** A run of Ask many learns several in a second, and each telling makes windows read their lists again. */
  const tellDiagnosed = (place: Place) => {
    const name = `${place.workspaceId} ${place.region}`
    if (telling.has(name)) return
    telling.add(name)
    setTimeout(() => {
      telling.delete(name)
      broadcast('issues:diagnosed', place)
    }, tellAfter).unref()
  }
  const sender = new PassthroughSender({
    ...parts,
    pinned,
    files,
    history: library.history,
    connectors: history,
    judge: judgeWith(engine, () => parts.masker.shared, shelf),
    variablesFor,
    async learned({ workspaceId, region }, key, fact) {
      // Any request may meet an answer that says nothing; a check was sent to learn something.
      if (fact.said === 'unclear' && fact.by !== 'check') return
      const place = { workspaceId, region }
      if (await history.noteAccess({ place, key, fact })) tellDiagnosed(place)
    },
    report: failed('Passthrough')
  })
  const checks = new AccessChecks({ shelf, saved: library.saved, store: history, sender, connectors: history })
  const known = () => parts.masker.shared
  const reader = new AnswerReader(parts.bundle('answers'))
  const planner = new ManyPlanner({
    ...parts,
    ...{ pinned, variablesFor },
    writes: (workspaceId) => shelf.writes(workspaceId)
  })
  const runs = new ManyRuns({
    ...parts,
    ...{ planner, sender, reader, known, kept: library.runs, history: library.history },
    tell: (progress) => broadcast('passthrough:manyProgress', progress)
  })
  return {
    library,
    shelf,
    handlers: {
      ...passthroughHandlers({ sender, schemas, views, files, dialogs, checks }, jobs),
      ...manyHandlers({ ...parts, planner, runs, reader, known, history: library.history }),
      ...libraryHandlers({ library, responses, connectors: history, mayChange: () => team.mayChange() }),
      ...shelfHandlers(shelf)
    },
    leave: () => jobs.cancelWhere(({ kind }) => kind === manyJob),
    begin: () => library.tidy(),
    stop: () => Promise.all([shelf.stop(), reader.stop(), engine.stop()]),
    forgetWorkspace: (workspaceId) => library.removeWorkspace(workspaceId)
  }
}
