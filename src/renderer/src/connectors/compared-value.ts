import type { FieldChange } from '../../../shared/connectors/comparison'
import { readTime } from '../../../shared/connectors/connector'
import { longTime } from '../kit/format'

/** A value as it is shown, and as the service sent it where that is not the same. */
export interface ComparedValue {
  shown: string
  sent?: string
}

/** What a field held before and after: times in words, unless those would be the same; all else as it was sent. */
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
