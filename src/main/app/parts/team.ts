import { assignedNotices } from '../../desktop/assigned-notices'
import type { IssueNoticeParts } from '../../desktop/issue-notices'
import { allDiagnoses } from '../../health/all-diagnoses'
import type { SharedLibrary } from '../../team/kinds/library-contents'
import { sharedPlaces } from '../../team/places'
import { Team } from '../../team/team'
import { Scopes } from '../../team/refresh/scope'
import { SharedRefreshes } from '../../team/refresh/shared-refreshes'
import type { Service } from './service'

/** The team of this desk, and the refreshes it shares. */
export function openTeam(
  service: Service,
  notices: IssueNoticeParts,
  /** Opened later than the team. */
  library: () => SharedLibrary
) {
  const {
    activity,
    broadcast,
    certificates,
    clock,
    confirmer,
    desktopChanged,
    dialogs,
    failed,
    history,
    integrationName
  } = service
  const { lock, masker, now, operator, policy, secrets, settings, workspaces } = service
  const tellAssigned = assignedNotices({
    ...notices,
    async about({ place, key }) {
      const found = (await history.connector({ place, key, now: now() }))?.fields ?? []
      const text = (name: string) => String(found.find(({ field }) => field === name)?.value ?? '')
      const slug = text('integration_slug')
      return { customer: text('end_user'), integration: slug && (await integrationName(place, slug)) }
    }
  })

  const team = new Team({
    ...{ settings, secrets, policy, confirmer, masker, operator, clock },
    store: history,
    certificates: () => certificates.pems(),
    chooseFile: dialogs.openFile,
    places: () => sharedPlaces(workspaces.list()),
    assigned(issues, away) {
      for (const { place, key } of issues) broadcast('team:assigned', { ...place, keys: [key] })
      tellAssigned(issues, away).catch(failed('A notification could not be shown'))
    },
    library: {
      contentOf: (workspaceId, id) => library().contentOf(workspaceId, id),
      take: (of, content) => library().take(of, content)
    },
    broadcast,
    failed: failed('Team')
  })
  activity.changed.add(() => team.told())
  const scopes = new Scopes()
  desktopChanged.add(() => {
    team.follow(lock.state !== null)
    if (lock.state !== null) scopes.forget()
  })
  const shared = new SharedRefreshes({
    ...{ masker, clock, store: history, rows: history, failed: failed('Team') },
    live: () => team.live(),
    scopes,
    accepted: () => settings.get().preferences.teamMinutes * 60_000,
    diagnoses: (place) => allDiagnoses(history, place, now()),
    unshared: (why) => team.unshared(why)
  })
  return { team, shared }
}
