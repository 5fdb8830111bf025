import { Activity, unrecordedWhy } from '../../activity/activity'
import { BriefCopy } from '../../base/brief-copy'
import type { Place } from '../../../shared/workspaces/place'
import { Confirmer } from '../../guard/confirmer'
import { IntegrationNames } from '../../connectors/integration-names'
import { keptIntegrationName } from '../../mappings/lookups'
import { RateLimits } from '../../http/rate-limit'
import { CallLog } from '../../http/call-log'
import { createClient } from '../../http/client'
import { dispatchers } from '../../http/proxy'
import { undiciTransport } from '../../http/transport'
import { BearerTokens } from '../../secrets/bearer-tokens'
import { OwnSecrets } from '../../secrets/own-secrets'
import { bindTokens } from '../../workspaces/bind-tokens'
import { Certificates } from '../../workspaces/certificates'
import { Lock } from '../../workspaces/lock'
import { practiceInThread } from '../../workspaces/practice-host'
import { KnownHosts } from '../../workspaces/known-hosts'
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
    thread,
    history
  } = ground
  const unrecorded = () => unrecordedWhy(thread.keeping())
  const activity = new Activity({
    unrecorded,
    store: history,
    clock,
    masker,
    operator,
    added: (workspaceId, calls) => broadcast('activity:added', { workspaceId, calls }),
    failed: failed('The activity could not take a call')
  })
  const calls = new CallLog()
  const rateLimits = new RateLimits(({ workspaceId, region }, known) =>
    broadcast('app:rateLimitsChanged', { workspaceId, region, rateLimits: known })
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
    rateLimits,
    redact: masker.mask,
    log(call, headers) {
      calls.add({ ...call, headers })
      activity.log(call)
    },
    async begin(call, mayGoUnrecorded) {
      const end = await activity.begin(call, mayGoUnrecorded)
      return (ended, headers) => {
        calls.add({ ...ended, headers })
        return end(ended)
      }
    }
  })
  const practice = practiceInThread(bundle('practice-thread'))
  const bearers = new BearerTokens(secrets, masker, keychain)
  const bind = () => bindTokens(settings, secrets)
  const hosts: KnownHosts = new KnownHosts({
    policy,
    workspaces: () => workspaces.list(),
    team: () => settings.get().team,
    confirmer: { confirm: (act, signal) => confirmer.confirm(act, signal) }
  })
  const workspaces = new Workspaces(settings, bearers, bind, client, practice, policy, hosts)
  const whereabouts = ({ workspaceId, region }: Place) => {
    const found = workspaces.list().find(({ id }) => id === workspaceId)
    const baseUrl = (region === 'eu' ? found?.euBaseUrl : null) ?? found?.baseUrl
    return {
      name: workspaces.nameOf(workspaceId),
      practice: found?.kind === 'practice',
      origin: baseUrl ? new URL(baseUrl).origin : '',
      environment: found?.environment ?? null
    }
  }
  const names = new IntegrationNames(client)
  const integrationName = async (place: Place, slug: string) =>
    names.of(place, slug) ?? keptIntegrationName(history, place, slug)
  const confirmer = new Confirmer({
    ...{ show, whereabouts, integrationName, now, unrecorded },
    hiding: (tokens) => new OwnSecrets(tokens),
    guard: () => lock.guard(),
    save: dialogs.saveFile
  })

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
      confirmer.end()
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
    rateLimits,
    certificates,
    ways,
    transport,
    client,
    hosts,
    practice,
    bearers,
    workspaces,
    names,
    integrationName,
    confirmer,
    copied,
    lock
  }
}

export type Service = ReturnType<typeof openService>
