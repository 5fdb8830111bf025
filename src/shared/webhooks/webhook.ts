import { z } from 'zod'
import { nameText } from '../own-name'

/** Absent or malformed values are null. The query may hold a secret and is masked. */
export const webhook = z.object({
  id: z.string(),
  name: z.string().nullable(),
  url: z.string().nullable(),
  enabled: z.boolean().nullable(),
  forTests: z.boolean().nullable(),
  createdAt: z.number().nullable(),
  lastTriggeredAt: z.number().nullable()
})
export type Webhook = z.infer<typeof webhook>

export const delivery = z.object({
  id: z.string(),
  connectorId: z.string().nullable(),
  /** `<category>:<id>` if this session knows the connector. */
  connectorKey: z.string().nullable(),
  webhookName: z.string().nullable(),
  action: z.string().nullable(),
  method: z.string().nullable(),
  url: z.string().nullable(),
  /** null: no answer. */
  responseCode: z.number().nullable(),
  createdAt: z.number().nullable(),
  integrationName: z.string().nullable(),
  endUser: z.string().nullable(),
  originId: z.string().nullable(),
  /** Not answered with a 2xx. */
  failed: z.boolean(),
  /** Names of malformed fields. */
  odd: z.array(z.string())
})
export type Delivery = z.infer<typeof delivery>

/** ISO 8601 in UTC. */
export const deliveryFilters = z.object({
  webhookId: z.string().max(200).optional(),
  connectorId: z.string().max(200).optional(),
  actions: z.array(z.string().max(200)).max(50).optional(),
  responseCodes: z.array(z.int().min(100).max(599)).max(50).optional(),
  from: z.string().max(40).optional(),
  to: z.string().max(40).optional(),
  errorsOnly: z.boolean().optional()
})
export type DeliveryFilters = z.infer<typeof deliveryFilters>

export const namedRecords = z.object({
  /** As `hris_bank_info`. */
  model: z.string(),
  /** null if records cannot be read by id. */
  path: nameText.nullable(),
  ids: z.array(z.string()),
  /** Further ones. */
  more: z.number()
})
export type NamedRecords = z.infer<typeof namedRecords>
