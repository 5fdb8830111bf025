import { referredBy } from './relations'
import { Row } from './row'
import { specOf } from './index'
import { FIRST_REMOTE_ID, type ModelRecord, type Roster } from './roster'
import type { Shape } from '../types'
import { TEAMS } from './words'

/** The provider's payload: own names and ids, and data that the unified model lacks. */
export function rawOf(roster: Roster, collection: string, at: number, record: ModelRecord): Record<string, unknown> {
  const more = new Row(at, roster, `raw/${collection}`)
  if (collection === 'employees') {
    const raw = rawEmployee(roster, at, record, more)
    return roster.reshaped ? reshapedTo[roster.reshaped](raw, at) : raw
  }
  const entries = Object.entries(record).filter(
    ([name]) => !['id', 'remote_id', 'created_at', 'modified_at'].includes(name)
  )
  const own = entries.map(([name, value]) => [camel(name), upstream(roster, name, value)])
  const { model } = specOf(roster.category, collection)
  const about = { system: roster.connector.integration_slug, etag: more.text(12), revision: more.int(1, 40) }
  return { [model]: { id: Number(record.remote_id), ...Object.fromEntries(own) }, meta: about }
}

function rawEmployee(roster: Roster, at: number, record: ModelRecord, more: Row): Record<string, unknown> {
  const home = record.home_address as { street: string; city: string; country_code: string } | null
  const site = upstream(roster, 'work_location_id', record.work_location_id)
  const team = more.int(0, TEAMS.length - 1)
  const shirt = more.maybe(more.pick(['S', 'M', 'L', 'XL']), 0.2)
  return {
    employee: {
      id: Number(record.remote_id),
      displayName: record.display_full_name,
      name: { first: record.first_name, last: record.last_name, preferred: record.preferred_name },
      hire_date: record.start_date,
      // A few sites store the country's number instead of its letters.
      address: home && { ...home, country_code: more.chance(0.02) ? 276 : home.country_code },
      work_location: {
        name: `Site ${site}`,
        site_id: site,
        ...(more.chance(0.5) ? { country_code: more.pick(['DE', 'AT']) } : {})
      },
      cost_centre: { code: String(4000 + 10 * team), label: TEAMS[team] },
      manager_id: upstream(roster, 'manager_id', record.manager_id),
      nationality: record.nationality,
      email: record.work_email,
      fte: more.pick([1, 1, 0.8, 0.5]),
      contract: { kind: more.pick(['permanent', 'permanent', 'fixed-term']), notice_days: more.pick([30, 90]) },
      active: record.employment_status === 'ACTIVE'
    },
    department: {
      id: `d-${team + 1}`,
      name: TEAMS[team],
      cost_center: { code: String(1000 + 10 * team), owners: [`p-${team + 1}`] }
    },
    custom: {
      't-shirt size': shirt,
      costCenter: `CC-${more.int(100, 999)}`,
      badge: more.maybe({ id: more.int(1000, 9999), 'valid until': more.day(-900, -1) }, 0.1)
    },
    custom_fields: [
      { key: 'shirt', label: 'T-shirt size', value: shirt },
      { key: 'remote', label: 'Works remotely', value: more.chance(0.4) }
    ],
    tags: record.tags,
    meta: { system: roster.connector.integration_slug, etag: more.text(12), row: at }
  }
}

type Raw = Record<string, unknown>
interface Employee extends Raw {
  cost_centre: { code: string; label: string }
}

const withCentre =
  (change: (centre: Employee['cost_centre'], at: number) => Raw) =>
  (raw: Raw, at: number): Raw => {
    const { cost_centre, ...employee } = raw.employee as Employee
    return { ...raw, employee: { ...employee, ...change(cost_centre, at) } }
  }

const reshapedTo: Record<Shape, (raw: Raw, at: number) => Raw> = {
  moved: ({ custom, custom_fields, ...raw }) => ({ ...raw, profile: { attributes: custom, fields: custom_fields } }),
  renamed: withCentre((centre) => ({ cost_center: centre })),
  emptied: withCentre((centre, at) => ({ cost_centre: at % 25 === 0 ? centre : null })),
  numbers: withCentre(({ code, label }) => ({ cost_centre: { code: Number(code), label } })),
  'other-values': withCentre(({ code, label }) => ({ cost_centre: { code: code.replace(/^4/, '7'), label } })),
  longer: withCentre(({ code, label }, at) => ({ cost_centre: { code: `${code}-${at}-consolidated`, label } }))
}

/** The provider knows only its own ids. */
function upstream(roster: Roster, name: string, value: unknown): unknown {
  const collection = referredBy(roster.category, name)
  if (collection === undefined) return value
  if (Array.isArray(value)) return value.map((one) => upstream(roster, name, one))
  const at = typeof value === 'string' ? roster.ids(collection).indexOf(value) : undefined
  return at === undefined ? null : FIRST_REMOTE_ID + at
}

const camel = (name: string) => name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
