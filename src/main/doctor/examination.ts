import { checkNames, type Check, type Finding, type Outcome } from '../../shared/doctor/finding'
import { toAppError } from '../../shared/errors'
import { unless } from '../base/clock'

export interface DoctorTest {
  check: Check
  /** Empty for this computer, else the address. */
  about: string
  /** ms. */
  limitMs: number
  /** Skipped if one of these has a fault or was skipped. */
  after?: readonly Promise<Outcome>[]
  /** @param signal fires at the limit, or when the examination is cancelled */
  work: (signal: AbortSignal) => Promise<Outcome>
}

export const ok = (words: string, facts: Outcome['facts'] = []): Outcome => ({ state: 'ok', words, next: '', facts })
export const warning = (words: string, next: string, facts: Outcome['facts'] = []): Outcome => ({
  ...{ state: 'warning', words, next, facts }
})
export const fault = (words: string, next: string, facts: Outcome['facts'] = []): Outcome => ({
  ...{ state: 'fault', words, next, facts }
})
const skipped = (words: string): Outcome => ({ state: 'skipped', words, next: '', facts: [] })

/** Each has its own limit: a hanging one, such as a keychain, delays only those that depend on it. */
export class Examination {
  private readonly looks: { finding: Finding; done: Promise<Outcome> }[] = []

  /** @param told called when a test begins, and with its finding */
  constructor(
    private readonly signal: AbortSignal,
    private readonly told: (finding: Finding) => void
  ) {}

  look(look: DoctorTest): Promise<Outcome> {
    const { check, about } = look
    const finding: Finding = { id: String(this.looks.length + 1), check, about, outcome: null }
    this.told(finding)
    const done = this.outcomeOf(look).then((outcome) => {
      finding.outcome = outcome
      this.told(finding)
      return outcome
    })
    this.looks.push({ finding, done })
    return done
  }

  /** @returns findings in the order of the tests */
  async findings(): Promise<Finding[]> {
    await Promise.all(this.looks.map(({ done }) => done))
    return this.looks.map(({ finding }) => finding)
  }

  private async outcomeOf({ check, limitMs, after = [], work }: DoctorTest): Promise<Outcome> {
    const before = await Promise.all(after)
    if (this.signal.aborted) return skipped('Cancelled before it was tested.')
    if (before.some(({ state }) => state === 'fault' || state === 'skipped')) {
      return skipped('Not tested, as what comes before it failed.')
    }
    const limit = AbortSignal.timeout(limitMs)
    const stop = AbortSignal.any([this.signal, limit])
    try {
      return await unless(stop, work(stop))
    } catch (thrown) {
      if (this.signal.aborted) return skipped('Cancelled before it was tested.')
      if (!limit.aborted) return fault(toAppError(thrown).message, 'Test again; if it stays, pass this report on.')
      return fault(`No answer within ${Math.round(limitMs / 1_000)} s.`, hangs[check] ?? 'Test again.')
    }
  }
}

const hangs: Partial<Record<Check, string>> = {
  disk: `The disk of the profile does not respond: it may be a disconnected network drive.`,
  history: 'The history is large, or its disk slow. Test again while nothing else uses the disk.',
  keychain: 'Look for a keychain prompt. If there is none, restart the keychain and test again.',
  proxy: 'Ask whoever runs the proxy, or its PAC file, whether it works.',
  name: 'The DNS server does not answer. Check the network, the VPN and the DNS settings of this computer.',
  tls: `The server accepts no connection: a firewall may block it. Ask whoever runs this network to allow it.`,
  service: `The server accepts the connection and does not respond. Ask the API’s support, or whoever runs the proxy.`,
  token: `See ${checkNames.keychain} and ${checkNames.service} above.`
}
