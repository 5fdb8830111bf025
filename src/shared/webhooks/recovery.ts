import { z } from 'zod'
import { fetchExport, manyPart } from '../data/collection'
import { region } from '../workspaces/region'

/** One model of one connector, walked for what changed in a window of time. */
export const recoveryPart = manyPart.extend({
  /** Its place among all of them, from 0. */
  at: z.number(),
  /** Of the collection. */
  path: z.string(),
  /** The service was asked for what changed since the window began; else it brought everything. */
  narrowed: z.boolean(),
  /** Rows that are kept: those records, and one that says why the others could not be read. */
  rows: z.number(),
  /** Records that changed in the window, or later: one that changed in it and again after shows the later time. */
  changed: z.number(),
  /** Of those, whose time is after the window. */
  later: z.number(),
  /** Of those, records without a time, which cannot be told apart. */
  undated: z.number(),
  /** Records from before the window that came all the same, and were left out. */
  older: z.number(),
  /** ms since 1970: the latest time of those that changed. */
  newest: z.number().nullable()
})
export type RecoveryPart = z.infer<typeof recoveryPart>

/** What is looked for: records of these models and connectors that changed from one moment to another. */
export const recoveryWindow = z.object({
  /** ms since 1970, both inclusive. */
  from: z.int().min(0),
  to: z.int().min(0),
  /** `<category>:<id>` of connectors. */
  keys: z.array(z.string().max(20_000)).min(1).max(100),
  /** Of collections; each is walked for the connectors of its category. */
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
  /** Names of the connectors by key, as the list had them. */
  names: z.record(z.string(), z.string()),
  /** In answers all of them; in events those that changed. */
  parts: z.array(recoveryPart),
  exports: z.array(fetchExport)
})
export type RecoveryProgress = z.infer<typeof recoveryProgress>

/** A record that changed. */
export const recoveredRow = z.object({
  /** From 0, in the order of what is shown. */
  index: z.number(),
  /** `at` of its part. */
  part: z.number(),
  id: z.string().nullable(),
  /** As the record says it, cut at 200 characters. */
  modifiedAt: z.string().nullable(),
  later: z.boolean(),
  /** Why there is no record here. */
  problem: z.string().nullable()
})
export type RecoveredRow = z.infer<typeof recoveredRow>
