import { z } from 'zod'
import { placeShape } from '../model/place'
import { teamAddress, teamState, teamTest } from './team'

/** The password goes one way only: main keeps it in the keychain and never answers with it. */
const account = z.strictObject({ address: teamAddress, password: z.string().max(1_000) })

export const teamChannels = {
  'team:get': { request: z.void(), response: teamState },
  /** Connects once and looks at every step. Errors: managed. */
  'team:test': { request: account, response: teamTest },
  /** Confirmed in main's own window; joined where every step is well. Errors: cancelled, managed, those of the keychain. */
  'team:join': { request: account, response: teamTest },
  /** Makes the missing tables, confirmed in main's own window. Errors: cancelled, managed. */
  'team:createTables': { request: account, response: teamTest },
  /** The cases stay as they are; what the team has not got is not sent any more. Errors: those of the keychain. */
  'team:leave': { request: z.void(), response: teamState },
  /** Tries to connect now, instead of at the end of the pause. */
  'team:tryNow': { request: z.void(), response: teamState }
} as const

export const teamEvents = {
  'team:changed': teamState,
  /** Cases of a place were changed by the team. */
  'team:casesChanged': z.object(placeShape),
  /** Saved requests or folders were changed by the team. */
  'team:libraryChanged': z.void(),
  /** Another desk did something to fields or mappings. */
  'team:ledgerChanged': z.void()
} as const
