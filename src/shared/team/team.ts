import { z } from 'zod'
import { ownName } from '../own-name'
import { teamOpening } from './openings'

/** Each step needs the earlier ones. */
export const teamSteps = ['dns', 'tcp', 'tls', 'login', 'version', 'schema', 'rights'] as const
export const teamStep = z.enum(teamSteps)
export type TeamStep = z.infer<typeof teamStep>

/** `warning`: too many rights. `skipped`: an earlier step failed, or the connection is not encrypted. */
export const teamFinding = z.object({
  step: teamStep,
  state: z.enum(['ok', 'warning', 'fault', 'skipped']),
  words: z.string()
})
export type TeamFinding = z.infer<typeof teamFinding>

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

/** The key stays in main. `validTo`: ms since 1970. */
export const chosenIdentity = z.object({ subject: z.string(), issuer: z.string(), validTo: z.number() })
export type ChosenIdentity = z.infer<typeof chosenIdentity>

/** Traffic stays on the computer. */
export const isLoopback = (host: string): boolean => /^(localhost|127(\.\d{1,3}){3}|::1)$/i.test(host)

/** `creates`: this account may make or update the schema. */
export const teamTest = z.object({ findings: z.array(teamFinding), creates: z.boolean() })
export type TeamTest = z.infer<typeof teamTest>

/**
 * `expired`, `other-name`, `untrusted`: the server's certificate. `password`: refused; `no-password`: none is kept.
 * `sign-in`: refused for another reason. `no-changes`: the server takes none. `failed`: all else.
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

/** `waiting`: changes that the team lacks. `writes`: null: unknown. */
const ofDesk = { waiting: z.number(), writes: z.boolean().nullable() }
/** Times: ms since 1970. */
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

/** null without a team. */
export const teamState = z.object({
  address: teamAddress.nullable(),
  status: teamStatus.nullable(),
  /** From colleagues, of a later version. */
  unread: z.number(),
  /** They do not fit into the team's database. */
  unsent: z.number(),
  /** Why the team lacks this desk's last refresh, or null. */
  unshared: z.string().nullable(),
  open: z.array(teamOpening),
  /** Requests for approval that wait for this operator. */
  approvals: z.number(),
  /** The organization allows no team. */
  refused: z.string().nullable()
})
export type TeamState = z.infer<typeof teamState>
