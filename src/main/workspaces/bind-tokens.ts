import { regions } from '../../shared/workspaces/region'
import type { Workspace } from '../../shared/workspaces/workspace'
import { bearerAccount, pinnedAccount } from '../secrets/accounts'
import { BoundTokens, fitsOneEntry } from '../secrets/bound-tokens'
import type { SecretStore } from '../secrets/secret-store'
import type { SettingsStore } from '../settings/settings-schema'
import { originOf } from './workspace-draft'

/**
 * Binds an earlier version's tokens, kept without an origin, to their workspace's present address, once. Later an entry
 * without an origin is refused. An entry with an origin keeps it, even if the settings file is edited.
 *
 * @returns false while the keychain does not answer: the next start or read tries again
 */
export async function bindTokens(settings: SettingsStore, secrets: SecretStore): Promise<boolean> {
  if (settings.get().tokensBound) return true
  if ((await secrets.check()).state !== 'unlocked') return false
  const { workspaces, pins } = settings.get()
  const kept = new BoundTokens(secrets)
  const places = new Map<string, Workspace['tokens']>()
  for (const workspace of workspaces) {
    if (workspace.kind === 'live') places.set(workspace.id, await bindBearers(workspace, kept))
  }
  for (const { workspaceId, region, key } of pins) {
    const workspace = workspaces.find(({ id, kind }) => id === workspaceId && kind === 'live')
    const connectorId = key.slice(key.indexOf(':') + 1)
    if (workspace) await bind(kept, pinnedAccount({ workspaceId, region, connectorId }), originOf(workspace, region))
  }
  const now = settings.get().workspaces.map((one) => ({ ...one, tokens: places.get(one.id) ?? one.tokens }))
  settings.update({ workspaces: now, tokensBound: true }, 'for-now')
  return true
}

async function bindBearers(workspace: Workspace, kept: BoundTokens): Promise<Workspace['tokens']> {
  const { id, tokens } = workspace
  const account = { default: bearerAccount(id, 'default'), eu: bearerAccount(id, 'eu') }
  const origin = { default: originOf(workspace, 'default'), eu: originOf(workspace, 'eu') }
  let { eu } = tokens
  if (eu === 'shared') {
    // EU gets a copy of Default's token. A bound token is not copied: the file may have been edited.
    const token = await kept.unbound(account.default)
    if (token !== null && origin.eu) await keepBound(kept, account.eu, token, origin.eu)
    const copied = origin.eu !== null && (await kept.get(account.eu, origin.eu).catch(() => null)) !== null
    eu = copied ? 'keychain' : 'none'
  }
  for (const region of regions) {
    if (tokens[region] === 'keychain') await bind(kept, account[region], origin[region])
  }
  return { ...tokens, eu }
}

async function bind(kept: BoundTokens, account: string, origin: string | null): Promise<void> {
  const token = await kept.unbound(account)
  if (token !== null && origin) await keepBound(kept, account, token, origin)
}

/** A token too long for one entry with its address stays unbound; the app asks for it again. */
async function keepBound(kept: BoundTokens, account: string, token: string, origin: string): Promise<void> {
  if (fitsOneEntry({ token, origin })) await kept.set(account, { token, origin })
}
