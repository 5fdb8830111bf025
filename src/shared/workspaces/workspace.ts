import { z } from 'zod'
import { headcountLimits } from '../issues/diagnosis'
import { dueTimes } from '../issues/due-times'
import { nameText } from '../own-name'
import { region } from './region'
import { keptReport } from '../alerts/report'
import { outageTemplates } from '../mail/outage'
import { relinkSettings } from '../issues/relink/relink'
import { tracker } from '../tickets/ticket'

/** `shared`: an earlier version used Default's token for EU. */
export const tokenPlace = z.enum(['keychain', 'session', 'shared', 'none'])
export type TokenPlace = z.infer<typeof tokenPlace>

/** No call tells the environment, so the operator does. */
export const environment = z.enum(['production', 'development'])
export type Environment = z.infer<typeof environment>

/** `masked`: names of customers and people, e-mail addresses and phone numbers are left out of answers. */
export const askedFromOutside = z.enum(['masked', 'names'])
export type AskedFromOutside = z.infer<typeof askedFromOutside>

export const workspace = z.object({
  id: z.uuid(),
  /** A later token with the same text must not mask the name. */
  name: nameText,
  /** A practice workspace is never a region. */
  kind: z.enum(['live', 'practice']),
  baseUrl: nameText,
  euBaseUrl: nameText.nullable(),
  /** Kept over restarts. */
  region,
  tokens: z.object({ default: tokenPlace, eu: tokenPlace }),
  /** Absent until named. */
  environment: environment.optional(),
  /** Absent while the app's own texts are used. */
  relink: relinkSettings.optional(),
  /** Absent while the app's own texts are used. */
  outageLetters: outageTemplates.optional(),
  /** Absent: no report is made. */
  report: keptReport.optional(),
  /** Absent until changed. */
  headcounts: headcountLimits.optional(),
  /** Absent: failing webhooks are issues. */
  webhookIssues: z.boolean().optional(),
  /** Whether assistants and scripts may ask, and whether answers have names. Absent: they may not. */
  outside: askedFromOutside.optional(),
  /** Absent: nothing is ever due. */
  dueTimes: dueTimes.optional(),
  /** Absent: tickets go nowhere. */
  tracker: tracker.optional()
})
export type Workspace = z.infer<typeof workspace>

/** Nothing is ever stored in plain text on disk. */
export const keepToken = z.enum(['keychain', 'session'])
export type KeepToken = z.infer<typeof keepToken>

export const keychainState = z.object({
  state: z.enum(['unlocked', 'locked', 'missing']),
  /** As "GNOME Keyring" or "macOS Keychain". */
  name: z.string(),
  reason: z.string().optional()
})
export type KeychainState = z.infer<typeof keychainState>

/** Empty EU fields: no EU region, or the same token. */
export const workspaceDraft = z.object({
  name: z.string(),
  region,
  baseUrl: nameText,
  euBaseUrl: nameText,
  bearerToken: z.string(),
  euBearerToken: z.string(),
  keep: keepToken
})
export type WorkspaceDraft = z.infer<typeof workspaceDraft>

/** Empty: keeps the token; another origin needs it again. */
export const workspaceChange = workspaceDraft.omit({ region: true, keep: true })
export type WorkspaceChange = z.infer<typeof workspaceChange>
