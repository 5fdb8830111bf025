import type { LoggedCall } from '../../http/call-log'

/** Every operation of webhooks is optional (field notes): these answers say that this service has it not. */
export const isMissing = (status: number | null | undefined) => status === 404 || status === 405

/** Whether a call was told that this service has no such operation. In the middle of a walk the same is a failure. */
export const isNotOffered = ({ asker, status, query }: Pick<LoggedCall, 'asker' | 'status' | 'query'>) =>
  asker === 'webhooks' && isMissing(status) && !query.split(',').includes('cursor')
