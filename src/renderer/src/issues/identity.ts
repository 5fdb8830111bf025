import type { Issue } from '../../../shared/issues/issue'
import type { Category } from '../../../shared/connectors/category'
import type { ConnectorHealth } from '../../../shared/connectors/health'
import { integrationName } from '../records/integration-name'

export interface Identity {
  endUser: string
  originId: string | null
  integration: string
  category: Category | ''
}

/** The customer of a connector: from the issue, or from the record once the issue is gone. */
export function identityOf(one: Issue | null, health: ConnectorHealth | null): Identity {
  if (one) {
    const { endUser, originId, integrationSlug, category } = one
    return { endUser, originId, integration: integrationName(integrationSlug), category }
  }
  const text = (name: string) => {
    const value = health?.fields.find(({ field }) => field === name)?.value
    return typeof value === 'string' ? value : ''
  }
  return {
    endUser: text('end_user'),
    originId: text('origin_id') || null,
    integration: integrationName(text('integration_slug')),
    category: health?.diagnosis.category ?? ''
  }
}
