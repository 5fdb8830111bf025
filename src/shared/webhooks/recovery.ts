import { z } from 'zod'
import { fetchExport, manyPart } from '../data/collection'
import { region } from '../workspaces/region'

/** One model of one connector. */
export const recoveryPart = manyPart.extend({
  /** Its number, from 0. */
  at: z.number(),
  /** Of the collection. */
  path: z.string(),
  /** False: the service sent everything, not only changes. */
  narrowed: z.boolean(),
  /** Changed records, and one row for a failure. */
  rows: z.number(),
  /** In the window or later: a record shows only its last change. */
  changed: z.number(),
  /** Changed after the window. */
  later: z.number(),
  /** Changed records without a time. */
  undated: z.number(),
  /** Records from before the window, left out. */
  older: z.number(),
  /** ms since 1970, of the latest change. */
  newest: z.number().nullable()
})
export type RecoveryPart = z.infer<typeof recoveryPart>

export const recoveryWindow = z.object({
  /** ms since 1970, both inclusive. */
  from: z.int().min(0),
  to: z.int().min(0),
  /** `<category>:<id>`. */
  keys: z.array(z.string().max(20_000)).min(1).max(100),
  /** Each is fetched for connectors of its category. */
  paths: z.array(z.string().max(200)).min(1).max(60)
})
export type RecoveryWindow = z.infer<typeof recoveryWindow>

export const recoveryProgress = z.object({
  recoveryId: z.uuid(),
  workspaceId: z.string(),
  region,
  from: z.number(),
  to: z.number(),
  state: z.enum(['walking', 'done', 'cancelled']),
  startedAt: z.number(),
  finishedAt: z.number().nullable(),
  /** Connector names by key. */
  names: z.record(z.string(), z.string()),
  /** Events have only the changed parts. */
  parts: z.array(recoveryPart),
  exports: z.array(fetchExport)
})
export type RecoveryProgress = z.infer<typeof recoveryProgress>

export const recoveredRow = z.object({
  /** From 0, as shown. */
  index: z.number(),
  /** `at` of its part. */
  part: z.number(),
  id: z.string().nullable(),
  /** From the record, cut at 200 characters. */
  modifiedAt: z.string().nullable(),
  later: z.boolean(),
  /** Why there is no record. */
  problem: z.string().nullable()
})
export type RecoveredRow = z.infer<typeof recoveredRow>
