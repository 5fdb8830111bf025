import { reporterOf } from '../base/jobs'
import type { Call } from './call'

/** A call that also reports to its job what it waits for. */
export function reported(call: Call, mutation: boolean): Call {
  const job = reporterOf(call.signal)
  if (!job) return call
  return {
    ...call,
    onWait(wait) {
      job.wait(call, wait)
      call.onWait?.(wait)
    },
    quiet(quiet) {
      job.quiet(call, quiet)
      call.quiet?.(quiet)
    },
    mark(moment) {
      if (mutation && moment === 'sent') job.left()
      call.mark?.(moment)
    }
  }
}
