import type { AppState } from '../../shared/ipc'
import type { Certificates } from '../workspaces/certificates'
import type { Area } from './handlers'

export function certificateHandlers(
  state: () => AppState,
  certificates: Pick<Certificates, 'add' | 'remove'>
): Area<'certificates'> {
  return {
    'certificates:add': async () => {
      await certificates.add()
      return state()
    },
    'certificates:remove': async ({ fingerprint }) => {
      certificates.remove(fingerprint)
      return state()
    }
  }
}
