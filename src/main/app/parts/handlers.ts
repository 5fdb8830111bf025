import { isDeepStrictEqual } from 'node:util'
import type { AppState } from '../../../shared/app/state'
import { actionHandlers } from '../../handlers/actions'
import { activityHandlers } from '../../handlers/activity'
import { appHandlers } from '../../handlers/app'
import { certificateHandlers } from '../../handlers/certificates'
import { dataHandlers } from '../../handlers/data'
import { connectorHandlers } from '../../handlers/connectors'
import { desktopHandlers } from '../../handlers/desktop'
import { doctorHandlers } from '../../handlers/doctor'
import type { Handlers } from '../../handlers/handlers'
import { healthHandlers } from '../../handlers/health'
import { labHandlers } from '../../handlers/lab'
import { libraryHandlers } from '../../handlers/library'
import { mappingHandlers } from '../../handlers/mappings'
import { passthroughHandlers } from '../../handlers/passthrough'
import { recordHandlers } from '../../handlers/records'
import { recoveryHandlers } from '../../handlers/recovery'
import { savedFilterHandlers } from '../../handlers/saved-filters'
import { supportHandlers } from '../../handlers/support'
import { teamHandlers } from '../../handlers/team'
import { trendHandlers } from '../../handlers/trends'
import { updateHandlers } from '../../handlers/updates'
import { webhookHandlers } from '../../handlers/webhooks'
import { windowHandlers } from '../../handlers/window'
import { workspaceHandlers } from '../../handlers/workspaces'
import { useProxy } from '../../http/proxy'
import type { Features } from './features'

/** What each channel of the window asks of the parts. @param state what the whole window depends on */
export function handlersOf(parts: Features, state: () => AppState): Handlers {
  const {
    settings,
    policy,
    about,
    masker,
    clock,
    notices,
    keychain,
    tokens,
    pins,
    jobs,
    dialogs,
    print,
    inbox,
    login,
    tray,
    desktopChanged,
    save,
    outside,
    thread,
    history,
    activity,
    calls,
    rateLimits,
    certificates,
    client,
    hosts,
    workspaces,
    names,
    confirmer,
    copied,
    lock,
    refreshes,
    shared,
    actions,
    links,
    answers,
    responses,
    views,
    library,
    windowState,
    files,
    writeSchemas,
    sender,
    lab,
    lookups,
    mappings,
    collections,
    recoveries,
    records,
    webhooks,
    signatureKeys,
    doctor,
    updates,
    team,
    support,
    help,
    menuAct,
    ways
  } = parts
  return {
    ...appHandlers(state, {
      ...{ settings, policy, keychain, notices, lock, login, copied, confirmer },
      async preferred(before) {
        desktopChanged.call()
        const { proxy } = settings.get().preferences
        if (!isDeepStrictEqual(proxy, before.proxy)) {
          await useProxy(proxy)
          ways.renew()
        }
        return library.history.pruneNow()
      }
    }),
    ...certificateHandlers(state, certificates, confirmer),
    ...doctorHandlers({ policy, doctor, workspaces, hosts, masker, jobs }),
    ...desktopHandlers({ inbox, workspaces, history, tray }),
    ...updateHandlers(updates, confirmer),
    ...teamHandlers(team, hosts),
    ...supportHandlers({ bundle: support, save, ...help }, jobs),
    ...windowHandlers(windowState, menuAct),
    ...workspaceHandlers(state, {
      workspaces,
      tokens,
      pins,
      signatureKeys,
      history,
      library,
      collections,
      recoveries,
      lab,
      drafts: mappings.drafts,
      answers,
      activity,
      confirmer,
      jobs
    }),
    ...connectorHandlers({ rateLimits, client, names, clock, tokens, workspaces, refreshes, shared, jobs }),
    ...actionHandlers(actions, links, pins, answers, jobs),
    ...passthroughHandlers({ sender, schemas: writeSchemas, views, files, dialogs }, jobs),
    ...libraryHandlers({ library, responses, mayChange: () => team.mayChange() }),
    ...mappingHandlers({ lookups, mappings, jobs, masker }),
    ...labHandlers(lab, jobs),
    ...dataHandlers(collections, jobs),
    ...recordHandlers(records, jobs),
    ...recoveryHandlers(recoveries, jobs),
    ...webhookHandlers(webhooks, { webhooks, keys: signatureKeys, masker }, jobs),
    ...savedFilterHandlers({
      history,
      keeping: thread.keeping,
      mayChange: () => team.mayChange(),
      changed: () => team.told()
    }),
    ...activityHandlers({
      ...{ activity, clock, save },
      nameOf: (id) => workspaces.list().find((one) => one.id === id)?.name ?? '',
      showInFolder: dialogs.showInFolder
    }),
    ...trendHandlers({
      ...{ history, clock, masker, print, save },
      nameOf: (id) => workspaces.nameOf(id),
      showInFolder: dialogs.showInFolder
    }),
    ...healthHandlers({
      history,
      issuesChanged: () => team.told(),
      mayChangeIssues: () => team.mayChange(),
      keeping: thread.keeping,
      clock,
      answers,
      about,
      nameOf: (id) => workspaces.nameOf(id),
      masker,
      outside,
      settingsOf: (id) => workspaces.relinkOf(id),
      callsOf: ({ workspaceId, region }, about) =>
        calls.find((call) => call.workspaceId === workspaceId && call.region === region && about(call), 50),
      save
    })
  }
}
