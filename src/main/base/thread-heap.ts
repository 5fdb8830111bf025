import { Session } from 'node:inspector/promises'
import { getHeapStatistics } from 'node:v8'
import { collectAtRest, type Heap } from '../../shared/at-rest'

/** The heap of the thread that asks: main's, or a worker's own. */
const heap: Omit<Heap, 'restMs'> = {
  used: () => getHeapStatistics().used_heap_size,
  // As the developer tools do it. V8's `--expose-gc` would have to be set while it runs, which it does not promise to take.
  async collect() {
    const session = new Session()
    session.connect()
    try {
      await session.post('HeapProfiler.collectGarbage')
    } finally {
      session.disconnect()
    }
  }
}

/** `collectAtRest` of this thread, which it does not keep alive. */
export const collectThreadAtRest = (busy?: () => boolean, restMs = 4_000): (() => void) =>
  collectAtRest({ ...heap, restMs }, (act, ms) => void setTimeout(act, ms).unref(), busy)
