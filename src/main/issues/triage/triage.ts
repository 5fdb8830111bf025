import { freshHeadcountLimits, isIssue, type RowDiagnosis } from '../../../shared/issues/diagnosis'
import { lookAround, type Around } from './around'
import { byOriginId, Customers } from './customers'
import { lastGoodSync } from './last-good-sync'
import { judge, type Judgment } from './judge'
import type { Subject } from './subject'

/** All connectors of one region at one time. */
export interface Triage {
  subjects: readonly Subject[]
  around: Around
  judgments: ReadonlyMap<string, Judgment>
  customers: Customers
  /** By integration slug. */
  integrations: ReadonlyMap<string, IntegrationCount>
}

/** Production connectors only. */
export interface IntegrationCount {
  total: number
  healthy: number
  troubled: number
}

/** Judges each connector alone and among the others. Pure. @param now ms since 1970 */
export function triage(subjects: readonly Subject[], now: number, headcounts = freshHeadcountLimits): Triage {
  const byOrigin = byOriginId(subjects)
  const around = lookAround(subjects, now, byOrigin.values(), headcounts)
  const judgments = new Map<string, Judgment>()
  const integrations = new Map<string, IntegrationCount>()
  for (const subject of subjects) {
    const judgment = judge(subject, around)
    judgments.set(subject.key, judgment)
    const { isTest, integrationSlug } = subject.connector
    if (isTest) continue
    const count = integrations.get(integrationSlug) ?? { total: 0, healthy: 0, troubled: 0 }
    count.total++
    if (judgment.kind === 'healthy') count.healthy++
    if (isIssue(judgment.kind)) count.troubled++
    integrations.set(integrationSlug, count)
  }
  const customers = new Customers(subjects, byOrigin, ({ key }) => isIssue(judgments.get(key)?.kind ?? 'healthy'))
  return { subjects, around, judgments, customers, integrations }
}

/** In the given order. */
export function rowDiagnoses({ subjects, judgments }: Triage, from = 0, count = subjects.length): RowDiagnosis[] {
  return subjects.slice(from, from + count).map((subject) => {
    const { kind, since } = judgments.get(subject.key) ?? { kind: 'unknown', since: null }
    const { time, kind: goodKind } = lastGoodSync(subject)
    return { key: subject.key, kind, since, lastGoodSync: { time, kind: goodKind } }
  })
}
