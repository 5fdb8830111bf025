import { regionNames } from '../../../shared/workspaces/region'
import { titleOf } from '../../../shared/error-words'
import { errorCodes } from '../../../shared/errors'
import type { ActivityCall, RecordedWorkspace } from '../../../shared/activity/call'
import { askerNames } from '../records/asker-names'
import { absoluteTime, bytes, count, milliseconds, utcTime } from '../kit/format'
import { activityWords, type KeptDays } from './words'

const { drawer, ends, head } = activityWords

/** How a call ended, in a word. Waiting and giving up are no one's fault, so they are not red. */
export function endOf({ status, error, probe }: Pick<ActivityCall, 'status' | 'error' | 'probe'>): {
  word: string
  bad: boolean
} {
  if (status === null)
    return error === 'cancelled' ? { word: ends.cancelled, bad: false } : { word: ends.none, bad: true }
  if (status === 429) return { word: ends.limited, bad: false }
  if (status >= 500) return { word: ends.failed(status), bad: true }
  if (status >= 400) return { word: probe ? ends.expected(status) : ends.refused(status), bad: !probe }
  return { word: String(status), bad: status < 200 || status >= 300 }
}

/**
 * Why there was no good answer: an error code in its words, anything else as it was written. What changes something is
 * recorded before it leaves; `unanswered` is one that still runs, `cut-off` one whose end the app did not see.
 */
export function whyOf(error: string): string {
  if (error === 'unanswered' || error === 'cut-off') return ends.unseen
  const code = errorCodes.find((one) => one === error)
  return code ? titleOf(code) : error
}

/** What was sent, forwarded through a connector or not: "DELETE /employees/17". */
export function sentOf({ forwarded, method, path }: ActivityCall): { method: string; path: string } {
  const [, by = method, to = path] = /^(\S+) (.*)$/s.exec(forwarded) ?? []
  return { method: by, path: to }
}

/** What was sent, field by field. */
export function requestFields(call: ActivityCall, kept: KeptDays): readonly (readonly [string, string])[] {
  const { fields } = drawer
  return [
    [fields.time, absoluteTime(call.at)],
    [fields.utc, utcTime(call.at)],
    [fields.region, regionNames[call.region]],
    [fields.view, askerNames[call.asker]],
    [fields.request, `${call.method} ${call.path}`],
    [fields.parameters, call.query.replaceAll(',', ', ') || drawer.none],
    [fields.forwarded, call.forwarded || drawer.none],
    [fields.about, call.subject || drawer.none],
    [fields.operator, call.mutation ? call.operator || drawer.notRecorded : drawer.read],
    ...(call.desk === null ? [] : [[fields.desk, call.desk || drawer.none] as const]),
    [fields.kept, call.mutation ? drawer.keptWrite(kept.writes) : drawer.keptRead(kept.reads)]
  ]
}

/** How it ended, field by field, without its request ID; of a colleague's change only that. */
export function responseFields(call: ActivityCall): readonly (readonly [string, string])[] {
  const { fields } = drawer
  const { word } = endOf(call)
  const response = [fields.response, call.error ? drawer.ended(word, whyOf(call.error)) : word] as const
  if (call.desk !== null) return [response]
  return [
    response,
    [fields.tries, count(call.tries)],
    [fields.limited, drawer.times(call.limited)],
    [fields.waited, milliseconds(call.waitedMs)],
    [fields.took, drawer.took(call.durationMs)],
    [fields.size, call.status === null ? drawer.none : bytes(call.bytes)]
  ]
}

/** All of a call as text. Secrets were masked in main before it was written, so this may be passed on. */
export function textOf(call: ActivityCall, kept: KeptDays): string {
  const id = call.desk === null ? [[drawer.requestId, call.requestId ?? drawer.noRequestId] as const] : []
  return [...requestFields(call, kept), ...responseFields(call), ...id]
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

/** The names by which removed workspaces are chosen; namesakes end with the time of their last change. */
export function removedNames(
  removed: readonly RecordedWorkspace[]
): (readonly [id: string, name: string, ending: string])[] {
  // Where long names differ later on only, they are cut before that.
  const start = ({ name }: RecordedWorkspace) => head.removed(name).slice(0, 50)
  return removed.map((one) => {
    const alone = removed.filter((other) => start(other) === start(one)).length === 1
    return [one.workspaceId, head.removed(one.name), alone ? '' : head.until(one.lastAt)]
  })
}
