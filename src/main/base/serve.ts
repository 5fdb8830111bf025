import { parentPort } from 'node:worker_threads'
import { toAppError, type AppErrorShape } from '../../shared/errors'
import { answerOf } from './steps'
import { collectThreadAtRest } from './thread-heap'

export interface ThreadRequest {
  call: number
  method: string
  args: unknown[]
}

/** A result, an error, or an event of the thread. */
export type ThreadReply =
  { call: number; ok: true; value: unknown } | { call: number; ok: false; error: AppErrorShape } | { event: unknown }

/**
 * Serves `methods` to the parent thread (`thread.ts`) in call order; one that has steps answers once others were answered
 * between them. Errors cross as an AppError's shape, the only form
 * that keeps their fields. Frees memory between calls.
 * @param last the final method: then the port closes and the thread ends
 * @returns reports an event
 * @throws Error in the main thread
 */
export function serve<E = never>(methods: object, last?: string): (event: E) => void {
  const port = parentPort
  if (!port) throw new Error('Only a worker thread serves calls.')
  const post = (reply: ThreadReply) => port.postMessage(reply)
  const table = methods as Record<string, (...args: unknown[]) => unknown>
  let running = 0
  const called = collectThreadAtRest(() => running > 0)

  port.on('message', ({ call, method, args }: ThreadRequest) => {
    called()
    const done = (value: unknown) => post({ call, ok: true, value })
    const failed = (thrown: unknown) => post({ call, ok: false, error: toAppError(thrown).toShape() })
    const ended = () => method === last && port.close()
    try {
      const value = answerOf(table[method]?.(...args))
      if (value instanceof Promise) {
        running++
        void value
          .then(done)
          .catch(failed)
          .finally(() => running--)
          .then(ended)
      } else {
        done(value)
        ended()
      }
    } catch (thrown) {
      failed(thrown)
      ended()
    }
  })
  return (event) => post({ event })
}
