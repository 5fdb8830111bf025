import type { KeychainState } from '../../shared/workspaces/workspace'
import type { SecretStore } from './secret-store'

/** ms the window waits while the keychain asks the operator to unlock it. */
const patienceMs = 2_500

/** ms until the next question after one was given up. */
const againMs = 30_000

/** The keychain's last known state. A slow answer delays nothing: it arrives as a change. */
export class Keychain {
  state: KeychainState = { state: 'locked', name: 'The keychain', reason: 'It has not answered yet.' }
  private checking: Promise<KeychainState> | undefined

  constructor(
    private readonly secrets: SecretStore,
    private readonly changed: () => void
  ) {}

  /** The system may prompt. Parallel questions share one answer. */
  check(): Promise<KeychainState> {
    this.checking ??= this.secrets.check().then((state) => {
      this.checking = undefined
      this.state = state
      this.changed()
      return state
    })
    return this.checking
  }

  /** Checks again after a question was given up or answered late. */
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

  /** Waits for a running check, but only as long as an operator would wait for a window. */
  async settled(): Promise<void> {
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, patienceMs)))
    await Promise.race([this.checking, enough])
    clearTimeout(timer)
  }
}
