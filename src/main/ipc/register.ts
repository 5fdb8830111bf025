import type { z } from 'zod'
import type { IpcMainInvokeEvent, WebContents } from 'electron'
import { AppError, toAppError, type Reply } from '../../shared/errors'
import { contract, type Channel, type EventName, type EventPayload } from '../../shared/ipc'
import type { Context, Handlers } from '../base/room'
import type { Lock } from '../workspaces/lock'
import { closed } from '../../shared/closed'

/** The channels of a locked window. */
const whileLocked = new Set<Channel>(['app:getState', 'app:lock', 'app:unlock', 'app:checkKeychain'])

export type AnswerCall = (channel: Channel, event: IpcMainInvokeEvent, raw: unknown) => Promise<string>

export function emitTo(contents: WebContents) {
  return <E extends EventName>(event: E, payload: EventPayload<E>): void => {
    // An event without data sends null: undefined is no JSON.
    if (!contents.isDestroyed()) contents.send(event, JSON.stringify(payload ?? null))
  }
}

/**
 * The IPC boundary: sender check → parse → run → envelope. Failures are envelopes too, because a rejection loses
 * fields. Data goes as JSON: contextBridge copies object by object and blocked the page for 250 ms with 100,000
 * connectors.
 * @param trusted true for the app's own page
 * @param lock while on, only unlock channels answer, and no event leaves
 * @param report called for every unexpected error
 */
export function answersOf(
  handlers: Handlers,
  trusted: (event: IpcMainInvokeEvent) => boolean,
  lock: Lock,
  report: (channel: Channel, error: unknown) => void
): AnswerCall {
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
      // A lock during the call withholds the answer.
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
