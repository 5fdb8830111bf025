import type { Place } from '../../shared/workspaces/place'
import type { RowDiagnosis } from '../../shared/issues/diagnosis'
import type { ConnectorStore } from './store'

const atOnce = 5_000

/** In chunks. @param now ms since 1970 */
export async function* allDiagnoses(
  history: Pick<ConnectorStore, 'diagnoses'>,
  place: Place,
  now: number
): AsyncGenerator<RowDiagnosis[]> {
  for (let from: number | null = 0; from !== null;) {
    const { rows, next }: Awaited<ReturnType<typeof history.diagnoses>> = await history.diagnoses({
      ...{ place, now, from, count: atOnce }
    })
    yield rows
    from = next
  }
}
