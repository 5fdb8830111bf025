import type { Finding, Outcome } from '../../shared/doctor/finding'
import type { ChosenCertificate } from '../../shared/settings/certificate'
import type { Keeping } from '../../shared/connectors/snapshot'
import type { KeychainState } from '../../shared/workspaces/workspace'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import type { Route } from '../http/route'
import type { Transport } from '../http/transport'
import type { Policy } from '../policy/policy'
import type { HistoryState } from '../store/inspect'
import { lookAtClock } from './address/clock'
import { lookAtName } from './address/name'
import { lookAtProxy } from './address/proxy'
import { lookAtService, type ClockSample } from './address/service'
import { lookAtTls } from './address/tls'
import { lookAtToken } from './address/token'
import { lookAtCertificates } from './computer/certificates'
import { lookAtDisk } from './computer/disk'
import { lookAtHistory } from './computer/history'
import { lookAtKeychain } from './computer/keychain'
import { lookAtPolicy } from './computer/policy'
import { lookAtTeam, type JoinedTeam } from './computer/team'
import { lookAtVariables } from './computer/variables'
import { Examination, fault } from './examination'

export interface DoctorParts {
  policy: Policy
  environment: Readonly<Record<string, string | undefined>>
  /** The folder of the profile, and the person's own, which is shown as `~`. */
  profile: string
  home: string
  certificates: { list(): ChosenCertificate[]; pems(): string[] }
  inspectHistory: (signal: AbortSignal) => Promise<HistoryState>
  /** Whether the running app keeps what it sees; null where none runs. */
  keeping: () => Keeping | null
  keychain: { check(): Promise<KeychainState> }
  /** Whether some token was put into the keychain. */
  holdsTokens: () => boolean
  /** null where none was joined */
  team: () => JoinedTeam | null
  routeOf: (url: URL) => Promise<Route>
  transport: Transport
  client: Client
  /** ms since 1970 */
  now: () => number
}

/** An address to test. */
export interface Address {
  /** As "Default"; "Harbourline, EU" where there are several workspaces. */
  name: string
  baseUrl: string
  /** Reads the token of it; null where none is kept yet. */
  target: (() => Promise<Target>) | null
  /** Why the organization does not allow it; null where it does. */
  refusal: string | null
}

/** One look, ms. The keychain has 10 s of its own for each question, and check and token may ask two. */
const limitMs = 15_000
const keychainMs = 25_000
/** A history of a gigabyte on a slow disk. */
const historyMs = 60_000

/** Tests what the app depends on: this computer, and the way to each address. All of it side by side. */
export class Doctor {
  constructor(private readonly parts: DoctorParts) {}

  /** @param told called with each finding as it begins, and as it was found */
  async examine(
    addresses: readonly Address[],
    signal: AbortSignal,
    told: (finding: Finding) => void = () => undefined
  ): Promise<Finding[]> {
    const examination = new Examination(signal, told)
    this.lookHere(examination)
    for (const address of addresses) this.lookThere(examination, address)
    return examination.findings()
  }

  private lookHere(examination: Examination): void {
    const { policy, environment, profile, home, certificates, inspectHistory, keeping, keychain, holdsTokens, now } =
      this.parts
    const look = (check: Finding['check'], work: (signal: AbortSignal) => Promise<Outcome>, ms = limitMs) =>
      examination.look({ check, about: '', limitMs: ms, work })
    void look('policy', async () => lookAtPolicy(policy.state))
    void look('variables', async () => lookAtVariables(environment))
    void look('certificates', async () => lookAtCertificates(certificates.list(), now()))
    void look('disk', () => lookAtDisk(profile, home ? profile.replace(home, '~') : profile))
    void look('history', async (signal) => lookAtHistory(await inspectHistory(signal), keeping()), historyMs)
    void look('keychain', async () => lookAtKeychain(await keychain.check(), holdsTokens()), keychainMs)
    const team = this.parts.team()
    if (team) void look('team', async () => lookAtTeam(team.database, await team.openings()))
  }

  private lookThere(examination: Examination, { name, baseUrl, target, refusal }: Address): void {
    const { certificates, client, routeOf, now } = this.parts
    const url = new URL(baseUrl)
    const about = `${name}, ${baseUrl}`
    const chosen = certificates.pems()
    const look = (
      check: Finding['check'],
      after: Promise<Outcome>[],
      work: (signal: AbortSignal) => Promise<Outcome>,
      ms = limitMs
    ) => examination.look({ check, about, limitMs: ms, after, work })

    if (refusal !== null) return void look('service', [], async () => fault(refusal, 'See Managed settings above.'))
    let sample: ClockSample = { date: undefined, at: 0 }
    const routed = routeOf(url)
    const proxied = look('proxy', [], async (signal) => lookAtProxy(url, await routed, chosen, signal))
    const named = look('name', [proxied], async () => lookAtName(url, await routed))
    const secured = look('tls', [named], async (signal) => lookAtTls(url, await routed, chosen, now(), signal))
    const served = look('service', [secured], (signal) =>
      lookAtService(baseUrl, this.parts, signal, (heard) => (sample = heard))
    )
    void look('clock', [served], async () => lookAtClock(sample))
    if (target) void look('token', [served], (signal) => lookAtToken(target, client, signal), keychainMs)
  }
}
