import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { changeOutcome } from '../connectors/channels'
import { category } from '../connectors/category'
import { labResult, sampleSet, servicePreview } from './lab'
import { changeLogEntry, replayPlan, stepResult } from './change-log'
import {
  customField,
  effectiveField,
  fieldDetail,
  knownMapping,
  mapping,
  mappingDraft,
  mappingOperations
} from './mapping'
import { bodySummary } from '../viewer/windows'

const requestId = z.uuid()
/** Checked in main, which says what is wrong with it: an id that is not UUID never gets into a path. */
const id = z.string().max(1_000)
const text = z.string().max(100_000)
/** `<category>:<id>`. */
const key = z.string().min(2).max(20_000)
const setId = z.uuid()
/** As the window asks for it: main knows the connector's token. */
const scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('integration'), slug: text }),
  z.object({ kind: z.literal('connector'), key })
])

/** How a write ended, with what it made where it is known. `unknown` is never repeated by itself. */
const fieldChange = changeOutcome.extend({ field: customField.nullable() })
/** `entryId`: of the ledger, by which it can be undone. */
const mappingChange = changeOutcome.extend({ mapping: mapping.nullable(), entryId: z.number() })
/** What the operator tried the expression on, so that the confirmation can say what changes; null for nothing. */
const sampleId = setId.nullable()

/** Exactly one of both; a slug comes with its category, as it may serve several. */
const rawDataFrom = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('integration'), slug: text, category }),
  z.object({ kind: z.literal('connector'), key })
])

/**
 * Custom fields, their mappings, and the lab that tries an expression before it is saved (issue 5). Main asks the operator to confirm each write. Errors of writes:
 * cancelled where it was not confirmed; invalid-input with `fields` before anything left; a 422 comes as `validation` with `fields` where the control is
 * known. Names of fields in `fields`: customFieldId, scope, expression, name, description, category, model.
 */
export const mappingChannels = {
  /** Asked once per workspace and region with requests that can change nothing; 404 and 405 mean not offered. */
  'mappings:operations': { request: z.object({ requestId, ...placeShape }), response: mappingOperations },
  /** The mappings that the change log of this computer knows; nothing is asked of the API. */
  'mappings:known': { request: z.object(placeShape), response: z.array(knownMapping) },
  /** All fields the service lists, else those of the ledger; pasted ones with them. */
  'mappings:listFields': {
    request: z.object({ requestId, ...placeShape }),
    response: z.object({ fields: z.array(customField), complete: z.boolean(), readAt: z.number() })
  },
  /** Adds a field by its id. `name` may be empty. Errors: invalid-input (`id`). */
  'mappings:rememberField': { request: z.object({ ...placeShape, id, name: text }), response: customField },
  /** Only what was pasted can be forgotten. */
  'mappings:forgetField': { request: z.object({ ...placeShape, id }), response: z.void() },
  /** Errors: not-found. */
  'mappings:readField': { request: z.object({ requestId, ...placeShape, id }), response: fieldDetail },
  'mappings:createField': {
    request: z.object({ requestId, ...placeShape, name: text, description: text, category: text, model: text }),
    response: fieldChange
  },
  'mappings:changeField': {
    request: z.object({ requestId, ...placeShape, id, name: text, description: text }),
    response: fieldChange
  },
  /** Afterwards the mappings are listed: `left` stayed. */
  'mappings:deleteField': {
    request: z.object({ requestId, ...placeShape, id }),
    response: changeOutcome.extend({
      gone: z.array(mapping),
      left: z.array(mapping),
      /** False where it is unknown whether they were deleted. */
      verified: z.boolean()
    })
  },
  /** What every known field comes from on one connector; `complete` where the service answered itself. */
  'mappings:effective': {
    request: z.object({ requestId, ...placeShape, key, model: text }),
    response: z.object({ fields: z.array(effectiveField), complete: z.boolean() })
  },
  'mappings:create': {
    request: z.object({ requestId, ...placeShape, fieldId: id, scope, expression: text, sampleId }),
    response: mappingChange
  },
  'mappings:change': {
    request: z.object({ requestId, ...placeShape, fieldId: id, mappingId: id, expression: text, sampleId }),
    response: mappingChange
  },
  /**
   * Takes a save back: what was before is saved again, and what was not there is deleted. Asked and sent as any write.
   * Errors: outdated where something else is saved by now; not-found for an entry that is not in the ledger.
   */
  'mappings:undo': {
    request: z.object({ requestId, ...placeShape, entryId: z.int(), sampleId }),
    response: mappingChange
  },
  'mappings:delete': {
    request: z.object({ requestId, ...placeShape, fieldId: id, mappingId: id }),
    response: changeOutcome
  },
  /** Expressions that were typed and not saved at the service, newest first. */
  'mappings:drafts': { request: z.object(placeShape), response: z.array(mappingDraft) },
  /** A new one, or in place of that of the same field and scope. `kept`: it outlives this run. */
  'mappings:putDraft': {
    request: z.object({ ...placeShape, draft: mappingDraft }),
    response: z.object({ kept: z.boolean() })
  },
  'mappings:dropDraft': { request: z.object({ ...placeShape, fieldId: id, scope: key }), response: z.void() },
  /** What this computer did, newest first. */
  'mappings:changeLog': {
    request: z.object({ workspaceId: z.uuid(), before: z.number().optional(), limit: z.int().min(1).max(500) }),
    response: z.object({ entries: z.array(changeLogEntry), next: z.number().nullable() })
  },
  'mappings:exportChangeLog': {
    request: z.object({ workspaceId: z.uuid(), format: z.enum(['csv', 'json']) }),
    response: z.object({ file: z.string(), entries: z.number() }).nullable()
  },
  /** Reads both places and compares; writes nothing. */
  'mappings:planReplay': {
    request: z.object({ requestId, from: z.object(placeShape), to: z.object(placeShape) }),
    response: replayPlan
  },
  /** Carries out steps of a plan as it was shown; each step reports its outcome. Errors: not-found for an old plan. */
  'mappings:replay': {
    request: z.object({ requestId, planId: z.uuid(), stepIds: z.array(z.string()).min(1).max(5_000) }),
    response: z.object({ results: z.array(stepResult) })
  },
  /** A passthrough response of this run, whole; `connectorKey`: whose it is. Errors: not-found, bad-response for what is not JSON, too-large. */
  'mappings:takeResponse': {
    request: z.object({ ...placeShape, responseId: z.string().max(200), name: text, connectorKey: key.nullable() }),
    response: sampleSet
  },
  /** The items of a list in a record, a set of their own. `node`: the list in the opened record. Errors: as above. */
  'mappings:takeItems': {
    request: z.object({ setId, index: z.int().min(0), node: z.int().min(0) }),
    response: sampleSet
  },
  /** `name`: of the connector, to call the samples by. Walks a collection with `include_raw_data` until that many records have raw data. Cancelled as a job. */
  'mappings:takeCollection': {
    request: z.object({ requestId, ...placeShape, key, name: text, path: text, most: z.int().min(1).max(5_000) }),
    response: sampleSet
  },
  /**
   * What the service keeps to write expressions against: of a connector, or the canned sample of an integration. null
   * where the service has no sample yet. `name` is of the connector or integration.
   */
  'mappings:takeRawData': {
    request: z.object({ requestId, ...placeShape, from: rawDataFrom, name: text, model: text }),
    response: sampleSet.nullable()
  },
  /** null where the operator changed their mind. Errors: bad-response for what is not JSON, too-large. */
  'mappings:takeFile': { request: z.object(placeShape), response: sampleSet.nullable() },
  'mappings:takePaste': {
    request: z.object({ ...placeShape, text: z.string().max(20_000_000), name: text }),
    response: sampleSet
  },
  'mappings:listSets': { request: z.object(placeShape), response: z.array(sampleSet) },
  'mappings:dropSet': { request: z.object({ setId }), response: z.void() },
  /** One payload in the viewer: the id is one for `passthrough:openResponse` and its readers. */
  'mappings:openSample': {
    request: z.object({ setId, index: z.int().min(0) }),
    /** `object`: only an object can be sent to the service's preview. */
    response: z.object({ responseId: z.string(), summary: bodySummary, object: z.boolean() })
  },
  /** Without sets it only reads the expression. `saved` is compared with where given. Cancelled as a job. */
  'mappings:evaluate': {
    request: z.object({
      requestId,
      expression: text,
      saved: text.nullable(),
      setIds: z.array(setId).max(20),
      front: z.object({ setId, index: z.int().min(0) }).nullable()
    }),
    response: labResult
  },
  /** Expressions for a value that was clicked, the most robust first. */
  'mappings:expressionsFor': {
    request: z.object({ responseId: z.string().max(200), node: z.int().min(0) }),
    response: z.array(z.object({ expression: z.string(), why: z.string() }))
  },
  /** Keys that fit at a position of an expression, by the current payload. `from`: where the typed part begins. */
  'mappings:keysAt': {
    request: z.object({ setId, index: z.int().min(0), expression: text, position: z.int().min(0) }),
    response: z.object({ from: z.number(), keys: z.array(z.object({ key: z.string(), type: z.string() })) })
  },
  /**
   * The service's own result, over a payload of ours or over its own data. Errors: invalid-input for a sample
   * that is a part of a payload, or not an object.
   */
  'mappings:preview': {
    request: z.object({
      requestId,
      ...placeShape,
      key,
      model: text,
      expression: text,
      sample: z.object({ setId, index: z.int().min(0) }).nullable()
    }),
    response: servicePreview
  }
} as const

export const mappingEvents = {
  'mappings:stepDone': z.object({ requestId, result: stepResult })
} as const
