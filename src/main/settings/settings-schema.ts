import { z } from 'zod'
import { nameText } from '../../shared/own-name'
import { AppError } from '../../shared/errors'
import { freshPreferences, preferences } from '../../shared/settings/preferences'
import { region } from '../../shared/workspaces/region'
import { workspace } from '../../shared/workspaces/workspace'
import type { Masker } from '../secrets/masker'
import { teamAddress } from '../../shared/team/team'

/** What is kept over restarts, apart from tokens. `tokens` says where a token is kept, never the token itself. */
export const settingsSchema = z.object({
  version: z.literal(1),
  workspaces: z.array(workspace),
  activeWorkspaceId: z.uuid().nullable(),
  preferences: preferences.default(freshPreferences),
  /** The names of preferences that the operator chose, of those a policy can give a first value. */
  chosen: z.array(nameText).default([]),
  /** Where the window was, px of the system; the bounds are those it has while it is not maximized. */
  window: z
    .object({
      x: z.number().optional(),
      y: z.number().optional(),
      width: z.number().min(400),
      height: z.number().min(300),
      maximized: z.boolean().optional()
    })
    .nullable(),
  /** Connectors whose tokens were put into the keychain: their place, never the token. */
  pins: z.array(z.object({ workspaceId: z.uuid(), region, key: nameText })).default([]),
  /** Places whose webhook signature key was put into the keychain. */
  signatureKeys: z.array(z.object({ workspaceId: z.uuid(), region })).default([]),
  /** CA certificates the operator chose to trust, and the names of the files they were chosen from. */
  certificates: z.array(z.object({ file: z.string(), pem: nameText })).default([]),
  /** The folder that is asked for updates: null before one was chosen, empty where updates were switched off. */
  updateAddress: nameText.nullable().default(null),
  /** True if the keychain got the key of the passthrough history: a missing key is then locked or lost. */
  historyKeyStored: z.boolean().default(false),
  /** Whether the tokens of an earlier version were bound to their origins (bind-tokens.ts). */
  tokensBound: z.boolean().default(false),
  /** The team's database, where one was joined; the password is in the keychain, bound to its host. */
  team: teamAddress.nullable().default(null),
  /** The client certificate that signs in there, as PEM; its key is in the keychain instead of a password. */
  teamCertificate: nameText.nullable().default(null)
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
  certificates: [],
  updateAddress: null,
  historyKeyStored: false,
  tokensBound: true,
  team: null,
  teamCertificate: null
}

/** The little that services need of the settings file. */
export interface SettingsStore {
  get(): Settings
  /**
   * Writes at once, whole or not at all.
   * @param unwritten `for-now`: keeps a refused change until the app quits instead of throwing
   * @throws Unwritten if the disk refuses
   */
  update(change: Partial<Settings>, unwritten?: 'for-now'): void
}

/** What the operator called workspaces and themselves, and the addresses of workspaces. */
export function namesIn({ workspaces, preferences }: Pick<Settings, 'workspaces' | 'preferences'>): Set<string> {
  const ofWorkspaces = workspaces.flatMap(({ name, baseUrl, euBaseUrl }) => [name, baseUrl, euBaseUrl ?? ''])
  return new Set([...ofWorkspaces, preferences.operatorName])
}

/** The settings with every free text that is written masked. */
export function maskedSettings(settings: SettingsStore, masker: Pick<Masker, 'clean'>): SettingsStore {
  return {
    get: settings.get,
    update: (change, unwritten) => settings.update(masker.clean(settingsSchema, change), unwritten)
  }
}

/** The disk did not take the settings: a read-only profile, a full disk. */
export class Unwritten extends AppError {
  constructor() {
    super('file-refused', 'The settings cannot be written: the profile is read-only, or the disk is full.')
  }
}
