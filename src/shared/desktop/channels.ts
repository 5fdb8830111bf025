import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { linkKinds } from './link'

/** `<category>:<id>`. */
const key = z.string()
const kind = z.enum(linkKinds)

/** What came of a link: it names something here, something elsewhere, or nothing that is known. */
export const arrival = z.discriminatedUnion('found', [
  z.object({ found: z.literal('here'), kind, key }),
  /** In other workspaces or regions than the open one; a link never switches by itself. */
  z.object({
    found: z.literal('elsewhere'),
    kind,
    places: z.array(z.object({ ...placeShape, name: z.string(), key })).min(1)
  }),
  /** The connector is here, but has no open case. */
  z.object({ found: z.literal('no-case'), key }),
  z.object({ found: z.literal('unknown'), kind }),
  /** Not a link of this app's grammar. */
  z.object({ found: z.literal('malformed') })
])
export type Arrival = z.infer<typeof arrival>

export const desktopChannels = {
  /** The link that came last, once; null where none waits. */
  'desktop:link': { request: z.void(), response: arrival.nullable() },
  /** How many issues are open; null while that is not known. It is what the tray shows. */
  'desktop:count': {
    request: z.object({ count: z.number().int().min(0).max(10_000_000).nullable() }),
    response: z.void()
  }
} as const

export const desktopEvents = {
  /** A link came: `desktop:link` says what it is. */
  'desktop:linkCame': z.object({})
} as const
