import type { Confirmer } from '../guard/confirmer'
import { updatesFrom } from './address-act'
import { join } from 'node:path'
import type { EventName, EventPayload } from '../../shared/ipc'
import type { Policy } from '../policy/policy'
import { updatesUnder } from '../policy/updates'
import type { SettingsStore } from '../settings/settings-schema'
import { updateTarget } from './target'
import { readUpdateKey } from './update-key'
import { AppUpdates, type UpdateParts } from './updates'
import type { Area, Room } from '../base/room'

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
  /** The publisher's public key, against which updates are checked. */
  updateKeyFile: string
  settings: SettingsStore
  policy: Policy
  confirmer: Pick<Confirmer, 'confirm'>
  dialogs: Pick<UpdateParts, 'showInFolder'>
  broadcast<E extends EventName>(event: E, payload: EventPayload<E>): void
}

/** Newer versions of the app, from the folder that the organization chose. */
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
