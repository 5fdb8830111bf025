import type { MappingScope } from '../../../shared/model/mapping'
import type { Place } from '../../storage/history/place'
import { quietly, type MappingParts } from './parts'

/** What a scope is called in the operator's words, by what is known without asking the service. */
export class ScopeNames {
  constructor(private readonly parts: Pick<MappingParts, 'history' | 'lookups' | 'now'>) {}

  async of(place: Place, scope: MappingScope): Promise<string> {
    if (scope.kind === 'integration') {
      const kept = await quietly(this.parts.history.keptLookups({ place }))
      const lookups = kept && (await quietly(this.parts.lookups.read(place, false, new AbortController().signal)))
      return lookups?.integrations.find(({ slug }) => slug === scope.slug)?.name ?? scope.slug
    }
    if (scope.key === null) return 'A connector this session has not listed'
    const { endUser, integrationSlug } = await this.connector(place, scope.key)
    return endUser ? `${endUser} (${integrationSlug ?? scope.key})` : scope.key
  }

  /** What the history knows of a connector; null where it does not. */
  async connector(place: Place, key: string) {
    const health = await quietly(this.parts.history.connector({ place, key, now: this.parts.now() }))
    const text = (name: string) => {
      const value = health?.fields.find(({ field }) => field === name)?.value
      return typeof value === 'string' && value !== '' ? value : null
    }
    return { endUser: text('end_user'), originId: text('origin_id'), integrationSlug: text('integration_slug') }
  }
}
