import { freshHeadcountLimits, isIssue, type IssueCause, type RowDiagnosis } from '../../../shared/issues/diagnosis'
import { atOnce } from '../../base/steps'
import { lookAround, type Around } from './around'
import { byOriginId, Customers, severalIn } from './customers'
import { lastGoodSync } from './last-good-sync'
import { healthy, judge, type Judgment } from './judge'
import type { Subject } from './subject'

/** All connectors of one region at one time. */
export interface Triage {
  subjects: readonly Subject[]
  around: Around
  /** @param key of one of the subjects */
  judgmentOf: (key: string) => Judgment
  /** In the order of `subjects`, test connectors too. */
  troubled: readonly Troubled[]
  customers: Customers
  /** By integration slug. */
  integrations: ReadonlyMap<string, IntegrationCount>
}

export interface Troubled {
  subject: Subject
  judgment: Judgment
  kind: IssueCause
}

/** Production connectors only. */
export interface IntegrationCount {
  total: number
  healthy: number
  troubled: number
}

/** Judges each connector alone and among the others. Pure. @param now ms since 1970 */
export const triage = (...of: Parameters<typeof triageSteps>): Triage => atOnce(triageSteps(...of))

/** Connectors that are judged in a step. */
const judgedAtOnce = 500

/** As `triage`, in steps. @param subjects must stay as they are */
export function* triageSteps(
  subjects: readonly Subject[],
  now: number,
  headcounts = freshHeadcountLimits
): Generator<void, Triage> {
  const byOrigin = yield* byOriginId(subjects)
  const around = lookAround(subjects, now, severalIn(byOrigin), headcounts)
  /** Without those of nearly all. */
  const judgments = new Map<string, Judgment>()
  const judgmentOf = (key: string) => judgments.get(key) ?? healthy
  const troubled: Troubled[] = []
  const integrations = new Map<string, IntegrationCount>()
  for (const [at, subject] of subjects.entries()) {
    if (at % judgedAtOnce === 0) yield
    const judgment = judge(subject, around)
    const { kind } = judgment
    if (judgment !== healthy) judgments.set(subject.key, judgment)
    if (isIssue(kind)) troubled.push({ subject, judgment, kind })
    const { isTest, integrationSlug } = subject.connector
    if (isTest) continue
    const count = integrations.get(integrationSlug) ?? { total: 0, healthy: 0, troubled: 0 }
    count.total++
    if (kind === 'healthy') count.healthy++
    if (isIssue(kind)) count.troubled++
    integrations.set(integrationSlug, count)
  }
  const customers = new Customers(subjects, byOrigin, ({ key }) => isIssue(judgmentOf(key).kind))
  return { subjects, around, judgmentOf, troubled, customers, integrations }
}

/** In the given order. */
export function rowDiagnoses({ subjects, judgmentOf }: Triage, from = 0, count = subjects.length): RowDiagnosis[] {
  return subjects.slice(from, from + count).map((subject) => {
    const { kind, since } = judgmentOf(subject.key)
    const { time, kind: goodKind } = lastGoodSync(subject)
    return { key: subject.key, kind, since, lastGoodSync: { time, kind: goodKind } }
  })
}
