import type { ShownAct } from '../../shared/confirm'
import { AppError } from '../../shared/errors'
import { readableName } from '../../shared/integration-name'
import type { Place } from '../../shared/model/place'
import { Confirmer } from './confirmer'
import { Grant, type Leaving } from './grant'

/** A person who answers at once: with yes, unless set otherwise. `acts`: what they were shown; `lock`: the app locks. */
export function personWho(
  agrees: (act: ShownAct, signal: AbortSignal) => boolean | Promise<boolean> = () => true,
  integrationName = async (_: Place, slug: string) => readableName(slug),
  unrecorded: () => string | null = () => null
) {
  const acts: ShownAct[] = []
  let locked = false
  const show = async (act: ShownAct, signal: AbortSignal) => {
    acts.push(act)
    return agrees(act, signal)
  }
  const guard = () => {
    if (locked) throw new AppError('app-locked', 'Connector Desk is locked.')
  }
  const whereabouts = () =>
    ({ name: 'Harbourline', practice: false, origin: 'https://api.example.com', environment: 'production' }) as const
  const parts = { show, whereabouts, integrationName, mask: (text: string) => text, now: Date.now, unrecorded }
  const confirmer = new Confirmer({ ...parts, guard, save: async () => null })
  const lock = () => {
    locked = true
    confirmer.end()
  }
  return { acts, confirmer, lock }
}

/** A grant for these requests, as a confirmation gives it. */
export const grantFor = (...requests: Leaving[]) => new Grant(requests, Date.now() + 60_000, Date.now)
