/**
 * Waits for `work` until the signal fires. The work continues; its late result is dropped.
 * @throws the signal's reason
 */
export function unless<T>(stop: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const leave = () => reject(stop.reason as Error)
    if (stop.aborted) leave()
    stop.addEventListener('abort', leave, { once: true })
    work.then(resolve, reject).finally(() => stop.removeEventListener('abort', leave))
  })
}
