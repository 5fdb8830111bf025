import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { lookers, looking } from './presence'
import { chosenIdentity, teamAddress, teamState, teamTest } from './team'
import { teamPending } from './waiting'

/**
 * The password goes one way only: main keeps it in the keychain and never answers with it. null: by the client
 * certificate that was chosen last, whose key main alone has read.
 */
const account = z.strictObject({ address: teamAddress, password: z.string().max(1_000).nullable() })
export type TeamAccount = z.infer<typeof account>

export const teamChannels = {
  'team:get': { request: z.void(), response: teamState },
  /** Connects once and looks at every step. Errors: managed. */
  'team:test': { request: account, response: teamTest },
  /** Confirmed in main's own window; joined where every step is well. Errors: cancelled, managed, those of the keychain. */
  'team:join': { request: account, response: teamTest },
  /** Makes the missing tables, confirmed in main's own window. Errors: cancelled, managed. */
  'team:createTables': { request: account, response: teamTest },
  /**
   * Asks for the files of a client certificate and of its key, in the system's own dialogs. The passphrase is of the key;
   * empty for none. Null where the operator changed their mind. Errors: invalid-input, too-large.
   */
  'team:chooseCertificate': {
    request: z.strictObject({ passphrase: z.string().max(1_000) }),
    response: chosenIdentity.nullable()
  },
  /** The cases stay as they are; what the team has not got is not sent any more. Errors: those of the keychain. */
  'team:leave': { request: z.void(), response: teamState },
  /** Keeps another password for the account that has joined, and tries it. Errors: managed, those of the keychain. */
  'team:setPassword': { request: z.strictObject({ password: z.string().max(1_000) }), response: teamState },
  /** Tries to connect now, instead of at the end of the pause. */
  'team:tryNow': { request: z.void(), response: teamState },
  /** Says which case the window shows, again every 20 s while it does; null: none. */
  'team:look': { request: looking, response: z.void() },
  /** What this desk has and the team has not, by kind and name. */
  'team:pending': { request: z.void(), response: teamPending },
  /** Who could own a case: the operators of the team; none without one. */
  'team:names': { request: z.void(), response: z.array(z.string()) }
} as const

export const teamEvents = {
  'team:changed': teamState,
  /** Cases of a place were changed by the team. */
  'team:issuesChanged': z.object(placeShape),
  'team:lookers': lookers,
  /** Others gave cases of a place to this operator. */
  'team:assigned': z.object({ ...placeShape, keys: z.array(z.string()) }),
  /** Saved requests or folders were changed by the team. */
  'team:libraryChanged': z.void(),
  /** Saved filters were changed by the team, or have other ids. */
  'team:filtersChanged': z.void(),
  /** Another desk did something to fields or mappings. */
  'team:changeLogChanged': z.void()
} as const
