import type { ShownAct } from '../../shared/confirm'
import { readableName } from '../../shared/integration-name'
import type { Place } from '../../shared/model/place'
import { Confirmer } from './confirmer'
import { Grant, type Leaving } from './grant'

/** A person who answers at once: with yes, unless set otherwise. `acts`: what they were shown. */
export function personWho(
  agrees: (act: ShownAct) => boolean | Promise<boolean> = () => true,
  integrationName = async (_: Place, slug: string) => readableName(slug)
) {
  const acts: ShownAct[] = []
  const show = async (act: ShownAct) => {
    acts.push(act)
    return agrees(act)
  }
  const nameOf = () => ({ name: 'Harbourline', practice: false })
  return { acts, confirmer: new Confirmer(show, nameOf, integrationName, (text) => text, Date.now) }
}

/** A grant for these requests, as a confirmation gives it. */
export const grantFor = (...requests: Leaving[]) => new Grant(requests, Date.now() + 60_000, Date.now)
