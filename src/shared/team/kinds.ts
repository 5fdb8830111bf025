import { z } from 'zod'
import { callFields } from './call-change'
import { issueFields } from './issue-change'
import { changeLogFields } from './change-log-change'
import { folderFields, requestFields } from './library-change'
import { connectorFilters, filterName } from '../connectors/saved-filter'

/** What a team shares of a saved filter. The name by itself: a rename does not undo that somebody changed what it filters. */
const filterFields = { name: filterName, content: connectorFilters, removed: z.literal(true) } as const

/** All that a team shares: by the kind of a change, its fields, and what each may hold. What others write is checked by it. */
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

/** A field of one kind, with a value that fits it. */
export type FieldValue<K extends TeamKind> = {
  [F in TeamField<K>]: { field: F; value: (typeof teamKinds)[K][F] extends z.ZodType<infer V> ? V : never }
}[TeamField<K>]
