import { categories } from '../../shared/connectors/category'
import { readConnector } from '../../shared/connectors/connector'
import type { Place } from '../../shared/workspaces/place'
import type { Desk } from './desk'

const chunk = 5_000

/** Finds the connector of the same customer and integration at another place, in the last refresh of that place. */
export class ConnectorTwins {
  private index: Promise<Map<string, string[]>> | undefined

  constructor(
    private readonly desk: Pick<Desk, 'history' | 'names'>,
    private readonly from: Place,
    private readonly to: Place
  ) {}

  /** @returns the key, or why there is none */
  async of(key: string | null): Promise<{ key: string } | { why: string }> {
    if (key === null) return { why: 'The connector it was made for is unknown.' }
    const { originId, integrationSlug } = await this.desk.names.connector(this.from, key)
    if (originId === null || integrationSlug === null)
      return { why: 'The origin ID or integration of its connector is unknown.' }
    this.index ??= this.read()
    const category = categories.find((one) => key.startsWith(`${one}:`)) ?? ''
    const index = await this.index
    if (index.size === 0) return { why: 'No connectors are loaded there yet: refresh them first.' }
    const found = index.get(nameOf(category, originId, integrationSlug)) ?? []
    const [twin] = found
    if (twin !== undefined && found.length === 1) return { key: twin }
    const integration = await this.desk.names.integration(this.from, integrationSlug)
    if (twin === undefined) return { why: `There is no ${integration} connector for origin ID ${originId} there.` }
    return { why: `${originId} has ${found.length} ${integration} connectors there.` }
  }

  private async read(): Promise<Map<string, string[]>> {
    const index = new Map<string, string[]>()
    for (let after: number | null = 0; after !== null;) {
      const { rows, next }: Awaited<ReturnType<Desk['history']['lastRows']>> = await this.desk.history.lastRows({
        place: this.to,
        after,
        limit: chunk
      })
      for (const { key, category, record } of rows) {
        const { originId, integrationSlug } = readConnector(record)
        if (originId === null) continue
        const name = nameOf(category, originId, integrationSlug)
        index.set(name, [...(index.get(name) ?? []), key])
      }
      after = next
    }
    return index
  }
}

const nameOf = (...parts: string[]) => JSON.stringify(parts)
