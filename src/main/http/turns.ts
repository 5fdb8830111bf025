import { cancelled } from '../base/clock'
import { unless } from '../base/unless'

/** A queue per name: refreshes that share a nearly used-up token get equal shares of the rest. */
export class Turns {
  private readonly last = new Map<string, Promise<void>>()

  /**
   * @returns a function that ends the turn
   * @throws AppError cancelled
   */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    const before = this.last.get(name) ?? Promise.resolve()
    let end: () => void = () => undefined
    const mine = new Promise<void>((resolve) => (end = resolve))
    const after = before.then(() => mine)
    this.last.set(name, after)
    void after.then(() => {
      if (this.last.get(name) === after) this.last.delete(name)
    })
    // A refresh takes thousands of turns with one signal: no listener may stay on it.
    await unless(signal, before).catch(() => undefined)
    if (!signal.aborted) return end
    end()
    throw cancelled()
  }
}
