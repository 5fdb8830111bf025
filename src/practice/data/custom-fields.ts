import type { Category, Region } from '../connector'
import { DAY, iso } from './draft'
import { Random } from './random'

export interface CustomField {
  id: string
  name: string
  description?: string | null
  category: Category
  model: string
  source: 'API' | 'DASHBOARD'
  created_at: string
  updated_at: string | null
}

/** Either `integration_slug` or `connector_token` is set. */
export interface Mapping {
  id: string
  custom_field_id: string
  integration_slug: string | null
  connector_token: string | null
  json_path: string
  created_at: string
  updated_at: string | null
}

/** Name, category, model, and mappings by integration; one is not JMESPath, which the service accepts. */
const TABLE: readonly (readonly [string, Category, string, Record<string, string>])[] = [
  ['t_shirt_size', 'HRIS', 'employee', { bamboohr: 'custom."t-shirt size"', personio: 'custom_fields[0].value' }],
  ['cost_center', 'HRIS', 'employee', { bamboohr: 'department.cost_center.code', personio: 'custom.costCenter' }],
  ['badge_number', 'HRIS', 'employee', { bamboohr: 'custom.badge.id[' }],
  ['second_manager', 'HRIS', 'employee', {}],
  ['contract_kind', 'HRIS', 'employment', { hibob: 'employment.contract.kind' }],
  ['candidate_source', 'ATS', 'candidate', { lever: 'candidate.tags[0]' }],
  ['course_level', 'LMS', 'course', {}],
  // Country and cost center in one text: quicker shown by two wanted results than written.
  ['center_label', 'HRIS', 'employee', {}]
]

export function createFields(options: { seed: number; region: Region; now: number }) {
  const { seed, region, now } = options
  const random = new Random(`fields/${seed}/${region}`)
  const fields: CustomField[] = []
  const mappings: Mapping[] = []
  for (const [at, [name, category, model, paths]] of TABLE.entries()) {
    const created_at = iso(now - (90 - at) * DAY)
    const source = at % 2 === 0 ? 'DASHBOARD' : 'API'
    const field: CustomField = { id: random.uuid(), name, category, model, source, created_at, updated_at: null }
    fields.push(field)
    for (const [integration_slug, json_path] of Object.entries(paths)) {
      const about = { custom_field_id: field.id, integration_slug, connector_token: null, json_path }
      mappings.push({ id: random.uuid(), ...about, created_at, updated_at: null })
    }
  }
  return { fields, mappings }
}
