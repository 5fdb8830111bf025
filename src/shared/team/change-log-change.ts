import { z } from 'zod'
import { ownName } from '../own-name'
import { changeLogAct } from '../mappings/change-log'
import { mappingScope } from '../mappings/mapping'

/** Expressions have at most 1,024 characters. */
const text = z.string().max(5_000)
const id = ownName(z.string().max(5_000))
const scope = mappingScope.refine((one) => JSON.stringify(one).length <= 5_000)

/** Characters as JSON. */
export const mostCascade = { mappings: 500, characters: 150_000 } as const

const entry = z.object({
  act: changeLogAct,
  outcome: z.enum(['done', 'refused', 'unknown']),
  message: text,
  field: z.object({
    id: id.nullable(),
    name: text.nullable(),
    category: text.nullable(),
    model: text.nullable()
  }),
  mapping: z
    .strictObject({ id: id.nullable(), scope, scopeName: text, expression: text, before: text.nullable() })
    .nullable(),
  cascade: z.array(z.object({ mappingId: id, expression: text, scopeName: text })).max(mostCascade.mappings),
  cascadeMore: z.number().int().min(0).optional()
})

/** `at`: ms since 1970 by that desk's clock. */
export const changeLogFields = { entry: z.object({ at: z.number().int().min(0).max(8.64e15), entry }) } as const
