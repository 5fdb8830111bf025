import type { Jobs } from '../base/jobs'
import type { Masker } from '../secrets/masker'
import type { LookupReader } from '../mappings/lookups'
import type { Mappings } from '../mappings/mappings'
import { asKnown } from '../mappings/standing'
import { serving, toldTo, type Context } from './handlers'
import { withoutSecrets } from './without-secrets'

const mappingJob = 'mappings'

export interface MappingHandlerParts {
  lookups: LookupReader
  mappings: Mappings
  jobs: Jobs
  masker: Pick<Masker, 'clean'>
}

/** The handlers of lookups, custom fields, mappings and their ledger (issue 5). */
export function mappingHandlers(parts: MappingHandlerParts) {
  const { lookups, jobs, masker } = parts
  const { fields, mappings, undo, effective, changeLog, replay, drafts } = parts.mappings
  const job = <T>(requestId: string, context: Context, work: (signal: AbortSignal) => Promise<T>) =>
    jobs.run(requestId, context.owner, mappingJob, work, toldTo(context, requestId))

  const handlers = serving({
    'lookups:read': ({ requestId, refresh, ...place }, context) =>
      job(requestId, context, (signal) => lookups.read(place, refresh, signal)),
    'lookups:ask': ({ requestId, category, ...place }, context) =>
      job(requestId, context, (signal) => lookups.ask(place, category, signal)),

    // Asked once for all callers: no single window's cancel ends it.
    'mappings:operations': ({ requestId: _, ...place }) => parts.mappings.operations(place),
    'mappings:known': async (place) => asKnown((await changeLog.standing(place)).mappings),
    'mappings:listFields': ({ requestId, ...place }, context) =>
      job(requestId, context, (signal) => fields.list(place, signal)),
    'mappings:rememberField': ({ id, name, ...place }) => fields.remember(place, id, name),
    'mappings:forgetField': ({ id, ...place }) => fields.forget(place, id),
    'mappings:readField': ({ requestId, id, ...place }, context) =>
      job(requestId, context, (signal) => fields.read(place, id, signal)),
    'mappings:createField': ({ requestId, workspaceId, region, ...draft }, context) =>
      job(requestId, context, (signal) => fields.create({ workspaceId, region }, draft, signal)),
    'mappings:changeField': ({ requestId, id, name, description, ...place }, context) =>
      job(requestId, context, (signal) => fields.change(place, id, { name, description }, signal)),
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
        const { outcome, message, stillListed } = await mappings.delete(place, fieldId, mappingId, signal)
        return { outcome, message, stillListed }
      }),

    'mappings:drafts': (place) => drafts.list(place),
    'mappings:putDraft': async ({ draft, ...place }) => ({ kept: await drafts.put(place, draft) }),
    'mappings:dropDraft': ({ fieldId, scope, ...place }) => drafts.drop(place, { fieldId, scope }),

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
