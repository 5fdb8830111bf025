import { createHash } from 'node:crypto'
import { regions } from '../../shared/workspaces/region'
import type { Listeners } from '../base/listeners'
import type { Jobs } from '../base/jobs'
import type { Masker } from '../secrets/masker'
import type { Guards } from './guards'
import { Mappings } from './mappings'
import { quietly, type MappingParts } from './parts'
import { asKnown } from './in-effect'
import { serving, toldJobs, type Area, type Room } from '../base/room'
import { withoutSecrets } from '../secrets/without-secrets'
import { shownConnector } from '../connectors/shown-connector'
import { readBuilder } from '../jmespath/builder'
import { Encryption } from '../secrets/encryption'
import type { Scopes } from '../secrets/token-scope'
import type { Workspaces } from '../workspaces/workspaces'
import { CheckSchedule, type ScheduleParts } from './schedule'
import { LabEngine } from './lab/engine'
import { Lab, type LabParts } from './lab/lab'

export interface MappingHandlerParts {
  mappings: Mappings
  jobs: Jobs
  masker: Pick<Masker, 'clean'>
}

export function mappingHandlers(parts: MappingHandlerParts) {
  const { jobs, masker } = parts
  const { fields, mappings, undo, effective, changeLog, replay, drafts, guards } = parts.mappings
  const job = toldJobs(jobs, 'mappings')

  const handlers = serving({
    // All callers share one request, so a window's cancel does not end it.
    'mappings:operations': ({ requestId: _, ...place }) => parts.mappings.operations(place),
    'mappings:known': async (place) => asKnown((await changeLog.inEffect(place)).mappings),
    'mappings:listFields': ({ requestId, ...place }, context) =>
      job(requestId, context, (signal) => fields.list(place, signal)),
    'mappings:rememberField': ({ id, name, ...place }) => fields.remember(place, id, name),
    'mappings:forgetField': ({ id, ...place }) => fields.forget(place, id),
    'mappings:readField': ({ requestId, id, ...place }, context) =>
      job(requestId, context, (signal) => fields.read(place, id, signal)),
    'mappings:createField': ({ requestId, workspaceId, region, ...draft }, context) =>
      job(requestId, context, (signal) => fields.create({ workspaceId, region }, draft, signal)),
    'mappings:changeField': ({ requestId, id, name, description, shown, ...place }, context) =>
      job(requestId, context, (signal) => fields.change(place, id, { name, description, shown }, signal)),
    'mappings:deleteField': ({ requestId, id, ...place }, context) =>
      job(requestId, context, (signal) => fields.delete(place, id, signal)),

    'mappings:effective': ({ requestId, key, model, ...place }, context) =>
      job(requestId, context, (signal) => effective.of(place, key, model, signal)),
    'mappings:create': ({ requestId, fieldId, scope, expression, sampleId, ...place }, context) =>
      job(requestId, context, (signal) => mappings.create(place, fieldId, scope, expression, signal, { sampleId })),
    'mappings:change': ({ requestId, fieldId, mappingId, expression, sampleId, ...place }, context) =>
      job(requestId, context, (signal) => mappings.change(place, fieldId, mappingId, expression, signal, { sampleId })),
    'mappings:undo': ({ requestId, entryId, sampleId, ...place }, context) =>
      job(requestId, context, (signal) => undo.act(place, entryId, sampleId, signal)),
    'mappings:delete': ({ requestId, fieldId, mappingId, ...place }, context) =>
      job(requestId, context, async (signal) => {
        const { entryId: _, ...change } = await mappings.delete(place, fieldId, mappingId, signal)
        return change
      }),

    'mappings:drafts': (place) => drafts.list(place),
    'mappings:putDraft': async ({ draft, ...place }) => ({ kept: await drafts.put(place, draft) }),
    'mappings:dropDraft': ({ fieldId, scope, ...place }) => drafts.drop(place, { fieldId, scope }),

    'mappings:guard': ({ requestId, fieldId, scope, expression, ...place }, context) =>
      job(requestId, context, (signal) => guards.view(place, { fieldId, scope }, expression, signal)),
    'mappings:changeGuard': ({ requestId, workspaceId, region, ...change }, context) =>
      job(requestId, context, (signal) => guards.change({ workspaceId, region }, change, signal)),
    'mappings:look': ({ requestId, ...of }, context) => job(requestId, context, (signal) => guards.look(of, signal)),
    'mappings:lookAtAll': ({ requestId, all, ...place }, context) =>
      job(requestId, context, (signal) =>
        guards.lookAtAll(place, all, signal, (done) => context.emit('mappings:lookDone', { requestId, done }))
      ),
    'mappings:guards': ({ requestId, mappings: named, ...place }, context) =>
      job(requestId, context, (signal) => guards.list(place, named, signal)),

    'mappings:exportMatrix': async ({ lines }) => parts.mappings.exportMatrix(lines),

    'mappings:changeLog': ({ workspaceId, before, limit }) => changeLog.list(workspaceId, before, limit),
    'mappings:exportChangeLog': ({ workspaceId, format }) => changeLog.export(workspaceId, format),
    'mappings:planReplay': ({ requestId, from, to }, context) =>
      job(requestId, context, (signal) => replay.plan(from, to, signal)),
    'mappings:replay': ({ requestId, planId, stepIds }, context) =>
      job(requestId, context, (signal) =>
        replay.execute(planId, stepIds, signal, (result) => context.emit('mappings:stepDone', { requestId, result }))
      )
  })
  return withoutSecrets(handlers, masker)
}

export interface MappingRoomParts
  extends
    Omit<
      MappingParts,
      'check' | 'trial' | 'lab' | 'encrypting' | 'changeLogChanged' | 'masker' | 'teamKey' | 'teamTold'
    >,
    Omit<LabParts, 'slugOf' | 'engine' | 'client' | 'workspaces' | 'finder' | 'masker'> {
  masker: LabParts['masker'] & MappingParts['masker']
  jobs: Jobs
  bundle(name: string): URL
  library: {
    encrypting: MappingParts['encrypting']
    encryptToo(items: Pick<Mappings['drafts'], 'encryptFromMemory' | 'forgetEncrypted'>): void
  }
  team: { told(): void }
  workspaces: LabParts['workspaces'] & Pick<Workspaces, 'list'>
  scopes: Pick<Scopes, 'of'>
  settings: ScheduleParts['settings']
  lock: ScheduleParts['lock']
  desktopChanged: Listeners
  rateLimits: ScheduleParts['rateLimits']
  failed(what: string): (error: unknown) => void
}

const job = 'lab'
/** The thread's limits end these calls; no job cancels them. */
const unending = () => new AbortController().signal

export function labHandlers(lab: Lab, jobs: Jobs) {
  return serving({
    'mappings:takeResponse': (request) => lab.takeResponse(request, unending()),
    'mappings:takeCollection': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.takeCollection(request, signal)),
    'mappings:takeRawData': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.takeRawData(request, signal)),
    'mappings:takeItems': (request) => lab.takeItems(request, unending()),
    'mappings:takeFile': (request) => lab.takeFile(request, unending()),
    'mappings:takePaste': (request) => lab.takePaste(request, unending()),
    'mappings:listSets': async (request) => lab.listSets(request),
    'mappings:dropSet': async ({ setId }) => lab.dropSet(setId),
    'mappings:openSample': (request) => lab.openRecord(request),
    'mappings:evaluate': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.evaluate(request, signal)),
    'mappings:byExample': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.byExample(request, signal)),
    'mappings:readBuilder': async ({ expression }) => readBuilder(expression),
    'mappings:expressionsFor': (request) => lab.expressionsFor(request, unending()),
    'mappings:keysAt': (request) => lab.keysAt(request, unending()),
    'mappings:preview': (request, { owner }) =>
      jobs.run(request.requestId, owner, job, (signal) => lab.service.preview(request, signal))
  })
}

export function openMappings(parts: MappingRoomParts): Room<Area<'mappings'>> & {
  guards: Pick<Guards, 'forget'> & {
    /** The team's feed was read. */
    exchanged(): Promise<void>
  }
} & Pick<CheckSchedule, 'standBack'> {
  const { jobs, library, masker } = parts
  const engine = new LabEngine(parts.bundle('lab'))
  const lab = new Lab({
    ...parts,
    engine,
    slugOf: async (place, key) => (await shownConnector(parts, place, key)).integrationSlug
  })
  const mappings = new Mappings({
    ...parts,
    check: async (expression) => {
      const { signal } = new AbortController()
      return (await engine.run([], { expression, saved: null, setIds: [], front: null }, signal)).problem
    },
    trial: (question, signal) => lab.trial(question, signal),
    lab: { engine, held: (place, setId) => lab.held(place, setId), service: lab.service },
    changeLogChanged: () => parts.team.told(),
    encrypting: () => library.encrypting(),
    teamTold: () => parts.team.told(),
    async teamKey({ workspaceId, region }, { team, service }) {
      // A locked app reads no token.
      if (parts.lock.state !== null) return null
      const target = await quietly(parts.workspaces.target(workspaceId, region))
      if (!target) return null
      // Never stored, unlike the scope of lists.
      const known = await parts.scopes.of(`samples ${team}`, service, target.bearerToken)
      return new Encryption(createHash('sha256').update(known).digest())
    }
  })
  const { guards } = mappings
  const schedule = new CheckSchedule({ ...parts, guards, failed: parts.failed('Mappings') })
  parts.desktopChanged.add(() => {
    if (parts.lock.state !== null) schedule.standBack()
  })
  const kept = [mappings.drafts, mappings.guards.items]
  for (const items of kept) library.encryptToo(items)
  return {
    handlers: { ...mappingHandlers({ mappings, jobs, masker }), ...labHandlers(lab, jobs) },
    guards: {
      forget: () => guards.forget(),
      async exchanged() {
        await guards.forget()
        for (const { id: workspaceId } of parts.workspaces.list())
          for (const region of regions) {
            await guards.share({ workspaceId, region })
            await guards.hear({ workspaceId, region })
          }
      }
    },
    standBack: () => schedule.standBack(),
    begin() {
      schedule.begin()
      return guards.forget()
    },
    stop() {
      schedule.stop()
      return engine.stop()
    },
    forgetWorkspace(workspaceId) {
      lab.forgetWorkspace(workspaceId)
      for (const items of kept) items.forgetWorkspace(workspaceId)
    }
  }
}
