import type { z } from 'zod'
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { AppError, toAppError, type Reply } from '../../shared/errors'
import { contract, type Channel, type EventName, type EventPayload } from '../../shared/ipc'
import type { Context, Handlers } from '../base/room'
import type { Lock } from '../workspaces/lock'
import { closed } from '../../shared/closed'

/** What a locked window may ask: how it is locked, and to be unlocked. */
const whileLocked = new Set<Channel>(['app:getState', 'app:lock', 'app:unlock', 'app:checkKeychain'])

/** What answers the page: an envelope as JSON. */
export type Answer = (channel: Channel, event: IpcMainInvokeEvent, raw: unknown) => Promise<string>

/** Sends an event to a window as JSON, unless it is gone. */
export function emitTo(contents: WebContents) {
  return <E extends EventName>(event: E, payload: EventPayload<E>): void => {
    // An event that says no more than its name: undefined is no JSON, and the window could not read it.
    if (!contents.isDestroyed()) contents.send(event, JSON.stringify(payload ?? null))
  }
}

/**
 * The IPC boundary: sender check → parse → run → envelope. Refusals and failures are envelopes too, never a rejection,
 * which would lose its fields on the way. What goes to a window goes as JSON: contextBridge copies objects value by
 * value, and blocked the page for 250 ms with the queue of 100,000 connectors.
 *
 * @param trusted whether a frame is the app's own page
 * @param lock while it is on, only what leads out of it is answered, and nothing is emitted
 * @param report called for every unexpected error
 */
export function answersOf(
  handlers: Handlers,
  trusted: (event: IpcMainInvokeEvent) => boolean,
  lock: Lock,
  report: (channel: Channel, error: unknown) => void
): Answer {
  const requests = new Map<Channel, z.ZodType>()
  const requestOf = (channel: Channel): z.ZodType => {
    const schema = requests.get(channel) ?? closed<z.ZodType>(contract[channel].request)
    requests.set(channel, schema)
    return schema
  }
  const answer = async (channel: Channel, event: IpcMainInvokeEvent, raw: unknown): Promise<Reply<unknown>> => {
    try {
      if (!trusted(event)) throw new AppError('not-permitted', 'This page may not ask for that.')
      if (!whileLocked.has(channel)) lock.guard()
      const parsed = requestOf(channel).safeParse(raw)
      if (!parsed.success) {
        const field = parsed.error.issues[0]?.path.join('.') ?? ''
        throw new AppError('invalid-input', `The request is not as agreed: ${channel} ${field}`.trim())
      }
      const emit = emitTo(event.sender)
      const context: Context = {
        owner: event.sender.id,
        emit: (...told) => lock.state ?? emit(...told)
      }
      const run = handlers[channel] as (request: unknown, context: Context) => Promise<unknown>
      const value = await run(parsed.data, context).finally(() => lock.late())
      // What was asked before it locked comes too late for a page that shows nothing any more.
      if (!whileLocked.has(channel)) lock.guard()
      return { ok: true, value }
    } catch (thrown) {
      const error = toAppError(thrown)
      if (error.code === 'internal') report(channel, thrown)
      return { ok: false, error: error.toShape() }
    }
  }
  return async (...asked) => JSON.stringify(await answer(...asked))
}
