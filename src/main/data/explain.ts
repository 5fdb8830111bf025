import { collectionAt } from '../../shared/data/catalogue'
import { AppError, type AppErrorShape } from '../../shared/errors'
import type { CollectionRequest } from '../../shared/data/collection'

/** A 403 usually means a token of another category; a 422 names a parameter. `detail` keeps the API's own words. */
export function explain(
  error: AppError,
  { path, connectorKey }: Pick<CollectionRequest, 'path' | 'connectorKey'>
): AppError {
  if (error.code === 'forbidden' && connectorKey) {
    const own = connectorKey.slice(0, connectorKey.indexOf(':'))
    const asked = collectionAt(path)?.category ?? /^\/api\/(hris|ats|lms)\//.exec(path)?.[1]?.toUpperCase()
    const message =
      asked && asked !== own
        ? `The connector's token belongs to ${own}, and this collection to ${asked}.`
        : `Not permitted. The connector's token belongs to ${own}.`
    return new AppError(error.code, message, error.info)
  }
  const fields = fieldsOf(error.info.detail)
  return error.code === 'validation' && fields
    ? new AppError(error.code, error.message, { ...error.info, fields })
    : error
}

/** The control of a validation error: `params.<name>`, `pageSize` or `connectorKey`. */
function fieldsOf(detail: AppErrorShape['detail']): Record<string, string> | null {
  if (!Array.isArray(detail)) return null
  const fields = detail.flatMap(({ loc: [where, name], msg }): [string, string][] => {
    if (where === 'header') return String(name).toLowerCase() === 'x-connector-token' ? [['connectorKey', msg]] : []
    if (where !== 'query' || name === 'cursor') return []
    return [[name === 'page_size' ? 'pageSize' : `params.${String(name)}`, msg]]
  })
  return fields.length > 0 ? Object.fromEntries(fields) : null
}
