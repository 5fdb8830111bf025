import { z } from 'zod'
import { callFields } from './call-change'
import { issueFields } from './issue-change'
import { changeLogFields } from './change-log-change'
import { folderFields, requestFields } from './library-change'
import { connectorFilters, filterName } from '../connectors/saved-filter'

/** Separate, so that a rename does not undo another desk's change. */
const filterFields = { name: filterName, content: connectorFilters, removed: z.literal(true) } as const

/** Colleagues' values are checked against these. */
export const teamKinds = {
  case: issueFields,
  folder: folderFields,
  request: requestFields,
  filter: filterFields,
  ledger: changeLogFields,
  call: callFields
} as const
export type TeamKind = keyof typeof teamKinds
export type TeamField<K extends TeamKind> = keyof (typeof teamKinds)[K] & string

export type FieldValue<K extends TeamKind> = {
  [F in TeamField<K>]: { field: F; value: (typeof teamKinds)[K][F] extends z.ZodType<infer V> ? V : never }
}[TeamField<K>]
