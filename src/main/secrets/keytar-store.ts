import { AppError } from '../../shared/errors'
import type { KeychainState } from '../../shared/model/workspace'
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
 * The OS keychain, through keytar.
 *
 * libsecret goes on asking the keyring it met first: where that one was restarted, every later question of the same
 * process fails. So one that fails although there were answers before is asked again in a new process, once. On Linux
 * only: elsewhere there is no such fault, and macOS would ask the operator about every new program.
 */
export class KeytarStore implements SecretStore {
  private held: Held

  constructor(
    link: KeytarLink = keytarHere,
    private readonly anew: (() => Promise<KeytarLink>) | null = linux ? inNewProcess : null
  ) {
    this.held = { link: Promise.resolve(link), answered: false }
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

  /** A locked keychain answers null as an empty one does: only writing tells them apart, so a probe is kept in it. */
  async check(): Promise<KeychainState> {
    try {
      if ((await this.get(probeAccount)) === null) await this.set(probeAccount, 'Connector Desk can use this keychain.')
      return { state: 'unlocked', name: keychainName }
    } catch (thrown) {
      const error = thrown as AppError
      if (error.code === 'keychain-locked') return { state: 'locked', name: keychainName, reason: error.message }
      // Elsewhere it is part of the system, and nothing that could be started.
      const reason = linux ? `Start it, then check again. It said: ${error.message}` : error.message
      return { state: 'missing', name: keychainName, reason }
    }
  }

  private async ask(method: KeytarQuestion['method'], account: string, secret?: string): Promise<unknown> {
    const args = [service, account, ...(secret === undefined ? [] : [secret])]
    const { held } = this
    try {
      return await answerOf(held, { method, args })
    } catch (thrown) {
      const link = await held.link.catch(() => null)
      const lost = held.answered || !link || link.ended()
      if (!this.anew || isLocked(thrown) || !lost) throw failureOf(thrown)
      // Questions at the same time fail together, and go on together.
      if (this.held === held) {
        link?.end()
        this.held = { link: this.anew(), answered: false }
      }
      return answerOf(this.held, { method, args }).catch((again: unknown) => {
        throw failureOf(again)
      })
    }
  }
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

function failureOf(thrown: unknown): AppError {
  return new AppError(isLocked(thrown) ? 'keychain-locked' : 'keychain-missing', messageOf(thrown))
}
