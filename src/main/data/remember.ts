import type { FetchProgress, PastFetch } from '../../shared/model/collection'
import type { Masker } from '../secrets/masker'
import { notKept } from './check-request'

/** Parameters that identify no person. */
const harmless: ReadonlySet<string> = new Set([
  'modified_after',
  'include_raw_data',
  'include_custom_fields',
  'expand',
  'is_active',
  'category',
  'model',
  'source',
  'webhook_id',
  'connector_id',
  'webhook_action',
  'response_code',
  'created_at_from',
  'created_at_to',
  'errors_only'
])

/**
 * A walk as it is remembered: only the names of parameters that may name people or hold a token, and a path without
 * tokens.
 */
export function pastOf(progress: FetchProgress, masker: Pick<Masker, 'found'>): PastFetch {
  const shown = (text: string) => masker.found(text).reduce((rest, piece) => rest.replaceAll(piece, notKept), text)
  const { fetchId, workspaceId, region, connectorName, state, startedAt, finishedAt, pages, items } = progress
  const kept = Object.entries(progress.request.params).map(([name, value]) => [
    shown(name),
    harmless.has(name) && shown(value) === value ? value : notKept
  ])
  const request = {
    ...progress.request,
    path: shown(progress.request.path),
    params: Object.fromEntries(kept) as Record<string, string>
  }
  return { fetchId, workspaceId, region, request, connectorName, state, startedAt, finishedAt, pages, items }
}
