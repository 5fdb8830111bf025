import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { changeOutcome } from '../connectors/channels'
import { category } from '../connectors/category'
import { builder } from './builders'
import { exampleAnswer, mostExamples } from './example'
import { guardChange, guardSummary, guardView } from './guard'
import { lookSource } from './mapping-issue'
import { labResult, sampleSet, servicePreview } from './lab'
import { changeLogEntry, replayPlan, stepResult } from './change-log'
import {
  customField,
  expressionLength,
  effectiveField,
  fieldDetail,
  knownMapping,
  mapping,
  mappingDraft,
  mappingOperations
} from './mapping'
import { bodySummary } from '../viewer/windows'

const requestId = z.uuid()
/** Main checks it: only a UUID gets into a path. */
const id = z.string().max(1_000)
const text = z.string().max(100_000)
/** `<category>:<id>`. */
const key = z.string().min(2).max(20_000)
const setId = z.uuid()
/** `scope`: `integration:<slug>` or `connector:<key>` */
const ofMapping = { fieldId: id, scope: key }
/** Main adds the connector's token. */
const scope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('integration'), slug: text }),
  z.object({ kind: z.literal('connector'), key })
])

/** An `unknown` write is never repeated automatically. */
const fieldChange = changeOutcome.extend({ field: customField.nullable() })
/** `entryId`: for undo. */
const mappingChange = changeOutcome.extend({ mapping: mapping.nullable(), entryId: z.number() })
/** The confirmation shows the effect on this data; null for none. */
const sampleId = setId.nullable()

/** A slug needs its category, because several may share it. */
const rawDataFrom = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('integration'), slug: text, category }),
  z.object({ kind: z.literal('connector'), key })
])

/**
 * The operator confirms each write. Errors of writes: cancelled; invalid-input with `fields` before the request leaves;
 * `validation` for a 422, with `fields` if the control is known. Names in `fields`: customFieldId, scope, expression,
 * name, description, category, model.
 */
export const mappingChannels = {
  /** Once per workspace and region, harmless; 404 and 405 mean not offered. */
  'mappings:operations': { request: z.object({ requestId, ...placeShape }), response: mappingOperations },
  'mappings:known': { request: z.object(placeShape), response: z.array(knownMapping) },
  /** The service's, or the change log's; pasted ones with them. */
  'mappings:listFields': {
    request: z.object({ requestId, ...placeShape }),
    response: z.object({ fields: z.array(customField), complete: z.boolean(), readAt: z.number() })
  },
  /** `name` may be empty. Errors: invalid-input (`id`). */
  'mappings:rememberField': { request: z.object({ ...placeShape, id, name: text }), response: customField },
  /** Only pasted fields can be forgotten. */
  'mappings:forgetField': { request: z.object({ ...placeShape, id }), response: z.void() },
  /** Errors: not-found. */
  'mappings:readField': { request: z.object({ requestId, ...placeShape, id }), response: fieldDetail },
  'mappings:createField': {
    request: z.object({ requestId, ...placeShape, name: text, description: text, category: text, model: text }),
    response: fieldChange
  },
  'mappings:changeField': {
    request: z.object({
      ...{ requestId, ...placeShape, id, name: text, description: text },
      /** What the operator saw: what differs from it is sent. */
      shown: z.object({ name: text, description: text })
    }),
    response: fieldChange
  },
  /** `left`: mappings that a later list still has. */
  'mappings:deleteField': {
    request: z.object({ requestId, ...placeShape, id }),
    response: changeOutcome.extend({
      gone: z.array(mapping),
      left: z.array(mapping),
      /** False if `left` is unknown. */
      verified: z.boolean()
    })
  },
  /** `complete`: the service listed them. */
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
  /** Asked and sent as any write. Errors: outdated if another expression is saved by now; not-found. */
  'mappings:undo': {
    request: z.object({ requestId, ...placeShape, entryId: z.int(), sampleId }),
    response: mappingChange
  },
  'mappings:delete': {
    request: z.object({ requestId, ...placeShape, fieldId: id, mappingId: id }),
    response: changeOutcome
  },
  /** Newest first. */
  'mappings:drafts': { request: z.object(placeShape), response: z.array(mappingDraft) },
  /** Replaces that of the same field and scope. `kept`: it survives a restart. */
  'mappings:putDraft': {
    request: z.object({ ...placeShape, draft: mappingDraft }),
    response: z.object({ kept: z.boolean() })
  },
  'mappings:dropDraft': { request: z.object({ ...placeShape, fieldId: id, scope: key }), response: z.void() },
  /** What keeps a mapping right; its samples are tried with the expression, unless it is empty. Cancelled as a job. */
  'mappings:guard': {
    request: z.object({ requestId, ...placeShape, ...ofMapping, expression: text }),
    response: guardView
  },
  /** Errors: not-found for a dropped set, too-large, bad-response if the expression cannot be tried. */
  'mappings:changeGuard': {
    request: z.object({ requestId, ...placeShape, ...ofMapping, expression: text, change: guardChange }),
    response: guardView
  },
  /**
   * Fetches records of a connector and compares what the saved expression gives with what it gave before. `field`,
   * `name`: of the field and the connector. Errors: those of a fetch; outdated where no mapping is saved. Cancelled as a
   * job.
   */
  'mappings:look': {
    request: z.object({ requestId, ...placeShape, ...ofMapping, field: text, key, name: text, path: text }),
    response: z.object({ set: sampleSet, guard: guardView })
  },
  /**
   * Looks at each, as `mappings:look`, and keeps no record. `mappings:lookDone` says how many are done. Answers with
   * those that could not be looked at, and why. Cancelled as a job.
   */
  'mappings:lookAtAll': {
    request: z.object({
      requestId,
      ...placeShape,
      all: z.array(z.object({ ...ofMapping, field: text, source: lookSource })).max(5_000)
    }),
    response: z.array(guardSummary.pick({ fieldId: true, scope: true }).extend({ why: z.string() }))
  },
  /** Of the named mappings, those that have samples or a profile. Asks nothing of the service. Cancelled as a job. */
  'mappings:guards': {
    request: z.object({
      requestId,
      ...placeShape,
      mappings: z.array(z.object({ ...ofMapping, expression: text })).max(5_000)
    }),
    response: z.array(guardSummary)
  },
  /** To a file the operator chooses; null: none. */
  'mappings:exportMatrix': {
    request: z.object({ lines: z.array(z.array(z.string().max(20_000)).max(50)).max(100_000) }),
    response: z.object({ file: z.string() }).nullable()
  },
  /** Newest first. */
  'mappings:changeLog': {
    request: z.object({ workspaceId: z.uuid(), before: z.number().optional(), limit: z.int().min(1).max(500) }),
    response: z.object({ entries: z.array(changeLogEntry), next: z.number().nullable() })
  },
  'mappings:exportChangeLog': {
    request: z.object({ workspaceId: z.uuid(), format: z.enum(['csv', 'json']) }),
    response: z.object({ file: z.string(), entries: z.number() }).nullable()
  },
  'mappings:planReplay': {
    request: z.object({ requestId, from: z.object(placeShape), to: z.object(placeShape) }),
    response: replayPlan
  },
  /** As shown. Errors: not-found for an old plan. */
  'mappings:replay': {
    request: z.object({ requestId, planId: z.uuid(), stepIds: z.array(z.string()).min(1).max(5_000) }),
    response: z.object({ results: z.array(stepResult) })
  },
  /** `connectorKey`: whose it is. Errors: not-found, bad-response if it is not JSON, too-large. */
  'mappings:takeResponse': {
    request: z.object({ ...placeShape, responseId: z.string().max(200), name: text, connectorKey: key.nullable() }),
    response: sampleSet
  },
  /** `node`: the list in the opened record. Errors: as above. */
  'mappings:takeItems': {
    request: z.object({ setId, index: z.int().min(0), node: z.int().min(0) }),
    response: sampleSet
  },
  /** Fetches with `include_raw_data` until `most` records have some. `name`: the connector's. Cancelled as a job. */
  'mappings:takeCollection': {
    request: z.object({ requestId, ...placeShape, key, name: text, path: text, most: z.int().min(1).max(5_000) }),
    response: sampleSet
  },
  /** The connector's, or a sample of the integration; null if there is none yet. `name`: of either. */
  'mappings:takeRawData': {
    request: z.object({ requestId, ...placeShape, from: rawDataFrom, name: text, model: text }),
    response: sampleSet.nullable()
  },
  /** null: no file chosen. Errors: bad-response if it is not JSON, too-large. */
  'mappings:takeFile': { request: z.object(placeShape), response: sampleSet.nullable() },
  'mappings:takePaste': {
    request: z.object({ ...placeShape, text: z.string().max(20_000_000), name: text }),
    response: sampleSet
  },
  'mappings:listSets': { request: z.object(placeShape), response: z.array(sampleSet) },
  'mappings:dropSet': { request: z.object({ setId }), response: z.void() },
  /** `passthrough:openResponse` and its readers take the id. */
  'mappings:openSample': {
    request: z.object({ setId, index: z.int().min(0) }),
    /** The service's preview takes only an object. */
    response: z.object({ responseId: z.string(), summary: bodySummary, object: z.boolean() })
  },
  /** Without sets it only parses. `saved`: to compare with. Cancelled as a job. */
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
  /** `field`: its name. `wanted`: JSON, or null to learn the record's name only. Cancelled as a job. */
  'mappings:byExample': {
    request: z.object({
      requestId,
      setId,
      field: text,
      examples: z.array(z.object({ index: z.int().min(0), wanted: text.nullable() })).max(mostExamples)
    }),
    response: exampleAnswer
  },
  /** null for a text that no builder would write. */
  'mappings:readBuilder': {
    request: z.object({ expression: z.string().max(expressionLength.max) }),
    response: builder.nullable()
  },
  'mappings:expressionsFor': {
    request: z.object({ responseId: z.string().max(200), node: z.int().min(0) }),
    response: z.array(z.object({ expression: z.string(), why: z.string() }))
  },
  /** `from`: start of the typed part. */
  'mappings:keysAt': {
    request: z.object({ setId, index: z.int().min(0), expression: text, position: z.int().min(0) }),
    response: z.object({ from: z.number(), keys: z.array(z.object({ key: z.string(), type: z.string() })) })
  },
  /** With a payload of ours or the service's data. Errors: invalid-input for part of a payload, or no object. */
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
  'mappings:stepDone': z.object({ requestId, result: stepResult }),
  'mappings:lookDone': z.object({ requestId, done: z.number() })
} as const
