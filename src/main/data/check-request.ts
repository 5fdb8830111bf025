import { collectionAt, valuesOf } from '../../shared/data/catalogue'
import { AppError } from '../../shared/errors'
import { category } from '../../shared/connectors/category'
import type { CollectionRequest } from '../../shared/data/collection'
import { pageSize as usual } from '../../shared/http/page'
import type { Query } from '../http/url'

/** Replaces personal data and tokens in a remembered fetch on disk. */
export const notKept = '[not kept]'

const own = new Set(['page_size', 'cursor'])

/** A fetch over several connectors names them itself. */
export type Asked = Omit<CollectionRequest, 'connectorKey'> & { connectorKey?: string | null }

/** @throws AppError invalid-input with `fields` */
export function checkRequest(request: Asked): void {
  const fields: Record<string, string> = {}
  const path = pathProblem(request.path)
  if (path) fields['path'] = path
  const { min, max } = boundsOf(request.path)
  const { pageSize, connectorKey } = request
  if (!Number.isInteger(pageSize) || pageSize < min || pageSize > max) {
    fields['pageSize'] = `The page size is a whole number from ${min} to ${max} here.`
  }
  if (connectorKey === null && collectionAt(request.path)?.needsConnector) {
    fields['connectorKey'] = 'This collection is of one connector. Choose it.'
  }
  if (typeof connectorKey === 'string' && !isKey(connectorKey)) fields['connectorKey'] = 'This is not a connector.'
  for (const [name, value] of Object.entries(request.params)) {
    const problem = paramProblem(name, value)
    if (problem) fields[`params.${name}`] = problem
  }
  const [message] = Object.values(fields)
  if (message) throw new AppError('invalid-input', message, { fields })
}

/** Outside the catalogue, the usual bounds. */
export function boundsOf(path: string): { min: number; max: number } {
  return collectionAt(path)?.pageSize ?? usual
}

/** Several values of one parameter become a list. */
export function filtersOf(path: string, params: CollectionRequest['params']): Query {
  const lists = collectionAt(path)?.params.filter(({ type }) => type === 'list') ?? []
  const sent = (name: string, text: string) => (lists.some((one) => one.name === name) ? valuesOf(text) : text)
  return Object.fromEntries(Object.entries(params).map(([name, text]) => [name, sent(name, text)]))
}

/** Identifies an item without an `id`: webhooks use another name. */
export function idFieldOf(path: string): string {
  if (path === '/api/v1/webhooks') return 'webhook_id'
  return path.endsWith('/integrations') ? 'slug' : 'id'
}

function pathProblem(path: string): string | null {
  if (!path.startsWith('/api/')) return 'A path begins with /api/.'
  if (path.includes(notKept)) return 'A part of this path was a token and was not kept. Enter it again.'
  if (/[?#]/.test(path)) return 'Leave out everything from ? or # on; parameters have their own fields.'
  if (path.includes('//') || path.includes('\\')) return 'A path has no // and no \\ in it.'
  // eslint-disable-next-line no-control-regex -- those are what is refused
  if (/[\u0000-\u0020\u007f]|\p{Surrogate}/u.test(path)) return 'A path has no spaces and no control characters in it.'
  const dotted = path.split('/').some((segment) => /^(\.|%2e){1,2}$/i.test(segment))
  if (dotted || /%(2f|5c|00)/i.test(path)) return 'A path has no . or .. in it, plain or encoded.'
  return null
}

function paramProblem(name: string, value: string): string | null {
  if (name === '') return 'A parameter has a name.'
  if (own.has(name)) return `${name} is set by the app.`
  if (value === notKept || name.includes(notKept))
    return 'This value was not kept. Enter it again, or take the parameter out.'
  // It would not arrive as typed.
  return /\p{Surrogate}/u.test(name + value) ? 'This holds half a character.' : null
}

function isKey(key: string): boolean {
  const at = key.indexOf(':')
  return category.safeParse(key.slice(0, at)).success && key.length > at + 1
}
