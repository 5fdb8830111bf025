import { type AppError, toAppError } from '../../../../shared/errors'
import type { WorkspaceDraft } from '../../../../shared/model/workspace'
import type { App } from '../shared/app.svelte'

export type DraftField = 'name' | 'baseUrl' | 'euBaseUrl' | 'bearerToken' | 'euBearerToken'

/** What is being entered to connect a workspace, and what was wrong with it. Kept until it is connected. */
export class ConnectForm {
  #app: App
  draft: WorkspaceDraft = $state({
    name: '',
    region: 'default',
    baseUrl: '',
    euBaseUrl: '',
    bearerToken: '',
    euBearerToken: '',
    keep: 'keychain'
  })
  /** Whether the EU region has a token of its own. */
  ownEuToken = $state(false)
  #busy = $state(false)
  #tried = $state(false)
  #error = $state.raw<AppError | null>(null)

  constructor(app: App) {
    this.#app = app
  }

  /** What is wrong, by field. */
  fields: Partial<Record<DraftField, string>> = $derived(this.#error?.info.fields ?? {})

  get busy(): boolean {
    return this.#busy
  }

  /** Whether a call may have been sent. */
  get tried(): boolean {
    return this.#tried
  }

  /** Whether it failed because the keychain cannot take the token: shown where the operator can choose. */
  get wantsPlace(): boolean {
    return this.#error?.code === 'keychain-missing' || this.#error?.code === 'keychain-locked'
  }

  /** The error that belongs to no field, or does not fit there. */
  get error(): AppError | null {
    const saidAtFields = this.#error?.code === 'invalid-input' && Object.keys(this.fields).length > 0
    return saidAtFields || this.wantsPlace ? null : this.#error
  }

  /** @returns whether it is connected now */
  async submit(): Promise<boolean> {
    if (this.#busy) return false
    this.#busy = true
    this.#tried = true
    this.#error = null
    try {
      await this.#app.connect({ ...this.draft, euBearerToken: this.ownEuToken ? this.draft.euBearerToken : '' })
      // The window forgets the tokens as soon as main has them.
      this.draft.bearerToken = ''
      this.draft.euBearerToken = ''
      return true
    } catch (thrown) {
      this.#error = toAppError(thrown)
      return false
    } finally {
      this.#busy = false
    }
  }
}
