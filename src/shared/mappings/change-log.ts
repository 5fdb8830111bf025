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

/** One write by this computer. It has no token: a connector goes by its key. */
export const changeLogEntry = z.object({
  id: z.number(),
  at: z.number(),
  workspaceId: nameText,
  region,
  act: changeLogAct,
  /** `unknown`: no answer came, so it may have happened. */
  outcome: z.enum(['done', 'refused', 'unknown']),
  message: z.string(),
  /** Who did it; empty for entries of earlier versions. */
  operator: z.string(),
  /** Done on another desk of the team. */
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
      /** Name of the connector or integration at that time. */
      scopeName: z.string(),
      expression: z.string(),
      /** Before a change. */
      before: z.string().nullable()
    })
    .nullable(),
  /** Known mappings deleted with the field. */
  cascade: z.array(z.object({ mappingId: nameText, expression: z.string(), scopeName: z.string() })),
  /** Further ones that the other desk did not share. */
  cascadeMore: z.number().optional()
})
export type ChangeLogEntry = z.infer<typeof changeLogEntry>

/** One step that copies something made here to another place. */
export const planStep = z.object({
  id: nameText,
  /** `same`: already there; `blocked`: cannot be copied, `why` says what is missing. */
  kind: z.enum(['create-field', 'create-mapping', 'change-mapping', 'same', 'blocked']),
  fieldName: z.string(),
  category: z.string().nullable(),
  model: z.string().nullable(),
  scopeName: z.string().nullable(),
  expression: z.string().nullable(),
  /** The expression that would be replaced. */
  before: z.string().nullable(),
  why: z.string()
})
export type PlanStep = z.infer<typeof planStep>

/** A dry run that writes nothing. Main keeps it by id and carries it out as shown. */
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
