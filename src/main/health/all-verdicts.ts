import type { Place } from '../../shared/model/place'
import type { RowVerdict } from '../../shared/model/verdict'
import type { HealthStore } from './store'

/** Of verdicts at a time. */
const atOnce = 5_000

/** The verdict of every connector of a place, in chunks. @param now ms since 1970 */
export async function* allVerdicts(
  history: Pick<HealthStore, 'verdicts'>,
  place: Place,
  now: number
): AsyncGenerator<RowVerdict[]> {
  for (let from: number | null = 0; from !== null;) {
    const { rows, next }: Awaited<ReturnType<typeof history.verdicts>> = await history.verdicts({
      ...{ place, now, from, count: atOnce }
    })
    yield rows
    from = next
  }
}
