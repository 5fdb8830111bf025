import type { MappingScope } from '../../shared/mappings/mapping'
import type { Place } from '../../shared/workspaces/place'
import { quietly, type MappingParts } from './parts'

/** Names of scopes for operators, without a request to the service. */
export class ScopeNames {
  constructor(
    private readonly parts: Pick<MappingParts, 'integrationName'> & {
      history: Pick<MappingParts['history'], 'lastRecord'>
    }
  ) {}

  async of(place: Place, scope: MappingScope): Promise<string> {
    if (scope.kind === 'integration') return this.integration(place, scope.slug)
    if (scope.key === null) return 'A connector this session has not listed'
    const { endUser, integrationSlug: slug } = await this.connector(place, scope.key)
    if (endUser === null) return scope.key
    return slug === null ? `${endUser} (${scope.key})` : `${endUser}, ${await this.integration(place, slug)}`
  }

  integration(place: Place, slug: string): Promise<string> {
    return this.parts.integrationName(place, slug)
  }

  async connector(place: Place, key: string) {
    const record = await quietly(this.parts.history.lastRecord({ place, key }))
    const text = (name: string) => {
      const value = record?.[name]
      return typeof value === 'string' && value !== '' ? value : null
    }
    return { endUser: text('end_user'), originId: text('origin_id'), integrationSlug: text('integration_slug') }
  }
}
