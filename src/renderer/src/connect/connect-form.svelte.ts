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

/** The entries to connect a workspace, and their faults; kept until the workspace is connected or the form is left. */
export class ConnectForm {
  #app: App
  #failed: (typed: TypedAddresses | null) => void
  draft: WorkspaceDraft = $state({ ...empty })
  open = $state(false)
  ownEuToken = $state(false)
  readonly check = new Task()
  #tried = $state(false)

  /** @param failed gets the addresses of a failed try, and null after a success or on leaving */
  constructor(app: App, failed: (typed: TypedAddresses | null) => void = () => undefined) {
    this.#app = app
    this.#failed = failed
  }

  get fields(): Partial<Record<DraftField, string>> {
    return this.check.failure?.info.fields ?? {}
  }

  /** Whether a call may have been sent. */
  get tried(): boolean {
    return this.#tried
  }

  /** Whether it failed because the keychain cannot take the token: shown beside the choice. */
  get wantsPlace(): boolean {
    const code = this.check.failure?.code
    return code === 'keychain-missing' || code === 'keychain-locked'
  }

  /** An error without a field, or too long for it. */
  get error(): AppError | null {
    const error = this.check.failure
    const saidAtFields = error?.code === 'invalid-input' && Object.keys(this.fields).length > 0
    return saidAtFields || this.wantsPlace ? null : error
  }

  /** The workspaces the organization allows; null allows any. */
  get allowed(): readonly string[] | null {
    return this.#app.managed('services.allowedWorkspaces')?.value.map(({ name }) => name) ?? null
  }

  /** Opens the form with the organization's values. */
  begin(): void {
    this.open = true
    const regions = this.#app.managed('services.regions')?.value
    if (regions && !regions.includes(this.draft.region)) this.draft.region = regions[0] ?? 'default'
    this.draft.baseUrl ||= this.#app.managed('services.baseAddress')?.value ?? ''
    if (!regions || regions.includes('eu'))
      this.draft.euBaseUrl ||= this.#app.managed('services.euBaseAddress')?.value ?? ''
    if (this.allowed) this.choose(this.draft.name || (this.allowed[0] ?? ''))
  }

  choose(name: string): void {
    const chosen = this.#app.managed('services.allowedWorkspaces')?.value.find((one) => one.name === name)
    if (!chosen) return
    this.draft.name = chosen.name
    this.draft.baseUrl = chosen.baseAddress
    this.draft.euBaseUrl = chosen.euBaseAddress ?? ''
  }

  sets(field: 'baseUrl' | 'euBaseUrl'): boolean {
    if (this.allowed) return true
    const regions = this.#app.managed('services.regions')?.value
    if (field === 'euBaseUrl' && regions && !regions.includes('eu')) return true
    return this.#app.locks(field === 'baseUrl' ? 'services.baseAddress' : 'services.euBaseAddress')
  }

  /** Empties the form: the window forgets the tokens once main has them or the operator gives up. */
  leave(): void {
    this.check.job?.cancel()
    this.draft = { ...empty }
    this.ownEuToken = false
    this.open = false
    this.#tried = false
    this.check.forgetFailure()
    this.#failed(null)
  }

  /** @returns whether it connected */
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
