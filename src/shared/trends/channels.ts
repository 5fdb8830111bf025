import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { trends, trendSpans, trendTables } from './trends'

/** `zone`: IANA. Errors: invalid-input for an unknown one. */
const asked = { ...placeShape, zone: z.string().max(100), span: z.literal(trendSpans) }
const saved = z.object({ file: z.string() }).nullable()

export const trendChannels = {
  'trends:read': { request: z.object(asked), response: trends },
  /** CSV; null: no file chosen. */
  'trends:exportTable': { request: z.object({ ...asked, table: z.enum(trendTables) }), response: saved },
  /** A PDF. `names`: integrations by slug. */
  'trends:saveReport': {
    request: z.object({ ...asked, names: z.record(z.string(), z.string()) }),
    response: saved
  }
} as const
