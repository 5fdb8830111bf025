import type { ShownAct } from '../../shared/guard/confirm'
import { AppError } from '../../shared/errors'
import { readableName } from '../../shared/integration-name'
import type { Place } from '../../shared/workspaces/place'
import { OwnSecrets } from '../secrets/own-secrets'
import { Confirmer, type SaveRequest, type Second, type ShowAct } from './confirmer'
import { Grant, type Leaving } from './grant'

/** A person who answers at once, by default yes. `acts`: shown acts; `files`: saved files; `lock`: locks the app. */
export function personWho(
  agrees: (act: ShownAct, signal: AbortSignal, save: SaveRequest) => boolean | Promise<boolean> = () => true,
  integrationName = async (_: Place, slug: string) => readableName(slug),
  unrecorded: () => string | null = () => null,
  second: Second = { needs: () => false, colleagues: async () => null, agreed: async () => async () => true }
) {
  const acts: ShownAct[] = []
  const files: [name: string, content: string][] = []
  let locked = false
  const show: ShowAct = async (act, signal, save) => {
    acts.push(act)
    return { agreed: await agrees(act, signal, save), why: act.asksWhy ? 'It is needed' : '' }
  }
  const guard = () => {
    if (locked) throw new AppError('app-locked', 'Connector Desk is locked.')
  }
  const whereabouts = () =>
    ({ name: 'Harbourline', practice: false, origin: 'https://api.example.com', environment: 'production' }) as const
  const hiding = (tokens: readonly string[]) => new OwnSecrets(tokens)
  const parts = { show, whereabouts, integrationName, hiding, now: Date.now, unrecorded }
  const confirmer = new Confirmer({
    ...parts,
    guard,
    second,
    save: async (name, content) => (files.push([name, content]), name)
  })
  const lock = () => {
    locked = true
    confirmer.end()
  }
  return { acts, files, confirmer, lock }
}

export const grantFor = (...requests: Leaving[]) => new Grant(requests, Date.now() + 60_000, Date.now)
