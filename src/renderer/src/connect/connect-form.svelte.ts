import { createContext } from 'svelte'
import type { AppError } from '../../../shared/errors'
import type { WorkspaceDraft } from '../../../shared/workspaces/workspace'
import type { App } from '../records/app.svelte'
import { Task } from '../kit/task.svelte'
import type { TypedAddresses } from '../../../shared/doctor/finding'

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
  /** The test of address and token. */
  readonly check = new Task()
  #tried = $state(false)

  /** @param failed told of the addresses that were tried in vain, and with null once they are connected or left */
  constructor(app: App, failed: (typed: TypedAddresses | null) => void = () => undefined) {
    this.#app = app
    this.#failed = failed
  }

  /** What is wrong, by field. */
  get fields(): Partial<Record<DraftField, string>> {
    return this.check.failure?.info.fields ?? {}
  }

  /** Whether a call may have been sent. */
  get tried(): boolean {
    return this.#tried
  }

  /** Whether it failed because the keychain cannot take the token: shown where the operator can choose. */
  get wantsPlace(): boolean {
    const code = this.check.failure?.code
    return code === 'keychain-missing' || code === 'keychain-locked'
  }

  /** The error that belongs to no field, or does not fit there. */
  get error(): AppError | null {
    const error = this.check.failure
    const saidAtFields = error?.code === 'invalid-input' && Object.keys(this.fields).length > 0
    return saidAtFields || this.wantsPlace ? null : error
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
    this.check.job?.cancel()
    this.draft = { ...empty }
    this.ownEuToken = false
    this.open = false
    this.#tried = false
    this.check.forgetFailure()
    this.#failed(null)
  }

  /** @returns whether it is connected now */
  async submit(): Promise<boolean> {
    this.#tried = true
    const draft = { ...this.draft, euBearerToken: this.ownEuToken ? this.draft.euBearerToken : '' }
    const connected = await this.#app.check(this.check, (requestId) => this.#app.connect({ ...draft, requestId }))
    if (connected) this.leave()
    else if (this.check.failure) this.#failed({ baseUrl: draft.baseUrl, euBaseUrl: draft.euBaseUrl })
    return connected
  }
}

export const [useConnectForm, provideConnectForm] = createContext<ConnectForm>()
