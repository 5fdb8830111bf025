import { setTimeout as wait } from 'node:timers/promises'
import { Random } from '../data/random'
import type { PracticeConnector } from '../connector'
import type { RawBody } from '../reply'
import { failure, json, type Forwarded } from './exchange'
import { departments, headcount, personAt } from './people'

/** What is odd about a customer's account. Most have nothing odd. */
const ODDITIES = [
  'no-right',
  'signed-out',
  'page',
  'empty',
  'no-cost-centers',
  'text-number',
  'large',
  'limited',
  'slow',
  'garbage'
] as const
type Oddity = (typeof ODDITIES)[number]

/** The same for a connector at every start; about two of five have one. */
export function oddityOf({ id, status }: Pick<PracticeConnector, 'id' | 'status'>): Oddity | null {
  if (status === 'RELINK_NEEDED') return 'signed-out'
  return ODDITIES[new Random(`company/${id}`).int(0, 24)] ?? null
}

/** The customer's account, as its system sees it: `/company`. */
export async function company(
  { connector, signal }: Pick<Forwarded, 'connector' | 'signal'>,
  oddity = oddityOf(connector)
): Promise<RawBody> {
  const total = oddity === 'empty' ? 0 : headcount(connector)
  const people = Array.from({ length: oddity === 'large' ? 4_000 : Math.min(20, total) }, (_, at) =>
    personAt(connector, at % Math.max(1, total))
  )
  const data = people.map(({ id, name, department }) => ({
    ...{ id, name: `${name.first} ${name.last}`, department: department.name },
    ...(oddity !== 'no-cost-centers' && { cost_center: department.cost_center.code })
  }))
  const whole = {
    success: true,
    total: oddity === 'text-number' ? String(total) : total,
    departments: departments().map(({ name }) => name),
    data: oddity === 'empty' ? [] : data
  }
  switch (oddity) {
    case 'no-right':
      return failure(403, 'missing_scope', 'The scope company:read is missing.')
    case 'signed-out':
      return failure(401, 'invalid_credentials', 'The access was revoked.')
    case 'page':
      return { type: 'text/html; charset=utf-8', bytes: '<!doctype html><title>Sign in</title><form>Sign in</form>' }
    case 'garbage':
      return { type: 'application/json', bytes: '{"success": true, "total": ' }
    case 'limited':
      return { ...failure(429, 'too_many', 'This provider limits by the second.'), relayed: 429, retryAfter: 1 }
    case 'slow':
      await wait(1_500, undefined, { signal })
      return json(whole)
    default:
      return json(whole)
  }
}
