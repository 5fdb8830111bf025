import { dueOf, type Due } from '../../shared/issues/due'
import type { Place } from '../../shared/workspaces/place'
import type { Clock } from '../base/clock'
import type { Workspaces } from '../workspaces/workspaces'
import type { IssueStore } from './store'

export interface DueParts {
  history: Pick<IssueStore, 'issueList'>
  workspaces: Pick<Workspaces, 'dueTimesOf'>
  clock: Clock
}

/** @returns when an issue of a connector is due, null without a target; null for a workspace without due times */
export async function dueIn(
  { history, workspaces, clock }: DueParts,
  place: Place
): Promise<((key: string) => Due | null) | null> {
  const times = workspaces.dueTimesOf(place.workspaceId)
  if (!times) return null
  const now = clock.now()
  const { groups, snoozed, tests } = await history.issueList({ place, now })
  const open = groups.flatMap(({ incidents, integrations }) => [...incidents, ...integrations])
  const all = [...open.flatMap(({ issues }) => issues), ...snoozed, ...tests]
  const byKey = new Map(all.map((one) => [one.key, one]))
  return (key) => {
    const one = byKey.get(key)
    return one ? dueOf(one, times, now) : null
  }
}
