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
import {
  lookAtProxy,
  lookAtName,
  lookAtTls,
  lookAtService,
  type ClockSample,
  lookAtClock,
  lookAtToken
} from './address'
import {
  lookAtPolicy,
  lookAtVariables,
  lookAtCertificates,
  lookAtDisk,
  lookAtHistory,
  lookAtKeychain,
  lookAtTeam,
  type JoinedTeam
} from './computer'
import { Examination, fault } from './examination'

export interface DoctorParts {
  policy: Policy
  environment: Readonly<Record<string, string | undefined>>
  /** `home` is shown as `~`. */
  profile: string
  home: string
  certificates: { list(): ChosenCertificate[]; pems(): string[] }
  inspectHistory: (signal: AbortSignal) => Promise<HistoryState>
  /** null if no app is running */
  keeping: () => Keeping | null
  keychain: { check(): Promise<KeychainState> }
  /** Whether the keychain should hold a token. */
  holdsTokens: () => boolean
  /** null without a team */
  team: () => JoinedTeam | null
  /** Tests the mail server; null without one. */
  mail: () => (() => Promise<Outcome>) | null
  routeOf: (url: URL) => Promise<Route>
  transport: Transport
  client: Client
  /** ms since 1970 */
  now: () => number
}

export interface Address {
  /** As "Default"; "Harbourline, EU" with several workspaces. */
  name: string
  baseUrl: string
  /** Reads its token; null without one. */
  target: (() => Promise<Target>) | null
  /** Why the organization forbids it; null if it does not. */
  refusal: string | null
  /** A provider's status page: only the way to it is tested. */
  isPage?: true
  /** A ticket tracker: it is asked as well. */
  tracker?: (signal: AbortSignal) => Promise<Outcome>
}

/** Limit of a test, ms. The keychain takes up to 10 s a question, and check and token may ask two. */
const limitMs = 15_000
const keychainMs = 25_000
/** It takes 30 s to give up a server that says nothing. */
const mailMs = 60_000
/** A tracker may ask to wait. */
const trackerMs = 45_000
/** For a gigabyte of history on a slow disk. */
const historyMs = 60_000

export class Doctor {
  constructor(private readonly parts: DoctorParts) {}

  /** @param told called when a test begins, and with its finding */
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
    const mail = this.parts.mail()
    if (mail) void look('mail', mail, mailMs)
  }

  private lookThere(examination: Examination, { name, baseUrl, target, refusal, isPage, tracker }: Address): void {
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
    if (tracker) void look('tracker', [secured], tracker, trackerMs)
    if (isPage) return
    const served = look('service', [secured], (signal) =>
      lookAtService(baseUrl, this.parts, signal, (heard) => (sample = heard))
    )
    void look('clock', [served], async () => lookAtClock(sample))
    if (target) void look('token', [served], (signal) => lookAtToken(target, client, signal), keychainMs)
  }
}
