import type { ActivityCall } from '../../shared/model/call'
import { byteOrderMark, csvLines } from '../base/export-rows'

const columns: readonly { title: string; value: (call: ActivityCall) => unknown }[] = [
  { title: 'time', value: ({ at }) => new Date(at).toISOString() },
  { title: 'region', value: ({ region }) => region },
  { title: 'view', value: ({ asker }) => asker },
  { title: 'method', value: ({ method }) => method },
  { title: 'path', value: ({ path }) => path },
  { title: 'query', value: ({ query }) => query },
  { title: 'forwarded', value: ({ forwarded }) => forwarded },
  { title: 'subject', value: ({ subject }) => subject },
  { title: 'status', value: ({ status }) => status },
  { title: 'error', value: ({ error }) => error },
  { title: 'tries', value: ({ tries }) => tries },
  { title: 'limited', value: ({ limited }) => limited },
  { title: 'waited_ms', value: ({ waitedMs }) => waitedMs },
  { title: 'duration_ms', value: ({ durationMs }) => durationMs },
  { title: 'bytes', value: ({ bytes }) => bytes },
  { title: 'request_id', value: ({ requestId }) => requestId },
  { title: 'mutation', value: ({ mutation }) => mutation }
]

/** Calls as CSV (as of `toCsv`) or JSON, put together page by page: each in a moment, however many there are. */
export function exportText(format: 'csv' | 'json') {
  const parts: string[] = []
  return {
    add(calls: readonly ActivityCall[]): void {
      if (format === 'csv') parts.push(csvLines(calls.map((call) => columns.map(({ value }) => value(call)))))
      else parts.push(...calls.map(({ at, ...call }) => JSON.stringify({ time: new Date(at).toISOString(), ...call })))
    },
    end(): string {
      if (format === 'json') return parts.length > 0 ? `[\n${parts.join(',\n')}\n]\n` : '[]\n'
      return byteOrderMark + csvLines([columns.map(({ title }) => title)]) + parts.join('')
    }
  }
}
