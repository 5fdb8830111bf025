import type { Route } from '../router'

export const orgCheckRoutes: readonly Route[] = [
  { method: 'POST', path: '/api/v1/org-check', answer: () => ({ status: 200, body: { status: 'ok' } }) }
]
