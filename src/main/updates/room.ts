import type { Confirmer, Act } from '../guard/confirmer'
import { join } from 'node:path'
import type { EventName, EventPayload } from '../../shared/ipc'
import type { Policy } from '../policy/policy'
import { updatesUnder } from '../policy/updates'
import type { SettingsStore } from '../settings/settings-schema'
import { readUpdateKey } from './update-key'
import { AppUpdates, type UpdateParts } from './updates'
import type { Area, Room } from '../base/room'
import { existsSync } from 'node:fs'
import { readUpdateAddress } from './address'

/**
 * The operator confirms a new update address, because a page must not choose it.
 * @param before the present address
 * @returns null for the same address, or an invalid one
 */
function updatesFrom(typed: string, before: string): Act | null {
  if (typed.trim() === '' && before !== '') return noUpdates(before)
  const read = readUpdateAddress(typed)
  if ('problem' in read || read.url === before) return null
  return {
    place: null,
    title: `Ask ${new URL(read.url).host} for updates?`,
    verb: 'Allow',
    note: 'It is asked at once and whenever you check for updates. Only packages signed by the publisher are offered.',
    facts: [['Update folder', read.url]],
    requests: []
  }
}

const noUpdates = (before: string): Act => ({
  place: null,
  title: 'Turn updates off?',
  verb: 'Turn off',
  note: 'The app no longer learns of newer versions, nor of those that close security holes.',
  facts: [['Update folder until now', before]],
  requests: []
})

/** This computer's package in the signed list: "linux-x64-deb", "win32-x64", "darwin-universal". */
export function updateTarget(platform: NodeJS.Platform = process.platform, arch: string = process.arch): string {
  if (platform === 'darwin') return 'darwin-universal'
  if (platform !== 'linux') return `${platform}-${arch}`
  return `linux-${arch}-${existsSync('/etc/debian_version') ? 'deb' : 'rpm'}`
}

type Asked = Pick<AppUpdates, 'now' | 'setAddress' | 'check' | 'download' | 'cancel' | 'showFile'>

export function updateHandlers(updates: Asked, confirmer: Pick<Confirmer, 'confirm'>): Area<'updates'> {
  return {
    'updates:get': async () => updates.now,
    'updates:setAddress': async ({ address }) => {
      const { managed, address: before } = updates.now
      const act = managed ? null : updatesFrom(address, before)
      if (act) await confirmer.confirm(act, new AbortController().signal)
      return updates.setAddress(address)
    },
    'updates:check': () => updates.check(),
    'updates:download': () => updates.download(),
    'updates:cancel': async () => updates.cancel(),
    'updates:showFile': () => updates.showFile()
  }
}

export interface UpdateRoomParts extends Pick<UpdateParts, 'transport' | 'clock' | 'download'> {
  profile: string
  about: { version: string }
  /** The publisher's public key. */
  updateKeyFile: string
  settings: SettingsStore
  policy: Policy
  confirmer: Pick<Confirmer, 'confirm'>
  dialogs: Pick<UpdateParts, 'showInFolder'>
  broadcast<E extends EventName>(event: E, payload: EventPayload<E>): void
}

export function openUpdates(parts: UpdateRoomParts): Room<Area<'updates'>> {
  const { settings } = parts
  const updates = new AppUpdates({
    ...parts,
    chosen: {
      get: () => settings.get().updateAddress,
      set: (updateAddress) => settings.update({ updateAddress }, 'for-now')
    },
    policy: () => updatesUnder(parts.policy),
    key: readUpdateKey(parts.updateKeyFile),
    version: parts.about.version,
    target: updateTarget(),
    folder: join(parts.profile, 'updates'),
    showInFolder: parts.dialogs.showInFolder,
    changed: (now) => parts.broadcast('updates:changed', now)
  })
  return {
    handlers: updateHandlers(updates, parts.confirmer),
    begin: () => updates.begin(),
    stop: () => updates.stop()
  }
}
