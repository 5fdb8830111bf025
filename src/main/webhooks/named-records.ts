import { z } from 'zod'
import { collectionOfModel } from '../../shared/data/references'
import type { NamedRecords } from '../../shared/webhooks/webhook'
import { bodiesSent } from './signed'

/** The envelope of an event, as guides show it. */
const envelope = z.looseObject({
  webhook: z.looseObject({ event: z.string() }),
  connector: z.looseObject({ categories: z.array(z.string()) }).nullish(),
  data: z.unknown()
})

/** More ids of one model are counted, not given. */
const mostIds = 200

/**
 * The records that a delivery says have changed, by model (live facts: `data` by event): ids of employees, or ids by
 * the name of a model, of which an older text shows one and the newer several. Empty where it names none.
 */
export function namedRecords(detail: unknown): NamedRecords[] {
  for (const body of bodiesSent(detail)) {
    const read = envelope.safeParse(typeof body === 'string' ? jsonOf(body) : body)
    if (!read.success) continue
    const { webhook, connector, data } = read.data
    const category = connector?.categories[0] ?? 'HRIS'
    const all = webhook.event === 'employee_data_changed' ? { hris_employee: data } : data
    // Other events name the connector: its id is no record's.
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

/** null for what is no JSON. */
export function jsonOf(text: string | Buffer): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}
