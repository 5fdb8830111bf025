import { Session, type Profiler } from 'node:inspector'
import { setFlagsFromString } from 'node:v8'
import { vi } from 'vitest'

export interface Counter<T> {
  modules: T
  /** Steps of `run`, without regexes, which the lint checks. */
  workOf(run: () => unknown): number
  stop(): void
}

const overLists = ['shift', 'includes', 'indexOf'] as const

/** @param load imports the modules anew: V8 counts only code that it has not compiled yet */
export async function counting<T>(load: () => Promise<T>): Promise<Counter<T>> {
  const session = new Session()
  session.connect()
  const ask = (method: string, params: object = {}): unknown => {
    let answer: unknown
    // The callback runs before `post` returns.
    session.post(method, params, (error, result) => {
      if (error) throw error
      answer = result
    })
    return answer
  }
  const steps = () => {
    const { result } = ask('Profiler.takePreciseCoverage') as Profiler.TakePreciseCoverageReturnType
    const own = result.filter(({ url }) => url.includes('/src/') && !/node_modules|testing/.test(url))
    return own
      .flatMap(({ functions }) => functions.flatMap(({ ranges }) => ranges))
      .reduce((sum, { count }) => sum + count, 0)
  }
  // Optimized code misses counts.
  setFlagsFromString('--no-opt')
  ask('Profiler.enable')
  ask('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  vi.resetModules()
  const modules = await load()
  return {
    modules,
    workOf(run) {
      let overItems = 0
      const plain = overLists.map((name) => [name, Array.prototype[name]] as const)
      for (const [name, method] of plain) {
        const counted = function (this: unknown[], ...args: unknown[]): unknown {
          overItems += this.length
          return Reflect.apply(method as (...args: unknown[]) => unknown, this, args)
        }
        Object.defineProperty(Array.prototype, name, { value: counted })
      }
      steps()
      try {
        run()
      } finally {
        for (const [name, method] of plain) Object.defineProperty(Array.prototype, name, { value: method })
      }
      return steps() + overItems
    },
    stop() {
      session.disconnect()
      setFlagsFromString('--opt')
    }
  }
}
