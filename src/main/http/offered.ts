import type { LoggedCall } from './call-log'

/** A delivery's path is the second plus its id. */
export const paths = { webhooks: '/api/v1/webhooks', deliveries: '/api/v1/webhooks/logs' } as const
const lists: readonly string[] = Object.values(paths)

/** Webhooks are optional: these answers say that the service lacks them. */
export const isMissing = (status: number | null | undefined) => status === 404 || status === 405

type Asked = Pick<LoggedCall, 'asker' | 'path' | 'status' | 'query'>

/**
 * True if the service has no such list. In the middle of a fetch the same answer is a failure, and for one delivery it
 * means that the delivery is gone.
 */
export const isNotOffered = ({ asker, path, status, query }: Asked) =>
  asker === 'webhooks' && lists.includes(path) && isMissing(status) && !query.split(',').includes('cursor')
