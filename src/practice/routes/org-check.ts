import type { Route } from '../router'

/** The one health operation: whether the key is good. */
export const orgCheckRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/org-check', answer: () => ({ status: 200, body: { status: 'ok' } }) }
]
