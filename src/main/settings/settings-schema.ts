import { z } from 'zod'
import { nameText } from '../../shared/own-name'
import { AppError } from '../../shared/errors'
import { freshPreferences, preferences } from '../../shared/settings/preferences'
import { region } from '../../shared/workspaces/region'
import { workspace } from '../../shared/workspaces/workspace'
import type { Masker } from '../secrets/masker'
import { mailAccount } from '../../shared/mail/mail'
import { teamAddress } from '../../shared/team/team'

/** Kept over restarts. `tokens` says where a token is kept; no token is in this file. */
export const settingsSchema = z.object({
  version: z.literal(1),
  workspaces: z.array(workspace),
  activeWorkspaceId: z.uuid().nullable(),
  preferences: preferences.default(freshPreferences),
  /** Preferences the operator chose, of those to which a policy can give a first value. */
  chosen: z.array(nameText).default([]),
  /** The window's place, in the system's px; the bounds are for the window while not maximized. */
  window: z
    .object({
      x: z.number().optional(),
      y: z.number().optional(),
      width: z.number().min(400),
      height: z.number().min(300),
      maximized: z.boolean().optional()
    })
    .nullable(),
  /** Connectors with a token in the keychain. */
  pins: z.array(z.object({ workspaceId: z.uuid(), region, key: nameText })).default([]),
  /** Regions with a webhook signature key in the keychain. */
  signatureKeys: z.array(z.object({ workspaceId: z.uuid(), region })).default([]),
  /** Of the last save; null before the first. */
  saveFolder: z.string().nullable().default(null),
  /** Trusted CA certificates, and the names of their files. */
  certificates: z.array(z.object({ file: z.string(), pem: nameText })).default([]),
  /** The update folder: null before the first choice, empty if updates are switched off. */
  updateAddress: nameText.nullable().default(null),
  /** True if the keychain got the key of the passthrough history: a missing key is then locked or lost. */
  historyKeyStored: z.boolean().default(false),
  /** True if an earlier version's tokens are bound to their origins (bind-tokens.ts). */
  tokensBound: z.boolean().default(false),
  /** The joined team's database; its password is in the keychain, bound to the host. */
  team: teamAddress.nullable().default(null),
  /** The client certificate for the team's database, as PEM; its key is in the keychain and replaces the password. */
  teamCertificate: nameText.nullable().default(null),
  /** The server that letters to customers leave through; its password is in the keychain, bound to it. */
  mail: mailAccount.nullable().default(null),
  /** Public key of this desk in hex, for second approvals; its private key is in the keychain. */
  approvalKey: nameText.nullable().default(null),
  /** Keys of colleagues' desks whose six words were compared. */
  comparedKeys: z.array(z.object({ account: nameText, desk: nameText, key: nameText, at: z.number() })).default([])
})
export type Settings = z.infer<typeof settingsSchema>

export const freshSettings: Settings = {
  version: 1,
  workspaces: [],
  activeWorkspaceId: null,
  preferences: freshPreferences,
  chosen: [],
  window: null,
  pins: [],
  signatureKeys: [],
  saveFolder: null,
  certificates: [],
  updateAddress: null,
  historyKeyStored: false,
  tokensBound: true,
  team: null,
  teamCertificate: null,
  mail: null,
  approvalKey: null,
  comparedKeys: []
}

export interface SettingsStore {
  get(): Settings
  /**
   * Writes at once, whole or not at all.
   * @param unwritten `for-now`: keeps a refused change until the app quits instead of throwing
   * @throws Unwritten if the disk refuses
   */
  update(change: Partial<Settings>, unwritten?: 'for-now'): void
}

/** Names the operator gave to workspaces and themselves, and the workspaces' addresses. */
export function namesIn({ workspaces, preferences }: Pick<Settings, 'workspaces' | 'preferences'>): Set<string> {
  const ofWorkspaces = workspaces.flatMap(({ name, baseUrl, euBaseUrl }) => [name, baseUrl, euBaseUrl ?? ''])
  return new Set([...ofWorkspaces, preferences.operatorName])
}

/** Masks every free text before the write. */
export function maskedSettings(settings: SettingsStore, masker: Pick<Masker, 'clean'>): SettingsStore {
  return {
    get: settings.get,
    update: (change, unwritten) => settings.update(masker.clean(settingsSchema, change), unwritten)
  }
}

/** The disk refused the settings: it is full or read-only. */
export class Unwritten extends AppError {
  constructor() {
    super('file-refused', 'The settings cannot be written: the profile is read-only, or the disk is full.')
  }
}
