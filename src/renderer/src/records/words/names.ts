import type { Asker } from '../../../../shared/activity/call'
import type { Environment } from '../../../../shared/workspaces/workspace'

export const askerNames: Record<Asker, string> = {
  workspace: 'Workspace',
  connectors: 'Connectors',
  passthrough: 'Passthrough',
  mappings: 'Mappings',
  collections: 'Data',
  webhooks: 'Webhooks',
  status: 'Provider status',
  mail: 'Mail',
  tickets: 'Tickets',
  practice: 'Practice workspace',
  outside: 'Outside',
  alerts: 'Alert rules'
}

export const environmentNames: Record<Environment, string> = { production: 'Production', development: 'Development' }
