import type { FieldChange } from '../../../shared/connectors/comparison'
import { readTime } from '../../../shared/connectors/connector'
import { longTime } from '../kit/format'

export interface ComparedValue {
  shown: string
  sent?: string
}

/** The field before and after: times in words, unless both would read the same; all else as sent. */
export function comparedValues({ before, after }: FieldChange, now: number): [ComparedValue, ComparedValue] {
  const [left, right] = [inWords(before, now), inWords(after, now)]
  return left.shown === right.shown ? [{ shown: asSent(before) }, { shown: asSent(after) }] : [left, right]
}

function inWords(value: unknown, now: number): ComparedValue {
  const at = readTime(value)
  return at === undefined ? { shown: asSent(value) } : { shown: longTime(at, now), sent: asSent(value) }
}

function asSent(value: unknown): string {
  if (value === undefined) return 'absent'
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
