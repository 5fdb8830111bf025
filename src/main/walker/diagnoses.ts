import type { Category } from '../../shared/connectors/category'
import type { ConnectorRow } from '../../shared/connectors/connector'
import type { DiagnosisKind } from '../../shared/issues/diagnosis'
import { HeldSubject } from '../issues/held-subject'
import { subjectOf } from '../issues/triage/subject'
import { triage, type Triage } from '../issues/triage/triage'
import { idText } from '../store/tables/connectors/page-lines'
import type { JudgedLine } from '../team/refresh/publish'

export type Counts = ReadonlyMap<Category, ReadonlyMap<DiagnosisKind, number>>

/** Diagnoses each connector by its newest record, as at first sight. */
export class Diagnoses {
  /** Without records, which take most of the memory. The last of equal keys counts. */
  private readonly subjects = new Map<string, HeldSubject>()

  take(rows: readonly ConnectorRow[]): void {
    for (const row of rows) this.subjects.set(row.key, new HeldSubject(subjectOf(row)))
  }

  /**
   * @param now ms since 1970
   * @returns each diagnosis, and counts of production connectors
   */
  judge(now: number): { lines: JudgedLine[]; counts: Counts; triage: Triage } {
    const counts = new Map<Category, Map<DiagnosisKind, number>>()
    const judged = triage([...this.subjects.values()], now)
    const { subjects, judgmentOf } = judged
    const lines = subjects.map(({ key, category, connector }) => {
      const diagnosis = judgmentOf(key).kind
      const ofCategory = counts.get(category) ?? new Map<DiagnosisKind, number>()
      counts.set(category, ofCategory)
      if (!connector.isTest) ofCategory.set(diagnosis, (ofCategory.get(diagnosis) ?? 0) + 1)
      return { category, id: idText(key.slice(category.length + 1)), verdict: diagnosis }
    })
    return { lines, counts, triage: judged }
  }
}
