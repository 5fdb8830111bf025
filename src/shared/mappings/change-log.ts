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

/** Without a token: a connector goes by its key. */
export const changeLogEntry = z.object({
  id: z.number(),
  at: z.number(),
  workspaceId: nameText,
  region,
  act: changeLogAct,
  /** `unknown`: no answer came. */
  outcome: z.enum(['done', 'refused', 'unknown']),
  message: z.string(),
  /** Empty for entries of earlier versions. */
  operator: z.string(),
  /** On another desk of the team. */
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
      /** Its name at that time. */
      scopeName: z.string(),
      expression: z.string(),
      before: z.string().nullable()
    })
    .nullable(),
  /** Deleted with the field, as far as known. */
  cascade: z.array(z.object({ mappingId: nameText, expression: z.string(), scopeName: z.string() })),
  /** Further ones that the desk did not share. */
  cascadeMore: z.number().optional()
})
export type ChangeLogEntry = z.infer<typeof changeLogEntry>

export const planStep = z.object({
  id: nameText,
  /** `same`: already there; `blocked`: `why` says what is missing. */
  kind: z.enum(['create-field', 'create-mapping', 'change-mapping', 'same', 'blocked']),
  fieldName: z.string(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  scopeName: z.string().nullable(),
  expression: z.string().nullable(),
  before: z.string().nullable(),
  why: z.string()
})
export type PlanStep = z.infer<typeof planStep>

/** Writes nothing. Main keeps it and carries it out as shown. */
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
