import { z } from 'zod'
import { nameText, ownName } from '../own-name'

/** UTF-16 units, never fewer than the service counts. */
export const expressionLength = { min: 1, max: 1_024 } as const

export const knownFrom = z.enum(['service', 'ledger', 'pasted'])

/** Unknown values are null. */
export const customField = z.object({
  id: nameText,
  name: z.string().nullable(),
  description: z.string().nullable(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  /** API, DASHBOARD, or an unknown value. */
  source: z.union([z.enum(['API', 'DASHBOARD']), z.string()]).nullable(),
  /** ms since 1970. */
  createdAt: z.number().nullable(),
  from: knownFrom
})
export type CustomField = z.infer<typeof customField>

/** Exactly one of both. */
export const mappingScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('integration'), slug: nameText }),
  z.object({
    kind: z.literal('connector'),
    /** `<category>:<id>`; null if not listed in this session. */
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

/** `complete`: the service listed the mappings; else this computer's. */
export const fieldDetail = z.object({
  field: customField,
  mappings: z.array(mapping),
  complete: z.boolean(),
  /** null if the service gives none. */
  counts: z.object({ total: z.number(), organization: z.number(), connector: z.number() }).nullable()
})
export type FieldDetail = z.infer<typeof fieldDetail>

/** A connector's own mapping wins. */
export const effectiveField = z.object({
  fieldId: nameText,
  name: z.string().nullable(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  expression: z.string().nullable(),
  /** null: not mapped. */
  source: z.enum(['connector', 'integration']).nullable(),
  mappingId: nameText.nullable()
})
export type EffectiveField = z.infer<typeof effectiveField>

/** Made or changed here, and not deleted since. */
export const knownMapping = z.object({
  fieldId: nameText,
  fieldName: z.string().nullable(),
  /** null if unknown. */
  category: z.string().nullable(),
  scope: mappingScope,
  expression: z.string(),
  /** ms since 1970, of the last change here. */
  at: z.number(),
  uncertain: z.boolean()
})
export type KnownMapping = z.infer<typeof knownMapping>

/** Only optional operations. */
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

export const mappingDraft = z.object({
  fieldId: ownName(z.string().max(1_000)),
  /** `integration:<slug>` or `connector:<key>`; the scope may not be chosen yet. */
  scope: ownName(z.string().max(20_000)),
  /** Longer than any that the service saves. */
  expression: z.string().max(20_000),
  /** ms since 1970. */
  at: z.number()
})
export type MappingDraft = z.infer<typeof mappingDraft>
