import { type AppError, toAppError } from '../../../../shared/errors'
import type { WorkspaceDraft } from '../../../../shared/model/workspace'
import type { App } from '../shared/app.svelte'
import type { TypedAddresses } from '../doctor/doctor.svelte'

export type DraftField = 'name' | 'baseUrl' | 'euBaseUrl' | 'bearerToken' | 'euBearerToken'

const empty: WorkspaceDraft = {
  name: '',
  region: 'default',
  baseUrl: '',
  euBaseUrl: '',
  bearerToken: '',
  euBearerToken: '',
  keep: 'keychain'
}

/** What is being entered to connect a workspace, and what was wrong with it. Kept until it is connected or left. */
export class ConnectForm {
  #app: App
  #failed: (typed: TypedAddresses | null) => void
  draft: WorkspaceDraft = $state({ ...empty })
  /** Whether it is shown. */
  open = $state(false)
  /** Whether the EU region has a token of its own. */
  ownEuToken = $state(false)
  #busy = $state(false)
  #tried = $state(false)
  #error = $state.raw<AppError | null>(null)

  /** @param failed told of the addresses that were tried in vain, and with null once they are connected or left */
  constructor(app: App, failed: (typed: TypedAddresses | null) => void = () => undefined) {
    this.#app = app
    this.#failed = failed
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

  /** The workspaces the organization allows; null where any may be connected. */
  get allowed(): readonly string[] | null {
    return this.#app.managed('services.allowedWorkspaces')?.value.map(({ name }) => name) ?? null
  }

  /** Shows it, with what the organization begins it with. */
  begin(): void {
    this.open = true
    const regions = this.#app.managed('services.regions')?.value
    if (regions && !regions.includes(this.draft.region)) this.draft.region = regions[0] ?? 'default'
    this.draft.baseUrl ||= this.#app.managed('services.baseAddress')?.value ?? ''
    if (!regions || regions.includes('eu'))
      this.draft.euBaseUrl ||= this.#app.managed('services.euBaseAddress')?.value ?? ''
    if (this.allowed) this.choose(this.draft.name || (this.allowed[0] ?? ''))
  }

  /** Takes one of the allowed workspaces, with its addresses. */
  choose(name: string): void {
    const chosen = this.#app.managed('services.allowedWorkspaces')?.value.find((one) => one.name === name)
    if (!chosen) return
    this.draft.name = chosen.name
    this.draft.baseUrl = chosen.baseAddress
    this.draft.euBaseUrl = chosen.euBaseAddress ?? ''
  }

  /** Whether the organization sets a field. */
  sets(field: 'baseUrl' | 'euBaseUrl'): boolean {
    if (this.allowed) return true
    const regions = this.#app.managed('services.regions')?.value
    if (field === 'euBaseUrl' && regions && !regions.includes('eu')) return true
    return this.#app.locks(field === 'baseUrl' ? 'services.baseAddress' : 'services.euBaseAddress')
  }

  /** Empties it: the window forgets the tokens as soon as main has them, or nothing comes of them. */
  leave(): void {
    this.draft = { ...empty }
    this.ownEuToken = false
    this.open = false
    this.#tried = false
    this.#error = null
    this.#failed(null)
  }

  /** @returns whether it is connected now */
  async submit(): Promise<boolean> {
    if (this.#busy) return false
    this.#busy = true
    this.#tried = true
    this.#error = null
    try {
      await this.#app.connect({ ...this.draft, euBearerToken: this.ownEuToken ? this.draft.euBearerToken : '' })
      this.leave()
      return true
    } catch (thrown) {
      const { baseUrl, euBaseUrl } = this.draft
      this.#failed({ baseUrl, euBaseUrl })
      this.#error = toAppError(thrown)
      return false
    } finally {
      this.#busy = false
    }
  }
}
