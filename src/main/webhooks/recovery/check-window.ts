import { readableById } from '../../../shared/data/references'
import { collectionAt } from '../../../shared/data/catalogue'
import { AppError } from '../../../shared/errors'
import type { RecoveryWindow } from '../../../shared/webhooks/recovery'

export interface RecoveryFetch {
  key: string
  path: string
  /** The collection declares `modified_after`, so the service leaves out unchanged records. */
  narrowed: boolean
  pageSize: number
}

/** The bound is exclusive, so the app asks from a little earlier. */
const overlapMs = 1_000

/**
 * Fetches of a window, models first: neighbours belong to different connectors with their own quotas, and run side by
 * side.
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

/** Whether the service filters by time. It silently ignores undeclared parameters. */
export const isNarrowed = (path: string): boolean =>
  collectionAt(path)?.params.some(({ name }) => name === 'modified_after') ?? false

export const paramsOf = ({ narrowed }: Pick<RecoveryFetch, 'narrowed'>, from: number): Record<string, string> =>
  narrowed ? { modified_after: new Date(from - overlapMs).toISOString() } : {}
