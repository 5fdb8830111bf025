import { regionNames } from '../../../shared/workspaces/region'
import { titleOf } from '../../../shared/error-words'
import { errorCodes } from '../../../shared/errors'
import type { ActivityCall, RecordedWorkspace } from '../../../shared/activity/call'
import { askerNames } from '../records/words/names'
import { absoluteTime, bytes, count, milliseconds, utcTime } from '../kit/format'
import { activityWords, type KeptDays } from './words'

const { drawer, ends, head } = activityWords

/** What an operator recorded for an outcome that was unknown; null while it still is. */
function recordedEnd({ error, unknown, found }: ActivityCall): 'done' | 'not-done' | null {
  // Before its end, a change counts as under way.
  return unknown && error !== 'unanswered' && found !== 'unknown' ? found : null
}

/** Waiting and giving up are nobody's fault, so they are not red. */
export function callOutcome(call: ActivityCall): { word: string; bad: boolean } {
  const { status, error, probe, unknown, found } = call
  const recorded = recordedEnd(call)
  if (recorded) return { word: ends.found[recorded], bad: false }
  if (unknown && error !== 'unanswered') return { word: ends.unknown(status, found), bad: true }
  if (status === null)
    return error === 'cancelled' ? { word: ends.cancelled, bad: false } : { word: ends.none, bad: true }
  if (status === 429) return { word: ends.limited, bad: false }
  if (status >= 500) return { word: ends.failed(status), bad: true }
  if (status >= 400) return { word: probe ? ends.expected(status) : ends.refused(status), bad: !probe }
  return { word: String(status), bad: status < 200 || status >= 300 }
}

/** The app records a change before it sends it: `unanswered` is still running, and `cut-off` ended unseen. */
export function whyOf({ error, forwarded }: Pick<ActivityCall, 'error' | 'forwarded'>): string {
  if (error === null) return ''
  if (error === 'unanswered' || error === 'cut-off') return ends.unseen
  // The API's own errors of a forwarded request have no 404.
  if (error === 'not-found' && forwarded) return ends.nothingThere
  const code = errorCodes.find((one) => one === error)
  return code ? titleOf(code) : error
}

/** Even if forwarded: "DELETE /employees/17". */
export function sentOf({ forwarded, method, path }: ActivityCall): { method: string; path: string } {
  const [, by = method, to = path] = /^(\S+) (.*)$/s.exec(forwarded) ?? []
  return { method: by, path: to }
}

export function requestOf(call: ActivityCall, kept: KeptDays): readonly (readonly [string, string])[] {
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

function responseWords(call: ActivityCall): string {
  const recorded = recordedEnd(call)
  const { word } = callOutcome(recorded ? { ...call, unknown: false } : call)
  const why = whyOf(call)
  if (recorded) return drawer.recorded(why || word, recorded)
  return why ? drawer.ended(word, why) : word
}

/** Without the request ID, which colleagues' changes lack. */
export function responseOf(call: ActivityCall): readonly (readonly [string, string])[] {
  const { fields } = drawer
  const response = [fields.response, responseWords(call)] as const
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

/** Main masked its secrets, so the operator may share the text. */
export function callText(call: ActivityCall, kept: KeptDays): string {
  const id = call.desk === null ? [[drawer.requestId, call.requestId ?? drawer.noRequestId] as const] : []
  return [...requestOf(call, kept), ...responseOf(call), ...id].map(([name, value]) => `${name}: ${value}`).join('\n')
}

/** Namesakes also have the time of their last change. */
export function removedNames(
  removed: readonly RecordedWorkspace[]
): (readonly [id: string, name: string, ending: string])[] {
  // Long names may become namesakes.
  const start = ({ name }: RecordedWorkspace) => head.removed(name).slice(0, 50)
  return removed.map((one) => {
    const alone = removed.filter((other) => start(other) === start(one)).length === 1
    return [one.workspaceId, head.removed(one.name), alone ? '' : head.until(one.lastAt)]
  })
}
