import { z } from 'zod'
import { placeShape } from '../workspaces/place'
import { approval, approvers, longestWord, readApproval } from './approvals'
import { lookers, looking } from './presence'
import { chosenIdentity, teamAddress, teamState, teamTest } from './team'
import { teamPending } from './waiting'

/** Main never returns the password. null: the client certificate chosen last, whose key only main has read. */
const account = z.strictObject({ address: teamAddress, password: z.string().max(1_000).nullable() })
export type TeamAccount = z.infer<typeof account>

export const teamChannels = {
  'team:get': { request: z.void(), response: teamState },
  /** Errors: managed. */
  'team:test': { request: account, response: teamTest },
  /** Confirmed; joins if every step is well. Errors: cancelled, managed, those of the keychain. */
  'team:join': { request: account, response: teamTest },
  /** Confirmed. Errors: cancelled, managed. */
  'team:createTables': { request: account, response: teamTest },
  /** The passphrase opens the key; may be empty. null: no file chosen. Errors: invalid-input, too-large. */
  'team:chooseCertificate': {
    request: z.strictObject({ passphrase: z.string().max(1_000) }),
    response: chosenIdentity.nullable()
  },
  /** Issues stay; unsent changes are dropped. Errors: those of the keychain. */
  'team:leave': { request: z.void(), response: teamState },
  /** Errors: managed, those of the keychain. */
  'team:setPassword': { request: z.strictObject({ password: z.string().max(1_000) }), response: teamState },
  /** Ends the pause before the next attempt. */
  'team:tryNow': { request: z.void(), response: teamState },
  /** The shown issue, repeated every 20 s. */
  'team:look': { request: looking, response: z.void() },
  /** Whether the team allows kept samples, encrypted; null without a team. */
  'team:samples': { request: z.void(), response: z.boolean().nullable() },
  /** For all of the team; asks first. Errors: team-read-only. */
  'team:allowSamples': { request: z.strictObject({ allowed: z.boolean() }), response: z.boolean().nullable() },
  /** Changes that the team lacks. */
  'team:pending': { request: z.void(), response: teamPending },
  'team:names': { request: z.void(), response: z.array(z.string()) },
  /** Newest first. Errors: unreachable, not-offered where the tables are of an earlier version. */
  'team:approvals': { request: z.void(), response: z.array(approval) },
  /** null if it is not for this desk, or not what was asked. Errors: unreachable, not-found. */
  'team:approval': { request: z.strictObject({ id: z.uuid() }), response: readApproval.nullable() },
  /** To agree is confirmed. False if it does not count any more. Errors: cancelled, unreachable, not-found. */
  'team:decide': {
    request: z.strictObject({ id: z.uuid(), agrees: z.boolean(), word: z.string().max(longestWord) }),
    response: z.boolean()
  },
  'team:withdraw': { request: z.strictObject({ id: z.uuid() }), response: z.boolean() },
  'team:approvers': { request: z.void(), response: approvers },
  /** Confirmed. Errors: cancelled, unreachable, outdated if the desk has another key by now. */
  'team:compare': {
    request: z.strictObject({ account: z.string(), desk: z.uuid(), words: z.string() }),
    response: approvers
  }
} as const

export const teamEvents = {
  'team:changed': teamState,
  'team:issuesChanged': z.object(placeShape),
  'team:lookers': lookers,
  /** Colleagues gave issues to this operator. */
  'team:assigned': z.object({ ...placeShape, keys: z.array(z.string()) }),
  'team:libraryChanged': z.void(),
  /** Filters changed, or have other ids. */
  'team:filtersChanged': z.void(),
  /** Runbooks changed, or have other ids. */
  'team:runbooksChanged': z.void(),
  /** Contacts of customers changed, or have other ids. */
  'team:contactsChanged': z.void(),
  'team:changeLogChanged': z.void(),
  /** What mappings are kept right by. */
  'team:guardsChanged': z.void(),
  /** Somebody replaced a bearer token. */
  'team:tokensChanged': z.void(),
  'team:dueTimesChanged': z.void(),
  /** A request for approval came, or went on. */
  'team:approvalsChanged': z.void()
} as const
