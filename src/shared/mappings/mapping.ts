import { z } from 'zod'
import { nameText, ownName } from '../own-name'

/** Bounds of `json_path` (spec: Limits). `@` and `a` are expressions. Characters are UTF-16 units, as the service counts none finer. */
export const expressionLength = { min: 1, max: 1_024 } as const

/** The source of what is known about a field or mapping. */
export const knownFrom = z.enum(['service', 'ledger', 'pasted'])

/** A custom field; what is unknown is null (spec: Custom field, not shown; field notes). */
export const customField = z.object({
  id: nameText,
  name: z.string().nullable(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  /** API, DASHBOARD, or a value this app does not know. */
  source: z.union([z.enum(['API', 'DASHBOARD']), z.string()]).nullable(),
  /** ms since 1970. */
  createdAt: z.number().nullable(),
  from: knownFrom
})
export type CustomField = z.infer<typeof customField>

/** Exactly one of both: all connectors of an integration, or one connector (spec §3). */
export const mappingScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('integration'), slug: nameText }),
  z.object({
    kind: z.literal('connector'),
    /** `<category>:<id>`; null for a token that belongs to no connector this session has listed. */
    key: nameText.nullable()
  })
])
export type MappingScope = z.infer<typeof mappingScope>

export const mapping = z.object({
  id: nameText,
  fieldId: nameText,
  scope: mappingScope,
  expression: z.string(),
  createdAt: z.number().nullable(),
  updatedAt: z.number().nullable(),
  from: knownFrom
})
export type Mapping = z.infer<typeof mapping>

/** A field with its mappings. `complete`: the service listed them; else these are the ones this computer knows. */
export const fieldDetail = z.object({
  field: customField,
  mappings: z.array(mapping),
  complete: z.boolean(),
  /** As the service counts; null where it does not say. */
  counts: z.object({ total: z.number(), organization: z.number(), connector: z.number() }).nullable()
})
export type FieldDetail = z.infer<typeof fieldDetail>

/** What a field comes from on one connector: its own mapping wins over the integration's. */
export const effectiveField = z.object({
  fieldId: nameText,
  name: z.string().nullable(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  expression: z.string().nullable(),
  /** null: not mapped on this connector. */
  source: z.enum(['connector', 'integration']).nullable(),
  mappingId: nameText.nullable()
})
export type EffectiveField = z.infer<typeof effectiveField>

/** A mapping as the change log of this computer knows it: made or changed from here, and not deleted since. */
export const knownMapping = z.object({
  fieldId: nameText,
  fieldName: z.string().nullable(),
  /** Of the field; null where the change log does not have it. */
  category: z.string().nullable(),
  scope: mappingScope,
  expression: z.string(),
  /** Its last change from here, ms since 1970. */
  at: z.number(),
  /** That change got no answer. */
  uncertain: z.boolean()
})
export type KnownMapping = z.infer<typeof knownMapping>

/** Which optional operations the service answers; the spec's own are always there. */
export const mappingOperations = z.object({
  listFields: z.boolean(),
  createField: z.boolean(),
  readField: z.boolean(),
  changeField: z.boolean(),
  listMappings: z.boolean(),
  changeMapping: z.boolean(),
  configuration: z.boolean(),
  rawData: z.boolean(),
  preview: z.boolean()
})
export type MappingOperations = z.infer<typeof mappingOperations>
export type MappingOperation = keyof MappingOperations

/** An expression that was typed and not saved at the service. */
export const mappingDraft = z.object({
  fieldId: ownName(z.string().max(1_000)),
  /** As the window names it: `integration:<slug>` or `connector:<key>`, of a scope that may not be chosen yet. */
  scope: ownName(z.string().max(20_000)),
  /** Far beyond what can ever be saved. */
  expression: z.string().max(20_000),
  /** When it was typed, ms since 1970. */
  at: z.number()
})
export type MappingDraft = z.infer<typeof mappingDraft>
