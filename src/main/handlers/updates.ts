import type { Confirmer } from '../guard/confirmer'
import { updatesFrom } from '../updates/address-act'
import type { AppUpdates } from '../updates/updates'
import type { Area } from './handlers'

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
