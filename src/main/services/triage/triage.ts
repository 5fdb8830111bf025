import { isCase, type RowVerdict } from '../../../shared/model/verdict'
import { lookAround, type Around } from './around'
import { EndUsers } from './blast-radius'
import { goodAsOf } from './good-as-of'
import { judge, type Judgment } from './judge'
import type { Subject } from './subject'

/** All connectors of one region, judged at one time. */
export interface Triage {
  subjects: readonly Subject[]
  around: Around
  judgments: ReadonlyMap<string, Judgment>
  endUsers: EndUsers
  /** Production connectors by integration slug. */
  integrationTotals: ReadonlyMap<string, number>
}

/** Judges connectors, each on its own and among the others. Pure. @param now ms since 1970 */
export function triage(subjects: readonly Subject[], now: number): Triage {
  const around = lookAround(subjects, now)
  const judgments = new Map<string, Judgment>()
  const integrationTotals = new Map<string, number>()
  for (const subject of subjects) {
    judgments.set(subject.key, judge(subject, around))
    const { isTest, integrationSlug } = subject.connector
    if (!isTest) integrationTotals.set(integrationSlug, (integrationTotals.get(integrationSlug) ?? 0) + 1)
  }
  const endUsers = new EndUsers(subjects, ({ key }) => isCase(judgments.get(key)?.kind ?? 'healthy'))
  return { subjects, around, judgments, endUsers, integrationTotals }
}

/** The verdict of each connector in the order given, as a grid needs it. */
export function rowVerdicts({ subjects, judgments }: Triage, from = 0, count = subjects.length): RowVerdict[] {
  return subjects.slice(from, from + count).map((subject) => {
    const { kind, since } = judgments.get(subject.key) ?? { kind: 'unknown', since: null }
    const { time, kind: goodKind } = goodAsOf(subject)
    return { key: subject.key, kind, since, goodAsOf: { time, kind: goodKind } }
  })
}
