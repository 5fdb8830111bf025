import { z } from 'zod'
import { nameText } from '../own-name'
import { region } from '../workspaces/region'
import { mappingScope } from './mapping'

export const changeLogAct = z.enum([
  'create-field',
  'change-field',
  'delete-field',
  'create-mapping',
  'change-mapping',
  'delete-mapping'
])

/** One write at the service, as this computer did it. No token: a connector goes by its key. */
export const changeLogEntry = z.object({
  id: z.number(),
  at: z.number(),
  workspaceId: nameText,
  region,
  act: changeLogAct,
  /** `unknown`: it may have happened; no answer came. */
  outcome: z.enum(['done', 'refused', 'unknown']),
  message: z.string(),
  /** Who did it, as the audit record has it; empty where an earlier version kept it. */
  operator: z.string(),
  /** It was done on another desk of the team. */
  elsewhere: z.boolean().optional(),
  field: z.object({
    id: nameText.nullable(),
    name: z.string().nullable(),
    category: z.string().nullable(),
    model: z.string().nullable()
  }),
  mapping: z
    .object({
      id: nameText.nullable(),
      scope: mappingScope,
      /** Of the connector or integration, as the operator knew it then. */
      scopeName: z.string(),
      expression: z.string(),
      /** Before a change. */
      before: z.string().nullable()
    })
    .nullable(),
  /** Mappings that went with a field, as far as they were known. */
  cascade: z.array(z.object({ mappingId: nameText, expression: z.string(), scopeName: z.string() })),
  /** Further ones, which the desk that deleted the field did not share. */
  cascadeMore: z.number().optional()
})
export type ChangeLogEntry = z.infer<typeof changeLogEntry>

/** One step of bringing what this computer made here to another place. */
export const planStep = z.object({
  id: nameText,
  /** `same`: there already as it should be; `blocked`: cannot be brought over, `why` says what is missing. */
  kind: z.enum(['create-field', 'create-mapping', 'change-mapping', 'same', 'blocked']),
  fieldName: z.string(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  scopeName: z.string().nullable(),
  expression: z.string().nullable(),
  /** What is there now and would be changed. */
  before: z.string().nullable(),
  why: z.string()
})
export type PlanStep = z.infer<typeof planStep>

/** A dry run: read, compared, nothing written. It is kept in main under its id and carried out as it was shown. */
export const replayPlan = z.object({
  id: z.uuid(),
  madeAt: z.number(),
  from: z.object({ workspaceId: nameText, region }),
  to: z.object({ workspaceId: nameText, region }),
  steps: z.array(planStep)
})
export type ReplayPlan = z.infer<typeof replayPlan>

export const stepResult = z.object({
  stepId: nameText,
  outcome: z.enum(['done', 'refused', 'unknown', 'skipped']),
  message: z.string()
})
export type StepResult = z.infer<typeof stepResult>
