import type { TimelineEvent } from '../../../../shared/connectors/timeline'

const tones: Partial<Record<TimelineEvent['kind'], string>> = {
  'credentials-bad': 'relink-solid',
  'run-failed': 'failed-solid',
  'run-done': 'healthy-solid',
  relinked: 'healthy-solid',
  gone: 'contra-solid',
  back: 'contra-solid'
}

/** The colour token of an event's dot; null for an event that is neither good nor bad. */
export function toneOf(kind: TimelineEvent['kind']): string | null {
  return tones[kind] ?? null
}

const hour = 3_600_000

/**
 * Newest first. Drops acts that the operator repeated within the hour: the app saves a note many times while it is
 * typed.
 */
export function mergedEvents(events: readonly TimelineEvent[]): TimelineEvent[] {
  const merged: TimelineEvent[] = []
  for (const event of events) {
    const newer = merged.at(-1)
    const again = newer?.source === 'operator' && event.source === 'operator' && newer.words === event.words
    if (!again || newer.at - event.at > hour) merged.push(event)
  }
  return merged
}
