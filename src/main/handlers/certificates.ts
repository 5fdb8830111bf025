import type { AppState } from '../../shared/app/state'
import type { Confirmer } from '../guard/confirmer'
import type { Certificates } from '../workspaces/certificates'
import { withoutCertificate } from '../workspaces/guarded-settings'
import { serving } from './handlers'

export function certificateHandlers(
  state: () => AppState,
  certificates: Pick<Certificates, 'add' | 'list' | 'remove'>,
  confirmer: Pick<Confirmer, 'confirm'>
) {
  return serving({
    'settings:addCertificate': async () => {
      await certificates.add()
      return state()
    },
    'settings:removeCertificate': async ({ fingerprint }) => {
      const chosen = certificates.list().find((one) => one.fingerprint === fingerprint && !one.managed)
      if (chosen) await confirmer.confirm(withoutCertificate(chosen), new AbortController().signal)
      certificates.remove(fingerprint)
      return state()
    }
  })
}
