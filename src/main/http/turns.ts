import { cancelled } from '../base/clock'
import { unless } from '../base/unless'

/**
 * One at a time by name, in the order they came: what shares a token that is nearly used up gets equal shares of what is
 * left, instead of the quickest taking all of it.
 */
export class Turns {
  private readonly last = new Map<string, Promise<void>>()

  /** @returns what ends the turn @throws AppError cancelled */
  async take(name: string, signal: AbortSignal): Promise<() => void> {
    const before = this.last.get(name) ?? Promise.resolve()
    let end: () => void = () => undefined
    const mine = new Promise<void>((resolve) => (end = resolve))
    const after = before.then(() => mine)
    this.last.set(name, after)
    void after.then(() => {
      if (this.last.get(name) === after) this.last.delete(name)
    })
    // A refresh takes thousands of turns with one signal: none leaves a listener on it.
    await unless(signal, before).catch(() => undefined)
    if (!signal.aborted) return end
    end()
    throw cancelled()
  }
}
