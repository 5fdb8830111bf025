import { AppError } from '../../shared/errors'

/** Who asked for a job: work of a window that is gone is cancelled. */
export type Owner = number

/** Long work by request id: each can be cancelled by its owner, and ends when the owner does. */
export class Jobs {
  private readonly running = new Map<string, { owner: Owner; kind: string; controller: AbortController }>()

  /** Runs `work` with a signal and forgets it when it ends, however it ends. */
  async run<T>(requestId: string, owner: Owner, kind: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.running.has(requestId)) throw new AppError('invalid-input', 'This request id is in use.')
    const controller = new AbortController()
    this.running.set(requestId, { owner, kind, controller })
    try {
      return await work(controller.signal)
    } finally {
      this.running.delete(requestId)
    }
  }

  /** @returns whether there was something to cancel */
  cancel(requestId: string, owner: Owner): boolean {
    const job = this.running.get(requestId)
    if (!job || job.owner !== owner) return false
    job.controller.abort()
    return true
  }

  cancelWhere(matches: (job: { owner: Owner; kind: string }) => boolean): void {
    for (const job of this.running.values()) if (matches(job)) job.controller.abort()
  }
}
