import { z } from 'zod'
import { nameText } from '../own-name'
import { jmespathProblem } from '../jmespath/jmespath'

/**
 * Whose data a sample is. `category`: one system may be an integration of several. `key`: its connector; null for the
 * canned sample that the service keeps of an integration.
 */
export const sampleOrigin = z.object({ slug: nameText, category: nameText, key: nameText.nullable() })
export type SampleOrigin = z.infer<typeof sampleOrigin>

/** Some payloads an expression is tried on. The payloads stay in main; the window gets what it shows. */
export const sampleSet = z.object({
  id: z.uuid(),
  source: z.enum(['passthrough', 'collection', 'raw-data', 'file', 'paste']),
  /** As "raw data of Brightwater Clinics". */
  name: z.string(),
  /** null where it is not known: of a file, and of what was pasted. */
  of: sampleOrigin.nullable(),
  /** Payloads: records of a list, or one. */
  records: z.number(),
  bytes: z.number(),
  readAt: z.number(),
  /**
   * The list the records are the items of, as JMESPath, by the operator's choice: such a record is a part of a payload.
   * null where each record is a whole payload, as the service evaluates it.
   */
  itemsOf: z.string().nullable(),
  /** What the operator must know: cut at a number of records, some records without raw data. */
  notices: z.array(z.string())
})
export type SampleSet = z.infer<typeof sampleSet>

export const jsonType = z.enum(['string', 'number', 'boolean', 'array', 'object', 'null'])
export type JsonType = z.infer<typeof jsonType>

/** What the standard accepts but hardly anyone means, or refuses under another name. Offsets in UTF-16 units. */
export const lint = z.object({ message: z.string(), from: z.number(), to: z.number() })
export type Lint = z.infer<typeof lint>

/** One step of an expression over one payload, in the order of evaluation. */
export const traceStep = z.object({
  /** As it is in the expression. */
  text: z.string(),
  from: z.number(),
  to: z.number(),
  type: jsonType,
  /** `lost`: null appears here, or no item of many is left; `carried`: it was null before. */
  state: z.enum(['value', 'lost', 'carried']),
  /** As "14 keys", "no such key", "null in the data". */
  note: z.string()
})
export type TraceStep = z.infer<typeof traceStep>

/** What an expression gives on one payload. */
export const recordResult = z.object({
  index: z.number(),
  /** What identifies this record (an id or name in it), else its number. */
  label: z.string(),
  /** JSON, cut at 200 characters. */
  text: z.string(),
  type: jsonType,
  problem: jmespathProblem.nullable()
})
export type RecordResult = z.infer<typeof recordResult>

/** How saving changes one record: values as JSON, cut at 80 characters. */
export const changeExample = z.object({
  kind: z.enum(['become', 'change', 'lose']),
  label: z.string(),
  before: z.string(),
  now: z.string()
})
export type ChangeExample = z.infer<typeof changeExample>

/** What an expression gives over all payloads of a set. */
export const setResult = z.object({
  setId: z.uuid(),
  records: z.number(),
  /** Neither null nor a problem. */
  filled: z.number(),
  /** By how often; with the first record of each. */
  types: z.array(z.object({ type: jsonType, count: z.number(), first: z.number() })),
  problems: z.number(),
  /** The most frequent values, JSON cut at 80 characters. */
  distinct: z.array(z.object({ text: z.string(), count: z.number() })),
  distinctTotal: z.number(),
  /** The first records, as many as can be stepped through quickly (200). */
  values: z.array(recordResult),
  /** Against the saved expression, where one was given. */
  change: z
    .object({
      stay: z.number(),
      become: z.number(),
      change: z.number(),
      lose: z.number(),
      stillNull: z.number(),
      /** The first of each kind. */
      examples: z.array(changeExample)
    })
    .nullable(),
  /** How many of the saved expression are filled. */
  savedFilled: z.number().nullable()
})
export type SetResult = z.infer<typeof setResult>

export const labResult = z.object({
  /** Of the expression itself: it is then evaluated on nothing. */
  problem: jmespathProblem.nullable(),
  lints: z.array(lint),
  sets: z.array(setResult),
  /** The current record: its whole value (JSON, cut at 10,000 characters) and how it came about. */
  front: z
    .object({
      setId: z.uuid(),
      index: z.number(),
      text: z.string(),
      cut: z.number(),
      type: jsonType,
      problem: jmespathProblem.nullable(),
      trace: z.array(traceStep),
      /** Names the step which lost the value or a part of it, or that the server fails in; null where nothing was lost. */
      lost: z.string().nullable(),
      /** JSON pointer of the place in the payload where it was lost, where there is one. */
      lostAt: z.string().nullable()
    })
    .nullable(),
  /** ms. */
  took: z.number()
})
export type LabResult = z.infer<typeof labResult>

export const servicePreview = z.object({
  /** JSON, cut at 10,000 characters. */
  text: z.string(),
  type: z.string(),
  /** connector_sync, integration_sample, inline, or a value this app does not know. */
  rawDataSource: z.string()
})
export type ServicePreview = z.infer<typeof servicePreview>
