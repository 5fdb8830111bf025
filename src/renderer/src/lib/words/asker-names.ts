import type { Asker } from '../../../../shared/model/call'

/** The part of the app that asked, as the rail names it. */
export const askerNames: Record<Asker, string> = {
  workspace: 'Workspace',
  connectors: 'Connectors',
  passthrough: 'Passthrough',
  mappings: 'Mappings',
  collections: 'Data',
  webhooks: 'Webhooks',
  practice: 'Practice workspace'
}
