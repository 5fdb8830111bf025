import { parentPort } from 'node:worker_threads'
import { toAppError, type AppErrorShape } from '../../shared/errors'
import { collectThreadAtRest } from './thread-heap'

/** A call on its way to a thread. */
export interface Request {
  call: number
  method: string
  args: unknown[]
}

/** What comes back: the result of a call, its error, or something the thread reports by itself. */
export type Reply =
  { call: number; ok: true; value: unknown } | { call: number; ok: false; error: AppErrorShape } | { event: unknown }

/**
 * Serves `methods` to the thread that started this one (`thread.ts`), in the order of the calls. Errors cross as the
 * shape of an AppError, the only form that keeps their fields. Between calls it gives back what they left.
 *
 * @param last the method after which the thread has nothing left to do: its port closes, so that it ends by itself
 * @returns reports an event
 * @throws Error in the main thread, which nothing can call
 */
export function serve<E = never>(methods: object, last?: string): (event: E) => void {
  const port = parentPort
  if (!port) throw new Error('Only a worker thread serves calls.')
  const post = (reply: Reply) => port.postMessage(reply)
  const table = methods as Record<string, (...args: unknown[]) => unknown>
  const called = collectThreadAtRest()

  port.on('message', ({ call, method, args }: Request) => {
    called()
    const done = (value: unknown) => post({ call, ok: true, value })
    const failed = (thrown: unknown) => post({ call, ok: false, error: toAppError(thrown).toShape() })
    const ended = () => method === last && port.close()
    try {
      const value = table[method]?.(...args)
      if (value instanceof Promise) void value.then(done).catch(failed).then(ended)
      else {
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
