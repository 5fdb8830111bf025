import { webFrame } from 'electron'
import { collectAtRest, type Heap } from '../shared/at-rest'

/** Declared here, because main must not use the page's types. */
declare function addEventListener(name: string, act: () => void, how: { capture: true; passive: true }): void

const heap: Heap = {
  // ms: a collection takes 0.2 s or more, so not while somebody reads.
  restMs: 30_000,
  used: () => process.getHeapStatistics().usedHeapSize * 1024,
  // Simulates memory pressure: V8 collects, and free memory goes back.
  collect: async () => webFrame.clearCache()
}

/** `collectAtRest` for the page. */
export function collectPageAtRest(): () => void {
  const happened = collectAtRest(heap, (act, ms) => void setTimeout(act, ms))
  for (const name of ['keydown', 'pointermove', 'wheel'])
    addEventListener(name, happened, { capture: true, passive: true })
  return happened
}
