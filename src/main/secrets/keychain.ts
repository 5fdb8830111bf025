import type { KeychainState } from '../../shared/workspaces/workspace'
import type { SecretStore } from './secret-store'

/** How long the window waits for a keychain that is asking the operator to unlock it, in ms. */
const patienceMs = 2_500

/** After a question that was given up the keychain is asked again, in ms. */
const againMs = 30_000

/** The state of the keychain as last seen. A slow answer holds nothing up: it arrives as a change. */
export class Keychain {
  state: KeychainState = { state: 'locked', name: 'The keychain', reason: 'It has not answered yet.' }
  private checking: Promise<KeychainState> | undefined

  constructor(
    private readonly secrets: SecretStore,
    private readonly changed: () => void
  ) {}

  /** Asks the keychain; the system may show its own prompt. Questions at the same time share one answer. */
  check(): Promise<KeychainState> {
    this.checking ??= this.secrets.check().then((state) => {
      this.checking = undefined
      this.state = state
      this.changed()
      return state
    })
    return this.checking
  }

  /** A question was given up, or answered after all: then the keychain is looked at again. */
  heard(answers: boolean): void {
    if (answers) return void this.check()
    this.state = {
      state: 'locked',
      name: this.state.name,
      reason: 'It does not answer. It may hang, or wait at a prompt.'
    }
    this.changed()
    setTimeout(() => void this.check(), againMs).unref()
  }

  /** Waits for a check under way, but not longer than an operator would for a window. */
  async settled(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))
    await Promise.race([this.checking, enough])
    clearTimeout(timer)
  }
}
