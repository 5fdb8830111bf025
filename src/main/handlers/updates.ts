import type { AppUpdates } from '../updates/updates'
import type { Area } from './handlers'

export function updateHandlers(updates: AppUpdates): Area<'updates'> {
  return {
    'updates:get': async () => updates.now,
    'updates:setAddress': ({ address }) => updates.setAddress(address),
    'updates:check': () => updates.check(),
    'updates:download': () => updates.download(),
    'updates:cancel': async () => updates.cancel(),
    'updates:showFile': () => updates.showFile()
  }
}
