import { webFrame } from 'electron'
import { collectAtRest, type Heap } from '../shared/at-rest'

/** Of the page; these are compiled without its types, which main must not use. */
declare function addEventListener(name: string, act: () => void, how: { capture: true; passive: true }): void

const heap: Heap = {
  // It takes a fifth of a second and more: not while somebody reads and is about to go on.
  restMs: 30_000,
  used: () => process.getHeapStatistics().usedHeapSize * 1024,
  // Chromium then does what it does where memory runs out: V8 collects, and free memory goes back.
  collect: async () => webFrame.clearCache()
}

/** `collectAtRest` of the page, which is not at rest while somebody reads on. */
export function collectPageAtRest(): () => void {
  const happened = collectAtRest(heap, (act, ms) => void setTimeout(act, ms))
  for (const name of ['keydown', 'pointermove', 'wheel'])
    addEventListener(name, happened, { capture: true, passive: true })
  return happened
}
