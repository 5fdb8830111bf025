import { readableById } from '../../../shared/data/references'
import { collectionAt } from '../../../shared/data/catalogue'
import { AppError } from '../../../shared/errors'
import type { RecoveryWindow } from '../../../shared/webhooks/recovery'

/** One walk of a recovery: a collection of a connector. */
export interface RecoveryFetch {
  key: string
  path: string
  /** It declares `modified_after`: the service leaves out what did not change. */
  narrowed: boolean
  pageSize: number
}

/** A bound that is exclusive by its wording is asked for a little earlier (live facts: Reading). */
const overlapMs = 1_000

/**
 * The walks of a window, models first: walks that follow each other are of different connectors, whose quotas are their
 * own, and go on side by side.
 * @throws AppError invalid-input with `fields`
 */
export function fetchesOf({ from, to, keys, paths }: RecoveryWindow): RecoveryFetch[] {
  const fields: Record<string, string> = {}
  if (from >= to) fields['to'] = 'The end of the time is after its beginning.'
  const collections = [...new Set(paths)].map((path) => readableById(path))
  if (collections.some((one) => !one?.needsConnector)) fields['paths'] = 'This is not the collection of a model.'
  const fetches = collections.flatMap((one) => {
    if (!one) return []
    const { path, category, pageSize } = one
    const its = [...new Set(keys)].filter((key) => key.startsWith(`${category}:`))
    return its.map((key) => ({ key, path, narrowed: isNarrowed(path), pageSize: pageSize.max }))
  })
  if (fetches.length === 0) fields['paths'] ??= 'None of these models is of a chosen connector.'
  const [message] = Object.values(fields)
  if (message) throw new AppError('invalid-input', message, { fields })
  return fetches
}

/** Whether the service can be asked for what changed since a time. It ignores what is not declared, without a word. */
export const isNarrowed = (path: string): boolean =>
  collectionAt(path)?.params.some(({ name }) => name === 'modified_after') ?? false

/** What a walk asks for. */
export const paramsOf = ({ narrowed }: Pick<RecoveryFetch, 'narrowed'>, from: number): Record<string, string> =>
  narrowed ? { modified_after: new Date(from - overlapMs).toISOString() } : {}
