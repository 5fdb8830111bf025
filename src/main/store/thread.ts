import { AppError } from '../../shared/errors'
import type { Keeping } from '../../shared/connectors/snapshot'
import { Thread, type Remote } from '../base/thread'
import { messageOf, type OpenOptions } from './open'

export interface StoreLife {
  keeping(): Keeping
  /** Drops expired data. @returns true if more may have expired */
  prune(of: { now: number }): boolean
  /** No call may follow. */
  close(): void
}

export interface StoreThread<M> {
  /** @throws AppError internal while the thread is gone; the methods' errors */
  store: Remote<M>
  keeping(): Keeping
  /** Closes the database and ends the thread within 3 s, whatever it does. */
  stop(): Promise<void>
}

const opening: Keeping = { keeping: 'yes', reason: null, message: '', setAside: null }
const stopWithinMs = 3_000
/** The file may cause the crash: restarts are limited. */
const mostStarts = 3

/**
 * SQLite is synchronous and must not block main. Nothing throws when the thread cannot start or dies: running calls
 * fail, `changed` is called, and the next call starts it again.
 * @param bundle the built entry that serves M (`app/threads/store.ts`)
 * @param changed called when the store starts or stops keeping data
 */
export function storeInThread<M extends StoreLife, O extends OpenOptions = OpenOptions>(
  bundle: URL,
  options: O,
  changed: (keeping: Keeping) => void = () => undefined
): StoreThread<M> {
  let keeping = opening
  let stopping: Promise<void> | undefined
  const gone = (why: string) => new AppError('internal', `The history stopped. ${why}`)
  const report = (now: Keeping) => {
    keeping = now
    changed(now)
  }
  const thread = new Thread<StoreLife, Keeping>(bundle, {
    data: options,
    gone,
    onEvent: report,
    onGone() {
      if (!stopping) report({ keeping: 'no', reason: 'stopped', message: messageOf('stopped'), setAside: null })
    }
  })
  thread.start()

  const store = new Proxy({} as Remote<M>, {
    get(_, method) {
      if (method === 'then') return undefined
      // Background work may outlast the end.
      if (stopping) return () => Promise.reject(new AppError('cancelled', 'The app is closing.'))
      if (thread.running || thread.generation < mostStarts) return Reflect.get(thread.remote, method)
      return () => Promise.reject(gone(messageOf('stopped')))
    }
  })
  return { store, keeping: () => keeping, stop: () => (stopping ??= stop()) }

  async function stop(): Promise<void> {
    if (!thread.running) return
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopWithinMs)))
    const closed = thread.remote.close().catch(() => undefined)
    await Promise.race([closed, enough])
    clearTimeout(timer)
    await thread.end('The app is closing.')
  }
}
