import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { linkKinds } from './link'

/** `<category>:<id>` of a connector, `<field>/<scope>` of a mapping, else an id. */
const key = z.string().max(300)
const kind = z.enum(linkKinds)

export const arrival = z.discriminatedUnion('found', [
  z.object({ found: z.literal('here'), kind, key }),
  /** In other workspaces or regions; a link never switches by itself. */
  z.object({
    found: z.literal('elsewhere'),
    kind,
    places: z.array(z.object({ ...placeShape, name: z.string(), key })).min(1)
  }),
  z.object({ found: z.literal('no-issue'), key }),
  /** `name`: of the only workspace that the link can mean. */
  z.object({ found: z.literal('unknown'), kind, name: z.string().nullable() }),
  /** No workspace has the address of its service. */
  z.object({ found: z.literal('no-workspace'), kind }),
  z.object({ found: z.literal('malformed') })
])
export type Arrival = z.infer<typeof arrival>

export const desktopChannels = {
  /** Once; null if none waits. */
  'desktop:link': { request: z.void(), response: arrival.nullable() },
  /** A link to copy. Errors: invalid-input for what no link can name, not-found for the workspace. */
  'desktop:writeLink': { request: z.object({ ...placeShape, kind, key }), response: z.string() },
  /** For the tray; null while unknown. */
  'desktop:count': {
    request: z.object({ count: z.number().int().min(0).max(10_000_000).nullable() }),
    response: z.void()
  }
} as const

export const desktopEvents = {
  /** A link waits in `desktop:link`. */
  'desktop:linkCame': z.object({})
} as const
