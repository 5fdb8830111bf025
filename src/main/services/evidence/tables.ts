import { fillWords, verdictNames } from '../../../shared/model/verdict'
import type { EvidenceCase, EvidenceContent } from './bundle'

export interface Table {
  title: string
  head: string[]
  rows: string[][]
}

/** What both readable files say of a case, so that they say the same. Times are UTC. */
export interface CaseText {
  title: string
  facts: [string, string][]
  words: string
  notes: string[]
  tables: Table[]
}

export function utc(ms: number | null): string {
  if (ms === null) return 'not known'
  const time = new Date(ms)
  // Beyond what a date can be: a record may say anything.
  return Number.isNaN(time.getTime()) ? 'not known' : `${time.toISOString().slice(0, 19).replace('T', ' ')} UTC`
}

export function caseText(one: EvidenceCase, { workspace }: EvidenceContent): CaseText {
  const { health, record } = one
  const { verdict } = health
  const { goodAsOf } = verdict
  return {
    title: `${show(record['end_user'])}: ${verdictNames[verdict.kind]}`,
    facts: [
      ['Workspace', `${workspace.name}, region ${workspace.region}`],
      ['Integration', show(record['integration_slug'])],
      ['Category', verdict.category],
      ['Connector id', show(record['id'])],
      ['Origin id', show(record['origin_id'])],
      ['Since', utc(verdict.since)],
      [
        'Data good as of',
        goodAsOf.kind === 'never' ? `never: ${goodAsOf.why}` : `${utc(goodAsOf.time)}: ${goodAsOf.why}`
      ],
      ['Who acts', `${verdict.action.who}: ${verdict.action.what}`],
      ['Last seen by a walk', utc(health.lastSeenAt)]
    ],
    words: fillWords(verdict.words, { since: verdict.since, good: goodAsOf.time }, utc),
    notes: verdict.notes,
    tables: [
      {
        title: 'What the verdict rests on',
        head: ['Field', 'Value', 'Meaning'],
        rows: verdict.evidence.map(({ field, value, reading }) => [field, show(value), reading])
      },
      {
        title: 'Record',
        head: ['Field', 'Value'],
        rows: Object.entries(record).map(([field, value]) => [field, show(value)])
      },
      {
        title: 'What was seen',
        head: ['When', 'What', 'Source'],
        rows: health.timeline.map(({ at, words, source }) => [utc(at), words, source])
      },
      {
        title: 'Requests made',
        head: ['Request'],
        rows: one.requests.map((request) => [show(request)])
      }
    ].filter(({ rows }) => rows.length > 0)
  }
}

function show(value: unknown): string {
  if (value === undefined) return 'absent'
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}
