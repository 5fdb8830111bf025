import { cancelled } from '../base/clock'

interface Line {
  running: number
  waiting: { start: () => void; moved: (ahead: number) => void }[]
}

/** Quotas are per token, so tokens do not wait for each other, and each has few requests at a time. */
export class TokenQueue {
  private readonly lines = new Map<string, Line>()

  constructor(private readonly parallel = 4) {}

  /**
   * Runs `work` when its turn comes.
   * @param moved called with the number of calls ahead, while there are any
   * @throws AppError cancelled if the signal fires before its turn
   */
  async run<T>(token: string, signal: AbortSignal, work: () => Promise<T>, moved: (ahead: number) => void): Promise<T> {
    const line = this.lines.get(token) ?? { running: 0, waiting: [] }
    this.lines.set(token, line)
    if (line.running < this.parallel) line.running++
    else await this.turn(line, signal, moved)
    try {
      return await work()
    } finally {
      this.leave(token, line)
    }
  }

  private turn(line: Line, signal: AbortSignal, moved: (ahead: number) => void): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = { start: () => settle(resolve), moved }
      const settle = (end: () => void) => {
        signal.removeEventListener('abort', stop)
        end()
      }
      const stop = () => {
        line.waiting.splice(line.waiting.indexOf(place), 1)
        this.tell(line)
        settle(() => reject(cancelled()))
      }
      if (signal.aborted) return reject(cancelled())
      signal.addEventListener('abort', stop)
      line.waiting.push(place)
      moved(line.waiting.length)
    })
  }

  /** Hands the turn on directly, so that a later call cannot slip in. */
  private leave(token: string, line: Line): void {
    const first = line.waiting.shift()
    if (first) {
      first.start()
      this.tell(line)
    } else if (--line.running === 0) {
      this.lines.delete(token)
    }
  }

  private tell(line: Line): void {
    line.waiting.forEach(({ moved }, index) => moved(index + 1))
  }
}
