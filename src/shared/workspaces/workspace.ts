import { z } from 'zod'
import { nameText } from '../own-name'
import { region } from './region'
import { relinkSettings } from '../issues/relink/relink'

/** Where a region's bearer token is. `shared`: an earlier version let EU use the token of Default; it is bound soon. */
export const tokenPlace = z.enum(['keychain', 'session', 'shared', 'none'])
export type TokenPlace = z.infer<typeof tokenPlace>

/** Keys belong to one environment, and no call says which: the operator names it. */
export const environment = z.enum(['production', 'development'])
export type Environment = z.infer<typeof environment>

export const workspace = z.object({
  id: z.uuid(),
  /** The operator's word for it: a token that is called alike later must not take its place. It is refused when typed. */
  name: nameText,
  /** The practice service is a workspace of its own, never a region. */
  kind: z.enum(['live', 'practice']),
  baseUrl: nameText,
  euBaseUrl: nameText.nullable(),
  /** The region in use, kept over restarts. */
  region,
  tokens: z.object({ default: tokenPlace, eu: tokenPlace }),
  /** Of its keys; left out while it was not named. */
  environment: environment.optional(),
  /** How its relink requests are written; left out while the app's own ways are used. */
  relink: relinkSettings.optional()
})
export type Workspace = z.infer<typeof workspace>

/** Where a typed token is to be kept. Nothing is ever kept in plain text on disk. */
export const keepToken = z.enum(['keychain', 'session'])
export type KeepToken = z.infer<typeof keepToken>

export const keychainState = z.object({
  state: z.enum(['unlocked', 'locked', 'missing']),
  /** The operator's name for it: "GNOME Keyring", "macOS Keychain" … */
  name: z.string(),
  reason: z.string().optional()
})
export type KeychainState = z.infer<typeof keychainState>

/** All that the connect form asks for. Empty EU fields mean: no EU region, or the same token for it. */
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

/** A changed workspace. A token is empty where its address keeps its origin; for another origin it is asked for again. */
export const workspaceChange = workspaceDraft.omit({ region: true, keep: true })
export type WorkspaceChange = z.infer<typeof workspaceChange>
