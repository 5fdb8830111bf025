import { z } from 'zod'
import { readableName } from '../../shared/integration-name'
import { AppError, toAppError } from '../../shared/errors'
import { integration, model, type Integration, type Lookups, type Model } from '../../shared/lookups/lookup'
import type { Category } from '../../shared/connectors/category'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import type { Query } from '../http/url'
import type { Place } from '../../shared/workspaces/place'
import type { Masker } from '../secrets/masker'
import type { LookupStore } from './store'

export interface LookupParts {
  client: Client
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  store: LookupStore
  masker: Pick<Masker, 'clean'>
  now: () => number
}

const base = '/api/v1/lookup'
const kept = z.object({ integrations: z.array(integration), models: z.array(model) })
const slug = z.string().min(1)
const integrationItem = z.looseObject({
  slug,
  display_name: z.unknown().optional(),
  categories: z.unknown().optional()
})
const modelItem = z.looseObject({ slug, display_name: z.unknown().optional(), category: z.unknown().optional() })

export class LookupReader {
  constructor(private readonly parts: LookupParts) {}

  /** If the service does not answer, `error` says so and the stored lookups stay. @throws AppError cancelled */
  async read(place: Place, refresh: boolean, signal: AbortSignal): Promise<Lookups> {
    const before = await this.kept(place)
    if (before && !refresh) return before
    try {
      const read = await this.ask(place, null, signal)
      const readAt = this.parts.now()
      await this.parts.store.keepLookups({ place, readAt, content: JSON.stringify(read) })
      return { ...read, readAt, error: null }
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code === 'cancelled') throw error
      return { ...(before ?? { integrations: [], models: [], readAt: null }), error: error.toShape() }
    }
  }

  /** Stores nothing. @throws AppError the errors of a call; bad-response */
  async ask(
    place: Place,
    category: Category | null,
    signal: AbortSignal
  ): Promise<{ integrations: Integration[]; models: Model[] }> {
    const target = await this.parts.workspaces.target(place.workspaceId, place.region)
    const query = category === null ? {} : { category }
    const [integrations, models] = await Promise.all([
      this.list(target, 'integrations', integrationItem, query, signal),
      this.list(target, 'models', modelItem, query, signal)
    ])
    return this.parts.masker.clean(kept, { integrations: integrations.map(toIntegration), models: models.map(toModel) })
  }

  private kept(place: Place): Promise<Lookups | null> {
    return keptLookups(this.parts.store, place)
  }

  private async list<T>(
    target: Target,
    name: string,
    item: z.ZodType<T>,
    query: Query,
    signal: AbortSignal
  ): Promise<T[]> {
    const path = `${base}/${name}`
    const call = { asker: 'mappings' as const, method: 'GET', path, query, signal, failFast: true }
    const { json } = await this.parts.client.send(target, call)
    const answer = z.object({ [name]: z.array(item) }).safeParse(json)
    if (answer.success) return answer.data[name] ?? []
    throw new AppError('bad-response', `The answer is not a list of ${name}.`, { endpoint: `GET ${path}` })
  }
}

export async function keptIntegrationName(store: Kept, place: Place, slug: string): Promise<string> {
  const lookups = await keptLookups(store, place).catch(() => null)
  return lookups?.integrations.find((one) => one.slug === slug)?.name ?? readableName(slug)
}

type Kept = Pick<LookupStore, 'keptLookups'>

async function keptLookups(store: Kept, place: Place): Promise<Lookups | null> {
  const row = await store.keptLookups({ place })
  const parsed = row && kept.safeParse(JSON.parse(row.content))
  return row && parsed?.success ? { ...parsed.data, readAt: row.readAt, error: null } : null
}

function toIntegration({ slug, display_name, categories }: z.infer<typeof integrationItem>): Integration {
  const of = Array.isArray(categories) ? categories.filter((one) => typeof one === 'string') : []
  return { slug, name: nameOf(display_name, slug), categories: of }
}

function toModel({ slug, display_name, category }: z.infer<typeof modelItem>): Model {
  return { slug, name: nameOf(display_name, slug), category: typeof category === 'string' ? category : '' }
}

const nameOf = (name: unknown, slug: string) => (typeof name === 'string' && name ? name : slug)
