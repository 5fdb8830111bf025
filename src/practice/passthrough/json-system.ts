import { isObject } from '../fields'
import type { RawBody } from '../reply'
import { failure, isWrite, json, whole, type Forwarded } from './exchange'
import { departments, headcount, personAt } from './people'

const PER_PAGE = { min: 1, max: 100, fallback: 25 }

/** Pages with `?page=`, `?per_page=`; errors are in the body. Writes are counted, not stored. */
export function jsonSystem(request: Forwarded): RawBody {
  const [, collection = '', id, ...more] = request.path.split('/')
  if (more.length > 0) return notFound(request)
  if (collection === '') return json({ system: 'people', version: '2026-01', paths: ['/employees', '/departments'] })
  if (collection === 'departments' && id === undefined) return json({ data: departments() })
  if (collection !== 'employees') return notFound(request)
  return id === undefined ? employees(request) : employee(request, id)
}

function employees(request: Forwarded): RawBody {
  const { method, query, connector } = request
  if (method === 'POST') return create(request)
  if (isWrite(method)) return failure(405, 'method_not_allowed', `${method} is not possible on a list`)
  const page = whole(query, 'page', { min: 1, max: 1_000_000, fallback: 1 })
  const size = whole(query, 'per_page', PER_PAGE)
  if (page === null) return failure(400, 'invalid_page', 'page is a whole number from 1 on')
  if (size === null) return failure(400, 'invalid_page_size', 'per_page is a whole number from 1 to 100')
  const total = headcount(connector)
  const pages = Math.ceil(total / size)
  if (page > Math.max(1, pages)) return failure(404, 'page_not_found', `there are ${pages} pages`)
  const from = (page - 1) * size
  const data = Array.from({ length: Math.min(size, total - from) }, (_, n) => personAt(connector, from + n))
  const next = page < pages ? `/employees?page=${page + 1}&per_page=${size}` : null
  return json({ data, paging: { page, per_page: size, pages, total, next } })
}

function employee({ method, connector, data, path }: Forwarded, id: string): RawBody {
  const at = Number(/^p-([1-9]\d{0,6})$/.exec(id)?.[1] ?? NaN) - 1
  if (!(at < headcount(connector))) return failure(404, 'not_found', `there is no ${path}`)
  if (method === 'DELETE') return json({ deleted: true, id })
  if (method === 'POST') return failure(405, 'method_not_allowed', 'POST is not possible here')
  const person = personAt(connector, at)
  if (!isWrite(method)) return json({ data: person })
  if (!isObject(data)) return failure(422, 'invalid_body', 'an object is needed')
  return json({ data: { ...person, ...data, id } })
}

function create({ data, connector }: Forwarded): RawBody {
  if (!isObject(data)) return failure(422, 'invalid_body', 'an object is needed')
  if (!isObject(data.name) || typeof data.name.last !== 'string') {
    return failure(422, 'invalid_employee', 'name.last is needed')
  }
  return json({ data: { ...data, id: `p-${headcount(connector) + 1}` }, created: true })
}

function notFound({ method, path }: Forwarded): RawBody {
  return failure(404, 'not_found', `there is no ${method} ${path}`)
}
