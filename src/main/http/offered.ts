import type { LoggedCall } from './call-log'

/** The lists; one delivery is asked for by its id beneath the second. */
export const paths = { webhooks: '/api/v1/webhooks', deliveries: '/api/v1/webhooks/logs' } as const
const lists: readonly string[] = Object.values(paths)

/** Every operation of webhooks is optional: these answers say that this service does not have it. */
export const isMissing = (status: number | null | undefined) => status === 404 || status === 405

type Asked = Pick<LoggedCall, 'asker' | 'path' | 'status' | 'query'>

/**
 * Whether the service answered that it has no such list. In the middle of a walk the same is a failure, and of one
 * delivery it says that this one is gone.
 */
export const isNotOffered = ({ asker, path, status, query }: Asked) =>
  asker === 'webhooks' && lists.includes(path) && isMissing(status) && !query.split(',').includes('cursor')
