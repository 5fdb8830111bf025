import { Activity } from '../../activity/activity'
import { BriefCopy } from '../../base/brief-copy'
import type { Place } from '../../../shared/model/place'
import { Confirmer } from '../../guard/confirmer'
import { IntegrationNames } from '../../connectors/integration-names'
import { keptIntegrationName } from '../../mappings/lookups'
import { Budgets } from '../../http/budget'
import { CallLog } from '../../http/call-log'
import { createClient } from '../../http/client'
import { dispatchers } from '../../http/proxy'
import { undiciTransport } from '../../http/transport'
import { BearerTokens } from '../../secrets/bearer-tokens'
import { bindTokens } from '../../workspaces/bind-tokens'
import { Certificates } from '../../workspaces/certificates'
import { Lock } from '../../workspaces/lock'
import { practiceInThread } from '../../workspaces/practice-host'
import { Workspaces } from '../../workspaces/workspaces'
import type { Ground } from './ground'

/** The one client that asks a service, what it needs to know and what it reports to; the lock that stops it. */
export function openService(ground: Ground) {
  const {
    masker,
    settings,
    policy,
    managed,
    broadcast,
    show,
    dropPage,
    desktopChanged,
    clipboard,
    dialogs,
    clock,
    now,
    failed,
    bundle,
    secrets,
    keychain,
    tokens,
    operator,
    jobs,
    history
  } = ground
  const activity = new Activity({
    store: history,
    clock,
    masker,
    operator,
    added: (workspaceId, calls) => broadcast('activity:added', { workspaceId, calls }),
    failed: failed('The activity could not take a call')
  })
  const calls = new CallLog()
  const budgets = new Budgets(({ workspaceId, region }, known) =>
    broadcast('budget:changed', { workspaceId, region, budgets: known })
  )
  const certificates = new Certificates({
    settings,
    policy,
    managed: managed.certificates,
    chooseFile: dialogs.openFile,
    now,
    changed: () => ways.renew()
  })
  const ways = dispatchers(() => certificates.pems())
  const transport = undiciTransport(ways.dispatcherFor)
  const client = createClient({
    transport,
    clock,
    budgets,
    redact: masker.mask,
    log(call, headers) {
      calls.add({ ...call, headers })
      activity.log(call)
    },
    async begin(call) {
      const end = await activity.begin(call)
      return (ended, headers) => {
        calls.add({ ...ended, headers })
        return end(ended)
      }
    }
  })
  const practice = practiceInThread(bundle('practice-thread'))
  const bearers = new BearerTokens(secrets, masker, keychain)
  const workspaces = new Workspaces(settings, bearers, () => bindTokens(settings, secrets), client, practice, policy)
  const placeName = (id: string) => ({
    name: workspaces.nameOf(id),
    practice: workspaces.list().some((one) => one.id === id && one.kind === 'practice')
  })
  const names = new IntegrationNames(client)
  const integrationName = async (place: Place, slug: string) =>
    names.of(place, slug) ?? keptIntegrationName(history, place, slug)
  const confirmer = new Confirmer(show, placeName, integrationName, masker.mask, now)

  // The lock, and what it takes out of memory and the clipboard
  const copied = new BriefCopy(clipboard, clock)
  const lock = new Lock({
    jobs,
    keychain,
    inKeychain: () => workspaces.list().some(({ tokens }) => Object.values(tokens).includes('keychain')),
    forget() {
      bearers.forgetSession()
      tokens.forgetAll()
    },
    changed() {
      void copied.clear()
      dropPage()
      desktopChanged.call()
    },
    now
  })

  return {
    ...ground,
    activity,
    calls,
    budgets,
    certificates,
    ways,
    transport,
    client,
    practice,
    bearers,
    workspaces,
    placeName,
    names,
    integrationName,
    confirmer,
    copied,
    lock
  }
}

export type Service = ReturnType<typeof openService>
