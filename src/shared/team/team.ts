import { z } from 'zod'
import { ownName } from '../own-name'
import { teamOpening } from './openings'

/** What is looked at before a team is joined, in this order: each needs those before it. */
export const teamSteps = ['dns', 'tcp', 'tls', 'login', 'version', 'schema', 'rights'] as const
export const teamStep = z.enum(teamSteps)
export type TeamStep = z.infer<typeof teamStep>

/** `warning`: it can be used, and more is open than should be. `skipped`: an earlier step failed, or the connection is not encrypted. */
export const teamFinding = z.object({
  step: teamStep,
  state: z.enum(['ok', 'warning', 'fault', 'skipped']),
  words: z.string()
})
export type TeamFinding = z.infer<typeof teamFinding>

/** Where a team's database is. */
export const teamAddress = z.strictObject({
  host: ownName(
    z
      .string()
      .min(1)
      .max(253)
      .regex(/^[\w.:-]+$/)
  ),
  port: z.number().int().min(1).max(65_535),
  database: ownName(z.string().min(1).max(63)),
  user: ownName(z.string().min(1).max(63)),
  /** False only for a server on this computer. */
  tls: z.boolean()
})
export type TeamAddress = z.infer<typeof teamAddress>

/** A client certificate that was chosen, with its key, which stays in main. `validTo`: ms since 1970. */
export const chosenIdentity = z.object({ subject: z.string(), issuer: z.string(), validTo: z.number() })
export type ChosenIdentity = z.infer<typeof chosenIdentity>

/** Names of this computer: what goes there never leaves it. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** `findings`: of every step. `creates`: the schema is missing or older, and this account may make it. */
export const teamTest = z.object({ findings: z.array(teamFinding), creates: z.boolean() })
export type TeamTest = z.infer<typeof teamTest>

/**
 * What keeps a desk from its team, for the line below every view; the words beside it say more. `expired`, `other-name`
 * and `untrusted`: the certificate of the server. `password`: the server refused it; `no-password`: there is none.
 * `sign-in`: refused for another reason than the password. `no-changes`: the server takes none. `failed`: all else.
 */
export const teamFault = z.enum([
  'unreachable',
  'expired',
  'other-name',
  'untrusted',
  'encryption',
  'password',
  'no-password',
  'keychain',
  'sign-in',
  'database',
  'tables',
  'rights',
  'no-changes',
  'failed'
])
export type TeamFault = z.infer<typeof teamFault>

/** `waiting`: changes of this desk that the team has not got. `writes`: whether it may change anything; null: not known yet. */
const ofDesk = { waiting: z.number(), writes: z.boolean().nullable() }
/** How the connection to the team is. Times: ms since 1970. */
export const teamStatus = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('connecting'), ...ofDesk }),
  z.object({ kind: z.literal('connected'), ...ofDesk }),
  z.object({
    kind: z.literal('away'),
    ...ofDesk,
    since: z.number(),
    words: z.string(),
    fault: teamFault
  })
])
export type TeamStatus = z.infer<typeof teamStatus>

/** `address` and `status` are null while no team is joined. */
export const teamState = z.object({
  address: teamAddress.nullable(),
  status: teamStatus.nullable(),
  /** Changes of others that this version cannot read. */
  unread: z.number(),
  /** Changes of this desk that do not fit into the team's database, and stay here. */
  unsent: z.number(),
  /** Why the team has not got this desk's last refresh; null where it has, or need not have it. */
  unshared: z.string().nullable(),
  /** What accounts of the database may do that they should not, as it was last looked at. */
  open: z.array(teamOpening),
  /** Why no team can be joined: the organization does not allow it. */
  refused: z.string().nullable()
})
export type TeamState = z.infer<typeof teamState>
