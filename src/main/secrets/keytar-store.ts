import { AppError } from '../../shared/errors'
import { unless } from '../base/clock'
import type { KeychainState } from '../../shared/workspaces/workspace'
import { keytarHere, type KeytarLink, type KeytarQuestion } from './keytar-link'
import type { SecretStore } from './secret-store'

const service = 'connector-desk'
const probeAccount = 'keychain-check'

const names: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'macOS Keychain',
  win32: 'Windows Credential Manager'
}
const linux = process.platform === 'linux'
const keychainName = names[process.platform] ?? 'GNOME Keyring'

/**
 * The OS keychain, through keytar. libsecret keeps asking the keyring it met first: after that keyring restarts, every
 * question of the process fails. So after a failure following success, a new process asks once more. On Linux only:
 * macOS would prompt about every new program. A keyring may hang, and each question blocks one of the few threads that
 * also read files and names. So questions run one by one and time out. On Linux the next question goes to a new
 * process; elsewhere questions fail at once until the first is answered, perhaps at a prompt.
 */
export class KeytarStore implements SecretStore {
  private held: Held
  private last: Promise<unknown> = Promise.resolve()
  private givenUp = 0
  private readonly newLink: (() => Promise<KeytarLink>) | null
  private readonly limitMs: number
  private readonly heard: (answers: boolean) => void
  private hanging = false
  private unanswered = 0

  constructor(options: KeytarOptions = {}) {
    this.newLink = options.newLink === undefined ? (linux ? inNewProcess : null) : options.newLink
    this.limitMs = options.limitMs ?? 10_000
    this.heard = options.heard ?? (() => undefined)
    this.held = { link: Promise.resolve(options.link ?? keytarHere), answered: false }
  }

  async get(account: string): Promise<string | null> {
    return (await this.ask('getPassword', account)) as string | null
  }

  async set(account: string, secret: string): Promise<void> {
    await this.ask('setPassword', account, secret)
  }

  async delete(account: string): Promise<void> {
    if (await this.ask('deletePassword', account)) return
    // A locked keychain answers as if there were nothing to delete.
    const { state, reason } = await this.check()
    if (state !== 'unlocked') throw new AppError(`keychain-${state}`, reason ?? `The keychain is ${state}.`)
  }

  /** A locked keychain answers null like an empty one; only a write tells them apart, so this writes a probe. */
  async check(): Promise<KeychainState> {
    try {
      if ((await this.get(probeAccount)) === null) await this.set(probeAccount, 'Connector Desk can use this keychain.')
      return { state: 'unlocked', name: keychainName }
    } catch (thrown) {
      const error = thrown as AppError
      if (error.code === 'keychain-locked') return { state: 'locked', name: keychainName, reason: error.message }
      // On other systems it cannot be started.
      const reason = linux ? `Start it, then check again. It said: ${error.message}` : error.message
      return { state: 'missing', name: keychainName, reason }
    }
  }

  /**
   * True while a question waits, for example at a prompt. In this process it blocks a thread, and the process cannot
   * exit before the answer.
   */
  get waits(): boolean {
    return this.unanswered > 0
  }

  private ask(method: KeytarQuestion['method'], account: string, secret?: string): Promise<unknown> {
    const { givenUp } = this
    const turn = this.last.then(() => {
      // Questions behind a given-up question have waited as long.
      if (this.givenUp > givenUp) throw silent(this.limitMs)
      return this.withinLimit(() => this.askNow(method, account, secret))
    })
    this.last = turn.catch(() => undefined)
    return turn
  }

  private async withinLimit(ask: () => Promise<unknown>): Promise<unknown> {
    if (this.hanging) throw silent(this.limitMs)
    const { held } = this
    const asked = ask()
    this.unanswered++
    const answered = () => this.unanswered--
    asked.then(answered, answered)
    const limit = AbortSignal.timeout(this.limitMs)
    try {
      return await unless(limit, asked)
    } catch (thrown) {
      if (!limit.aborted) throw thrown
      this.giveUp(held, asked)
      throw silent(this.limitMs)
    }
  }

  private giveUp(held: Held, asked: Promise<unknown>): void {
    this.givenUp++
    this.heard(false)
    if (this.newLink) {
      void this.held.link.then((link) => link.end()).catch(() => undefined)
      this.held = { link: this.newLink(), answered: held.answered }
    } else this.hanging = true
    const late = () => {
      this.hanging = false
      this.heard(true)
    }
    // An ended process fails its question: that is no answer.
    asked.then(late, () => (this.hanging = false))
  }

  private async askNow(method: KeytarQuestion['method'], account: string, secret?: string): Promise<unknown> {
    const args = [service, account, ...(secret === undefined ? [] : [secret])]
    const { held } = this
    try {
      return await answerOf(held, { method, args })
    } catch (thrown) {
      const link = await held.link.catch(() => null)
      const lost = held.answered || !link || link.ended()
      if (!this.newLink || isLocked(thrown) || !lost) throw failureOf(thrown)
      // Parallel questions fail together and continue together.
      if (this.held === held) {
        link?.end()
        this.held = { link: this.newLink(), answered: false }
      }
      return answerOf(this.held, { method, args }).catch((again: unknown) => {
        throw failureOf(again)
      })
    }
  }
}

export interface KeytarOptions {
  link?: KeytarLink
  /** Starts another process; null if there is only this one. */
  newLink?: (() => Promise<KeytarLink>) | null
  /** Per question, ms. */
  limitMs?: number
  /** Called when a question is given up, and when it is answered late. */
  heard?: (answers: boolean) => void
}

interface Held {
  link: Promise<KeytarLink>
  answered: boolean
}

async function answerOf(held: Held, question: KeytarQuestion): Promise<unknown> {
  const answer = await (await held.link).ask(question)
  held.answered = true
  return answer
}

const inNewProcess = async () => (await import('./keytar-process')).keytarProcess()

const messageOf = (thrown: unknown) => (thrown instanceof Error ? thrown.message : String(thrown))

function isLocked(thrown: unknown): boolean {
  const message = messageOf(thrown)
  return /lock|dismissed|prompt/i.test(message) && !/autolaunch/i.test(message)
}

const silent = (ms: number) =>
  new AppError(
    'keychain-locked',
    `The keychain has not answered for ${Math.round(ms / 1_000)} s. It may wait at a prompt of its own, or hang.`
  )

function failureOf(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown
  return new AppError(isLocked(thrown) ? 'keychain-locked' : 'keychain-missing', messageOf(thrown))
}
