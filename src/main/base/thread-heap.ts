import { Session } from 'node:inspector/promises'
import { getHeapStatistics } from 'node:v8'
import { collectAtRest, type Heap } from '../../shared/at-rest'

let session: Session | undefined

/**
 * Uses the inspector: V8 does not promise to accept `--expose-gc` at run time. The session stays: one that ends takes the
 * answers with it for which another session of this thread waits, such as a debugger's.
 */
export async function collectThread(): Promise<void> {
  if (!session) {
    session = new Session()
    session.connect()
  }
  await session.post('HeapProfiler.collectGarbage')
}

/** The current thread's heap: main's or a worker's. */
const heap: Omit<Heap, 'restMs'> = { used: () => getHeapStatistics().used_heap_size, collect: collectThread }

/** `collectAtRest` for this thread, without keeping it alive. */
export const collectThreadAtRest = (busy?: () => boolean, restMs = 4_000): (() => void) =>
  collectAtRest({ ...heap, restMs }, (act, ms) => void setTimeout(act, ms).unref(), busy)
