import type { AppErrorShape } from '../../../shared/errors'
import { toPointer } from '../../../shared/passthrough/paths'

/** A validation error of a unified write at the fields of its body, as JSON pointers; what names none is at the body. */
export function writeIssuesOf(detail: AppErrorShape['detail']): { field: string; message: string }[] {
  if (!Array.isArray(detail)) return []
  return detail.map(({ loc, msg }) => {
    const [place, ...way] = loc
    if (place === 'header') {
      return { field: String(way[0]).toLowerCase() === 'x-connector-token' ? 'connector' : 'request', message: msg }
    }
    const at = place === 'body' ? way : loc
    return { field: at.length > 0 ? `body#${toPointer(at)}` : 'body', message: msg }
  })
}
