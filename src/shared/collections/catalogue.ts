import type { Category } from '../model/category'

/** A parameter a collection is known to take; others can be typed by hand. */
export type CollectionParam =
  | 'modified_after'
  | 'include_raw_data'
  | 'include_custom_fields'
  | 'expand'
  | 'ids'
  | 'remote_id'
  | 'connector_token'
  | 'is_active'
  | 'origin_id'
  | 'category'
  | 'model'
  | 'source'
  | 'webhook_id'
  | 'connector_id'
  | 'webhook_action'
  | 'response_code'
  | 'created_at_from'
  | 'created_at_to'
  | 'errors_only'

/** One collection endpoint: all GET, all with the same envelope (spec: Pagination rules). */
export interface Collection {
  /** As `hris/employees`; platform ones as `platform/webhooks`. */
  id: string
  path: string
  label: string
  category: Category | null
  /** Model collections are of one connector: `x-connector-token` goes with each request (field notes). */
  needsConnector: boolean
  pageSize: { min: number; max: number; default: number }
  params: readonly CollectionParam[]
}

const usual = { min: 1, max: 200, default: 50 } as const
const modelParams = [
  'modified_after',
  'expand',
  'include_raw_data',
  'include_custom_fields',
  'ids',
  'remote_id'
] as const

const models: Record<Category, string> = {
  HRIS: `employees employments compensations dependents bank-info documents companies groups locations payroll-runs
    employee-payroll-runs payroll-run-calendars pay-groups payroll-codes benefits employer-benefits dependent-benefits
    benefit-coverages time-off time-off-balances timesheet-entry`,
  ATS: `candidates applications jobs job-interview-stages scheduled-interviews screening-questions offers activities
    scorecards eeocs reject-reasons attachments tags departments offices remote-users`,
  LMS: 'users courses contents skills categories completions enrollments'
}

const words = (name: string) => name.replaceAll('-', ' ').replace(/^./, (first) => first.toUpperCase())

function ofCategory([category, names]: [string, string]): Collection[] {
  const segment = category.toLowerCase()
  const base = { category: category as Category, pageSize: usual }
  return [
    ...names.split(/\s+/).map((name): Collection => ({
      ...base,
      id: `${segment}/${name}`,
      path: `/api/${segment}/v1/${name}`,
      label: words(name),
      needsConnector: true,
      params: modelParams
    })),
    {
      ...base,
      id: `${segment}/connectors`,
      path: `/api/${segment}/v1/connectors`,
      label: 'Connectors',
      needsConnector: false,
      params: ['connector_token', 'is_active', 'origin_id']
    },
    {
      ...base,
      id: `${segment}/integrations`,
      path: `/api/${segment}/v1/integrations`,
      label: 'Integrations',
      needsConnector: false,
      params: []
    }
  ]
}

const platform: readonly Collection[] = [
  {
    id: 'platform/custom-fields',
    path: '/api/v1/custom-fields',
    label: 'Custom fields',
    category: null,
    needsConnector: false,
    pageSize: usual,
    params: ['category', 'model', 'source']
  },
  {
    id: 'platform/webhooks',
    path: '/api/v1/webhooks',
    label: 'Webhooks',
    category: null,
    needsConnector: false,
    pageSize: { min: 1, max: 100, default: 20 },
    params: ['is_active']
  },
  {
    id: 'platform/webhook-logs',
    path: '/api/v1/webhooks/logs',
    label: 'Webhook logs',
    category: null,
    needsConnector: false,
    pageSize: { min: 1, max: 50, default: 25 },
    params: [
      'webhook_id',
      'connector_id',
      'webhook_action',
      'response_code',
      'created_at_from',
      'created_at_to',
      'errors_only'
    ]
  }
]

/** The 53 collection endpoints (field notes), categories first. */
export const catalogue: readonly Collection[] = [...Object.entries(models).flatMap(ofCategory), ...platform]

/** The collection a path belongs to; undefined for one that was typed by hand. */
export function collectionAt(path: string): Collection | undefined {
  return catalogue.find((one) => one.path === path)
}
