import { Worker } from 'node:worker_threads'
import { AppError } from '../../shared/errors'
import type { Keeping } from '../../shared/model/snapshot'
import { messageOf, type OpenOptions } from './open'
import type { Ask, History, MethodName, Told } from './methods'

export interface HistoryThread {
  /** @throws AppError internal while the thread is gone; not-found as the methods say */
  history: History
  /** Whether what is seen is kept; told again whenever it changes. */
  keeping(): Keeping
  /** Closes the database and ends the thread, within 3 s whatever it is doing. */
  stop(): Promise<void>
}

const opening: Keeping = { keeping: 'yes', reason: null, message: '', setAside: null }
const stopWithinMs = 3_000
/** A thread that dies is started anew, but not for ever: what kills it may be in the file. */
const mostStarts = 3

/**
 * The history in a thread of its own. Nothing here throws when the thread cannot start or dies: calls under way are
 * refused, `changed` is told, and the next call starts it anew.
 *
 * @param bundle the built `store/worker.ts`
 * @param changed told when the store begins or ceases to keep what it sees
 */
export function historyInThread(
  bundle: URL,
  options: OpenOptions,
  changed: (keeping: Keeping) => void = () => undefined
): HistoryThread {
  let keeping = opening
  let worker: Worker | undefined
  let starts = 0
  let stopped = false
  let lastId = 0
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: AppError) => void }>()

  start()
  return { history: remote(call), keeping: () => keeping, stop }

  function start(): void {
    starts++
    const started = new Worker(bundle, { workerData: options })
    worker = started
    started.on('message', receive)
    started.on('error', (error) => died(started, error.message))
    started.on('exit', (code) => died(started, `It ended with code ${code}.`))
  }

  function receive(told: Told): void {
    if ('keeping' in told) return tell(told.keeping)
    const call = waiting.get(told.id)
    waiting.delete(told.id)
    if (told.ok) call?.resolve(told.value as never)
    else call?.reject(new AppError(told.code, told.message))
  }

  function died(which: Worker, why: string): void {
    if (worker !== which) return
    worker = undefined
    for (const { reject } of waiting.values()) reject(new AppError('internal', `The history stopped. ${why}`))
    waiting.clear()
    if (!stopped) tell({ keeping: 'no', reason: 'stopped', message: messageOf('stopped'), setAside: null })
  }

  function tell(now: Keeping): void {
    keeping = now
    changed(now)
  }

  function call(method: MethodName, argument: unknown): Promise<never> {
    if (!worker && !stopped && starts < mostStarts) start()
    return new Promise((resolve, reject) => {
      if (!worker) return reject(new AppError('internal', messageOf('stopped')))
      const id = ++lastId
      waiting.set(id, { resolve, reject })
      const ask: Ask = { id, method, argument }
      worker.postMessage(ask)
    })
  }

  async function stop(): Promise<void> {
    if (stopped) return
    const running = worker
    if (!running) {
      stopped = true
      return
    }
    const exited = new Promise<void>((resolve) => running.once('exit', () => resolve()))
    const closing = call('close', undefined).catch(() => undefined)
    stopped = true
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, stopWithinMs)))
    await Promise.race([closing.then(() => exited), exited, enough])
    clearTimeout(timer)
    await running.terminate()
  }
}

/** Each method of the history as a message to the thread. */
function remote(call: (method: MethodName, argument: unknown) => Promise<never>): History {
  return new Proxy({} as History, {
    // A promise must not mistake it for one of its own.
    get: (_, method) => (method === 'then' ? undefined : (argument: unknown) => call(method as MethodName, argument))
  })
}
