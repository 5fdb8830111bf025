import { z } from 'zod'
import { nameText, ownName } from '../own-name'
import { isLoopback } from '../team/team'
import { addressProblem, contactNameProblem } from './address'

/** `starttls`: encrypted after the greeting; `tls`: from the beginning; `none`: only on this computer. */
export const mailSecurity = z.enum(['starttls', 'tls', 'none'])
export type MailSecurity = z.infer<typeof mailSecurity>

const address = ownName(z.string().refine((text) => addressProblem(text) === null, 'is no address'))
const senderName = ownName(z.string().refine((text) => contactNameProblem(text) === null, 'is no name'))
const host = ownName(
  z
    .string()
    .max(253)
    .regex(/^[a-z0-9.:-]+$/i)
)

const parts = {
  host,
  port: z.number().int().min(1).max(65_535),
  security: mailSecurity,
  /** As whom letters leave. */
  from: address,
  fromName: senderName,
  /** Empty: the sender. */
  replyTo: ownName(z.string().refine((text) => text === '' || addressProblem(text) === null, 'is no address'))
}
const isEncrypted = ({ host, security }: { host: string; security: MailSecurity }) =>
  security !== 'none' || isLoopback(host)

/** Without its account: each person has their own. */
export const mailServer = z
  .strictObject(parts)
  .refine(isEncrypted, { path: ['security'], message: 'goes without encryption only on this computer' })
export type MailServer = z.infer<typeof mailServer>

/** `user`: empty for a server without a login. */
export const mailAccount = z.strictObject({ ...parts, user: ownName(z.string().max(320)) }).refine(isEncrypted, {
  path: ['security'],
  message: 'goes without encryption only on this computer'
})
export type MailAccount = z.infer<typeof mailAccount>

/** `smtp://mail.example.com:587` */
export const mailOrigin = ({ host, port }: Pick<MailServer, 'host' | 'port'>): string =>
  `smtp://${host.includes(':') ? `[${host}]` : host}:${port}`

export const mailState = z.object({
  /** null: letters go through the mail program. */
  account: mailAccount.nullable(),
  /** The organization gave the server: only user and password are the operator's. */
  managed: z.boolean(),
  /** Why no server may be used; null if one may. */
  refused: z.string().nullable()
})
export type MailState = z.infer<typeof mailState>

/**
 * `waiting`: written down, has not left. `leaving`: it may have left. `refused`: it did not leave, or the server did not
 * take it. `unknown`: it left, and no answer came; it is never sent again by itself.
 */
export const messageState = z.enum(['waiting', 'leaving', 'sent', 'refused', 'unknown'])
export type MessageState = z.infer<typeof messageState>

/** A letter to a customer, as this computer sent it. Times in ms since 1970. */
export const message = z.object({
  id: nameText,
  at: z.number(),
  endedAt: z.number().nullable(),
  originId: ownName(z.string()),
  state: messageState,
  /** What the server said, or why it did not leave; empty for nothing. */
  why: z.string(),
  /** null without the key. */
  to: z.array(nameText).nullable(),
  subject: z.string().nullable()
})
export type Message = z.infer<typeof message>
