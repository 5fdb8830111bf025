import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { lookers, looking } from './presence'
import { chosenIdentity, teamAddress, teamState, teamTest } from './team'
import { teamPending } from './waiting'

/**
 * Main keeps the password in the keychain and never returns it. null: sign in with the client certificate chosen last,
 * whose key only main has read.
 */
const account = z.strictObject({ address: teamAddress, password: z.string().max(1_000).nullable() })
export type TeamAccount = z.infer<typeof account>

export const teamChannels = {
  'team:get': { request: z.void(), response: teamState },
  /** Connects once and tests every step. Errors: managed. */
  'team:test': { request: account, response: teamTest },
  /** Confirmed in main's own window; joins if every step is well. Errors: cancelled, managed, those of the keychain. */
  'team:join': { request: account, response: teamTest },
  /** Makes missing tables, confirmed in main's own window. Errors: cancelled, managed. */
  'team:createTables': { request: account, response: teamTest },
  /**
   * The operator chooses a client certificate and its key in the system's dialogs. The passphrase opens the key; empty
   * for none. null if they chose none. Errors: invalid-input, too-large.
   */
  'team:chooseCertificate': {
    request: z.strictObject({ passphrase: z.string().max(1_000) }),
    response: chosenIdentity.nullable()
  },
  /** Issues stay; changes that the team lacks are no longer sent. Errors: those of the keychain. */
  'team:leave': { request: z.void(), response: teamState },
  /** Keeps and tries another password for the joined account. Errors: managed, those of the keychain. */
  'team:setPassword': { request: z.strictObject({ password: z.string().max(1_000) }), response: teamState },
  /** Ends the pause before the next attempt. */
  'team:tryNow': { request: z.void(), response: teamState },
  /** The issue on the screen, repeated every 20 s; null: none. */
  'team:look': { request: looking, response: z.void() },
  /** Changes that the team lacks, by kind and name. */
  'team:pending': { request: z.void(), response: teamPending },
  /** Operators of the team, as possible owners; empty without one. */
  'team:names': { request: z.void(), response: z.array(z.string()) }
} as const

export const teamEvents = {
  'team:changed': teamState,
  'team:issuesChanged': z.object(placeShape),
  'team:lookers': lookers,
  /** Colleagues gave issues to this operator. */
  'team:assigned': z.object({ ...placeShape, keys: z.array(z.string()) }),
  'team:libraryChanged': z.void(),
  /** Changed, or under other ids. */
  'team:filtersChanged': z.void(),
  /** Another desk changed fields or mappings. */
  'team:changeLogChanged': z.void()
} as const
