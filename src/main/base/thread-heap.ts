import { Session } from 'node:inspector/promises'
import { getHeapStatistics } from 'node:v8'
import { collectAtRest, type Heap } from '../../shared/at-rest'

/** Uses the inspector: V8 does not promise to accept `--expose-gc` at run time. */
export async function collectThread(): Promise<void> {
  const session = new Session()
  session.connect()
  try {
    await session.post('HeapProfiler.collectGarbage')
  } finally {
    session.disconnect()
  }
}

/** The current thread's heap: main's or a worker's. */
const heap: Omit<Heap, 'restMs'> = { used: () => getHeapStatistics().used_heap_size, collect: collectThread }

/** `collectAtRest` for this thread, without keeping it alive. */
export const collectThreadAtRest = (busy?: () => boolean, restMs = 4_000): (() => void) =>
  collectAtRest({ ...heap, restMs }, (act, ms) => void setTimeout(act, ms).unref(), busy)
