/** How much its heap grows before a collection is worth the pause, bytes. */
export const worthCollecting = 16 * 2 ** 20

/** A heap that can be looked at and collected. */
export interface Heap {
  /** How long nothing happens until it is at rest, ms. */
  restMs: number
  /** Bytes in use, garbage with them. */
  used(): number
  /** Collects all garbage and gives free memory back; the thread does nothing else meanwhile. */
  collect(): Promise<void>
}

/**
 * V8 collects when it needs room, so what a walk of 100,000 rows leaves is held for as long as nothing happens.
 * This collects it once nothing has happened for its `restMs`, where the heap grew by `worthCollecting` since the last time.
 *
 * @param later runs a function after so many ms
 * @param busy whether there is work that says nothing while it waits
 * @returns to be called with whatever happens; it costs next to nothing
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
    // Where it fails, what is there is kept: a runtime that cannot collect works on.
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
