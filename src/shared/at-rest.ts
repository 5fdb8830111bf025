/** Heap growth, bytes, that is worth a collection's pause. */
export const worthCollecting = 16 * 2 ** 20

export interface Heap {
  /** ms without events. */
  restMs: number
  /** Bytes in use, garbage included. */
  used(): number
  /** Blocks the thread. */
  collect(): Promise<void>
}

/**
 * V8 collects only when it needs room, so the garbage of a refresh of 100,000 rows stays while the app is idle. This
 * collects after `restMs` without events, if the heap grew by `worthCollecting`.
 *
 * @param later runs a function after so many ms
 * @param busy whether there is work that reports nothing while it waits
 * @returns call it on every event; it costs next to nothing
 */
export function collectAtRest(
  heap: Heap,
  later: (act: () => void, ms: number) => void,
  busy: () => boolean = () => false
): () => void {
  let kept = heap.used()
  let last = 0
  let waiting = false

  const look = () => {
    const left = busy() ? heap.restMs : last + heap.restMs - performance.now()
    if (left > 0) return later(look, left)
    waiting = false
    const used = heap.used()
    kept = Math.min(kept, used)
    if (used - kept < worthCollecting) return
    // A runtime that cannot collect works on.
    const done = () => (kept = heap.used())
    void heap.collect().then(done, done)
  }
  return () => {
    last = performance.now()
    if (waiting) return
    waiting = true
    later(look, heap.restMs)
  }
}
