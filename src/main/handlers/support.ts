import type { Jobs } from '../base/jobs'
import type { BuiltFrom } from '../../shared/support/channels'
import type { SupportBundle } from '../support/support-bundle'
import type { Area } from './handlers'

export interface SupportHandlerParts {
  bundle: SupportBundle
  commit: string | null
  /** What the app is built from, by name. */
  packages: () => Promise<BuiltFrom[]>
  showLogs: () => void
  openGuide: () => void
  /** Asks the operator for a place and writes the file. @returns its name, or null when no place was chosen */
  save(suggestedName: string, content: Uint8Array): Promise<string | null>
}

/** The handlers of Help. */
export function supportHandlers(parts: SupportHandlerParts, jobs: Jobs): Area<'support'> {
  const { bundle, commit, packages, showLogs, openGuide, save } = parts
  return {
    'support:collect': ({ requestId }, { owner }) =>
      jobs.run(requestId, owner, 'support', async (signal) => ({ files: await bundle.collect(signal) })),
    'support:save': async () => {
      const { fileName, zip } = bundle.collected
      const file = await save(fileName, zip)
      return file === null ? null : { file }
    },
    'support:showLogs': async () => showLogs(),
    'support:openGuide': async () => openGuide(),
    'support:about': async () => ({ commit, packages: await packages() })
  }
}
