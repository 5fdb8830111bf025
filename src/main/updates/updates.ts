import type { KeyObject } from 'node:crypto'
import { AppError, toAppError } from '../../shared/errors'
import type { UpdateOffer, Updates, UpdateState } from '../../shared/updates/update'
import { waitUntil, type Clock } from '../base/clock'
import { Teller } from '../base/teller'
import type { Download } from '../http/download'
import { type Transport, TransportFailure, type TransportResponse } from '../http/transport'
import { buildUrl } from '../http/url'
import { readUpdateAddress } from './address'
import { refused, type UpdatePackage, manifestName, readManifest } from './manifest'
import { PackageFolder } from './package-file'
import type { UpdatePolicy } from '../policy/updates'
import { isWebPage } from '../http/web-page'
import { failureOf, refusalOf } from './failures'
import { compareVersions } from './version'

export interface UpdateParts {
  /** null before the operator's first choice, empty after they switched updates off */
  chosen: { get(): string | null; set(address: string): void }
  policy: () => UpdatePolicy
  /** The publisher's; null if this build has none. */
  key: KeyObject | null
  version: string
  /** See `updateTarget`. */
  target: string
  /** A folder of the profile that holds the package. */
  folder: string
  transport: Transport
  download: Download
  clock: Clock
  showInFolder: (file: string) => void
  changed: (updates: Updates) => void
}

const day = 24 * 60 * 60_000
/** Publishers sign again within this time: the folder's host may withhold a newer list. */
const longestKept = 90 * day

interface Asked {
  /** The folder's address; parsed again, because settings may have been edited. */
  from: string
  key: KeyObject
  /** This app's version; `target` is its package. */
  version: string
  target: string
}

/** Bytes: notes of 20,000 characters and a few packages. */
const largestManifest = 256_000
const timeoutMs = 30_000

/** `signedAt`: of the list, ms since 1970 */
type Found = { signedAt: number } & (
  { newer: true; offer: UpdateOffer; of: UpdatePackage } | { newer: false; older: string | null }
)

/**
 * Asks once for the signed list, without a token or cookie, and picks this computer's package.
 * @throws AppError update-refused, update-failed, untrusted-certificate, cancelled; invalid-input for the address
 */
async function askFolder(
  { from, key, version, target }: Asked,
  transport: Transport,
  signal: AbortSignal
): Promise<Found> {
  const read = readUpdateAddress(from)
  if ('problem' in read) throw new AppError('invalid-input', read.problem)
  const answer = await fetchManifest(buildUrl(read.url, `/${manifestName}`), transport, signal)
  const { version: offered, notes, signedAt, packages } = readManifest(answer.body.toString('utf8'), key)
  const order = compareVersions(offered, version)
  if (order <= 0) return { signedAt, newer: false, older: order < 0 ? offered : null }
  const of = packages[target]
  if (!of) throw refused(`The update folder has version ${offered}, but no package for this computer (${target}).`)
  return { signedAt, newer: true, offer: { version: offered, notes, bytes: of.bytes }, of }
}

async function fetchManifest(url: URL, transport: Transport, signal: AbortSignal): Promise<TransportResponse> {
  const request = { method: 'GET', url, headers: {}, signal, timeoutMs, maxBytes: largestManifest }
  const answer = await transport(request).catch((thrown: unknown) => {
    throw thrown instanceof TransportFailure ? failureOf(thrown) : thrown
  })
  if (answer.status !== 200) throw refusalOf(answer.status, manifestName)
  if (isWebPage(answer)) {
    throw refused(
      'The update folder answers with a web page: the address may be wrong, or this network asks for a sign-in.'
    )
  }
  return answer
}

/**
 * Installs nothing and ends nothing: the operator opens the package with the system's installer
 * (docs/decisions/0002-updates.md).
 */
export class AppUpdates {
  private readonly folder: PackageFolder
  private state: UpdateState | null = null
  private offered: { offer: UpdateOffer; of: UpdatePackage; from: string } | null = null
  /** When the last list was signed, ms since 1970. */
  private signedAt: number | null = null
  private under: { stop: AbortController; done: Promise<void> } | null = null
  private readonly ended = new AbortController()

  constructor(private readonly parts: UpdateParts) {
    this.folder = new PackageFolder(parts.folder)
  }

  get now(): Updates {
    const { managed, enabled } = this.parts.policy()
    return {
      address: this.address,
      managed: managed || !enabled,
      oldSince: this.off ? null : this.oldSince,
      state: this.off ?? this.state ?? { kind: 'unchecked' }
    }
  }

  /** Checks at the start and daily until `stop`. */
  async begin(): Promise<void> {
    const { clock } = this.parts
    const { signal } = this.ended
    await (this.off ? this.folder.tidy() : this.folder.tidyParts())
    while (!signal.aborted) {
      // Keeps a package that is there or on its way.
      if (!this.off && !this.hasPackage) await this.check()
      await waitUntil(clock.now() + day, clock, signal).catch(() => undefined)
    }
  }

  /** Leaves no unfinished download. */
  async stop(): Promise<void> {
    this.ended.abort()
    await this.interrupt()
  }

  /** @throws AppError invalid-input, with what is wrong at `address` */
  async setAddress(typed: string): Promise<Updates> {
    if (this.now.managed) throw atField('Managed by your organization.')
    const read = typed.trim() ? readUpdateAddress(typed) : { url: '' }
    if ('problem' in read) throw atField(read.problem)
    await this.interrupt()
    this.parts.chosen.set(read.url)
    await this.folder.tidy()
    this.offered = null
    this.signedAt = null
    this.become({ kind: 'unchecked' })
    return this.check()
  }

  async check(): Promise<Updates> {
    const { transport, clock, version, target, key } = this.parts
    if (!key) return this.now
    await this.work(async (signal) => {
      this.become({ kind: 'checking' })
      this.offered = null
      const from = this.address
      const found = await askFolder({ from, key, version, target }, transport, signal)
      const at = clock.now()
      this.signedAt = found.signedAt
      if (!found.newer) {
        await this.folder.tidy()
        return { kind: 'current', at, older: found.older }
      }
      const { offer, of } = found
      this.offered = { offer, of, from }
      await this.folder.tidy((name) => name === of.name)
      return (await this.folder.holds(of)) ? { kind: 'ready', offer, file: of.name } : { kind: 'available', at, offer }
    })
    return this.now
  }

  async download(): Promise<Updates> {
    const { offered } = this
    if (!offered) return this.now
    await this.work(async (signal) => {
      const { offer, of, from } = offered
      let bytes = 0
      const teller = new Teller(() => this.become({ kind: 'downloading', offer, bytes }))
      teller.now()
      try {
        await this.folder.fetch(of, buildUrl(from, `/${of.name}`), this.parts.download, signal, (came) => {
          bytes = came
          teller.soon()
        })
      } finally {
        teller.now()
      }
      return { kind: 'ready', offer, file: of.name }
    })
    return this.now
  }

  cancel(): Updates {
    this.under?.stop.abort()
    return this.now
  }

  /** Shows the package, unless it changed since its check. */
  async showFile(): Promise<Updates> {
    const { offered } = this
    if (this.state?.kind !== 'ready' || !offered) return this.now
    await this.work(async () => {
      const { offer, of } = offered
      if (!(await this.folder.holds(of))) {
        await this.folder.tidy()
        throw refused(`${of.name} was changed or removed after its download.`)
      }
      this.parts.showInFolder(this.folder.pathOf(of))
      return { kind: 'ready', offer, file: of.name }
    })
    return this.now
  }

  private get address(): string {
    const { address, managed } = this.parts.policy()
    return (managed ? address : (this.parts.chosen.get() ?? address)) ?? ''
  }

  private get off(): UpdateState | null {
    if (!this.parts.policy().enabled) return { kind: 'off', why: 'policy' }
    if (!this.address) return { kind: 'off', why: 'no-address' }
    return this.parts.key ? null : { kind: 'off', why: 'no-key' }
  }

  private get oldSince(): number | null {
    const { signedAt } = this
    return signedAt !== null && this.parts.clock.now() - signedAt > longestKept ? signedAt : null
  }

  private get hasPackage(): boolean {
    return this.state?.kind === 'ready' || this.state?.kind === 'downloading'
  }

  /** Does nothing while other work runs; the result is the new state. */
  private async work(run: (signal: AbortSignal) => Promise<UpdateState>): Promise<void> {
    if (this.under || this.off) return
    const stop = new AbortController()
    const done = run(stop.signal)
      .catch((thrown: unknown): UpdateState => {
        return { kind: 'failed', error: toAppError(thrown).toShape(), offer: this.offered?.offer ?? null }
      })
      .then((next) => {
        this.under = null
        this.become(next)
      })
    this.under = { stop, done }
    await done
  }

  private async interrupt(): Promise<void> {
    const { under } = this
    under?.stop.abort()
    await under?.done
  }

  private become(state: UpdateState): void {
    this.state = state
    this.parts.changed(this.now)
  }
}

const atField = (problem: string) => new AppError('invalid-input', problem, { fields: { address: problem } })
