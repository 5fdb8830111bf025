import { z } from 'zod'
import { ownName } from '../own-name'
import { changeLogAct } from '../mappings/change-log'
import { mappingScope } from '../mappings/mapping'

/** An expression has at most 1,024 characters at the service; messages and names are short. */
const text = z.string().max(5_000)
const id = ownName(z.string().max(5_000))
const scope = mappingScope.refine((one) => JSON.stringify(one).length <= 5_000)

/** Of the mappings that went with a field: how many are shared, and how many characters of them as JSON. */
export const mostCascade = { mappings: 500, characters: 150_000 } as const

/** One act of the change log, as the desk that did it wrote it down (shared/mappings/change-log.ts). */
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

/** What a team shares of the change log of mappings. `at`: ms since 1970 by the clock of that desk. */
export const changeLogFields = { entry: z.object({ at: z.number().int().min(0).max(8.64e15), entry }) } as const
