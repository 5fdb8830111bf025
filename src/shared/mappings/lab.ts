import { z } from 'zod'
import { nameText } from '../own-name'
import { jmespathProblem } from '../jmespath/jmespath'

/** `category`: several integrations may share a slug. `key`: null for a sample of the integration. */
export const sampleOrigin = z.object({
  slug: nameText,
  category: nameText,
  key: nameText.nullable(),
  /** As `time-off`; absent or null if unknown, as of a response. */
  model: nameText.nullable().optional()
})
export type SampleOrigin = z.infer<typeof sampleOrigin>

/** The payloads stay in main. */
export const sampleSet = z.object({
  id: z.uuid(),
  source: z.enum(['passthrough', 'collection', 'raw-data', 'file', 'paste']),
  /** As "raw data of Brightwater Clinics". */
  name: z.string(),
  /** null if unknown: a file or pasted text. */
  of: sampleOrigin.nullable(),
  records: z.number(),
  bytes: z.number(),
  readAt: z.number(),
  /**
   * JMESPath of the list whose items are the records; null if each record is a whole payload, as the service evaluates
   * it.
   */
  itemsOf: z.string().nullable(),
  /** As "some records have no raw data". */
  notices: z.array(z.string())
})
export type SampleSet = z.infer<typeof sampleSet>

export const jsonType = z.enum(['string', 'number', 'boolean', 'array', 'object', 'null'])
export type JsonType = z.infer<typeof jsonType>

/** Valid code that hardly anyone means. Offsets in UTF-16 units. */
export const lint = z.object({ message: z.string(), from: z.number(), to: z.number() })
export type Lint = z.infer<typeof lint>

export const traceStep = z.object({
  text: z.string(),
  from: z.number(),
  to: z.number(),
  type: jsonType,
  /** `lost`: null from here; `carried`: null before. */
  state: z.enum(['value', 'lost', 'carried']),
  /** As "14 keys", "no such key", "null in the data". */
  note: z.string()
})
export type TraceStep = z.infer<typeof traceStep>

export const recordResult = z.object({
  index: z.number(),
  /** An id or name, else the number. */
  label: z.string(),
  /** JSON, cut at 200 characters. */
  text: z.string(),
  type: jsonType,
  problem: jmespathProblem.nullable()
})
export type RecordResult = z.infer<typeof recordResult>

/** Values as JSON, cut at 80 characters. */
export const changeExample = z.object({
  kind: z.enum(['become', 'change', 'lose']),
  label: z.string(),
  before: z.string(),
  now: z.string()
})
export type ChangeExample = z.infer<typeof changeExample>

export const setResult = z.object({
  setId: z.uuid(),
  records: z.number(),
  /** Neither null nor a problem. */
  filled: z.number(),
  /** By frequency; `first`: the first record of each. */
  types: z.array(z.object({ type: jsonType, count: z.number(), first: z.number() })),
  problems: z.number(),
  /** The most frequent values, JSON cut at 80 characters. */
  distinct: z.array(z.object({ text: z.string(), count: z.number() })),
  distinctTotal: z.number(),
  /** The first 200: quick to step through. */
  values: z.array(recordResult),
  change: z
    .object({
      stay: z.number(),
      become: z.number(),
      change: z.number(),
      lose: z.number(),
      stillNull: z.number(),
      examples: z.array(changeExample)
    })
    .nullable(),
  savedFilled: z.number().nullable()
})
export type SetResult = z.infer<typeof setResult>

export const labResult = z.object({
  /** Of the expression itself: no data is evaluated. */
  problem: jmespathProblem.nullable(),
  lints: z.array(lint),
  sets: z.array(setResult),
  /** The current record: value (JSON, cut at 10,000 characters) and steps. */
  front: z
    .object({
      setId: z.uuid(),
      index: z.number(),
      text: z.string(),
      cut: z.number(),
      type: jsonType,
      problem: jmespathProblem.nullable(),
      trace: z.array(traceStep),
      /** Names the step that lost the value, or on which the server fails; else null. */
      lost: z.string().nullable(),
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
  /** connector_sync, integration_sample, inline, or unknown. */
  rawDataSource: z.string()
})
export type ServicePreview = z.infer<typeof servicePreview>
