import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { trends, trendSpans, trendTables } from './trends'

/** `zone`: an IANA time zone, in which weeks begin. Errors: invalid-input for an unknown one. */
const asked = { ...placeShape, zone: z.string().max(100), span: z.literal(trendSpans) }
const saved = z.object({ file: z.string() }).nullable()

/** What the team lead looks at: relinks by week, how long they took, and who works on what. */
export const trendChannels = {
  'trends:read': { request: z.object(asked), response: trends },
  /** One table with all its rows as CSV, to a file the operator chooses; null where they chose none. */
  'trends:exportTable': { request: z.object({ ...asked, table: z.enum(trendTables) }), response: saved },
  /** All of it as a PDF. `names` are those of integrations by slug. */
  'trends:saveReport': {
    request: z.object({ ...asked, names: z.record(z.string(), z.string()) }),
    response: saved
  },
  /** Shows the file that was saved last in the system's file manager. Errors: not-found */
  'trends:showSaved': { request: z.void(), response: z.void() }
} as const
