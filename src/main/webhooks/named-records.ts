import { z } from 'zod'
import { collectionOfModel } from '../../shared/data/references'
import type { NamedRecords } from '../../shared/webhooks/webhook'
import { bodiesSent } from './signed'

const envelope = z.looseObject({
  webhook: z.looseObject({ event: z.string() }),
  connector: z.looseObject({ categories: z.array(z.string()) }).nullish(),
  data: z.unknown()
})

/** More ids of one model are only counted. */
const mostIds = 200

/**
 * By model: ids of employees, or ids by a model's name, one in older texts and several in newer ones. Empty if it names
 * none.
 */
export function namedRecords(detail: unknown): NamedRecords[] {
  for (const body of bodiesSent(detail)) {
    const read = envelope.safeParse(typeof body === 'string' ? jsonOf(body) : body)
    if (!read.success) continue
    const { webhook, connector, data } = read.data
    const category = connector?.categories[0] ?? 'HRIS'
    const all = webhook.event === 'employee_data_changed' ? { hris_employee: data } : data
    // Other events name the connector, whose id is no record's.
    if (typeof all !== 'object' || all === null || 'id' in all) continue
    return Object.entries(all).flatMap(([model, named]) => {
      const ids = [named].flat().filter((id): id is string | number => typeof id === 'string' || typeof id === 'number')
      if (ids.length === 0) return []
      const given = ids.slice(0, mostIds).map(String)
      return [
        { model, path: collectionOfModel(model, category)?.path ?? null, ids: given, more: ids.length - given.length }
      ]
    })
  }
  return []
}

/** null for anything but JSON */
export function jsonOf(text: string | Buffer): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}
