import { AppError } from '../../shared/errors'
import { policyTitle, type PolicyKey, type PolicySettings } from '../../shared/policy/file'
import { isBroken, isLocked, type PolicyState } from '../../shared/policy/state'

/** What the organization manages on this computer, as it was read at the start. */
export class Policy {
  constructor(readonly state: PolicyState) {}

  /** What it says under a key: the value, and whether it is locked. undefined where it says nothing, or is broken. */
  of<K extends PolicyKey>(key: K): PolicySettings[K] | undefined {
    return this.state && !this.isBroken ? this.state.settings[key] : undefined
  }

  /** Whether there is a policy that could not be read. */
  get isBroken(): boolean {
    return isBroken(this.state)
  }

  isLocked(key: PolicyKey): boolean {
    return isLocked(this.state, key)
  }

  /** @throws AppError managed where the operator may not change what the key is about */
  refuseChange(key: PolicyKey): void {
    this.guard()
    if (this.isLocked(key)) throw managed(`${policyTitle(key)} is managed by your organization and cannot be changed.`)
  }

  /** @throws AppError managed while the policy is broken: nothing may leave that it might forbid */
  guard(): void {
    if (this.isBroken) throw managed(brokenWords(this.state))
  }
}

/** Nothing is managed here. */
export const noPolicy = new Policy(null)

export const managed = (words: string, fields?: Record<string, string>) =>
  new AppError('managed', words, fields ? { fields } : {})

/** What a broken policy means, for people. */
export function brokenWords(state: PolicyState): string {
  const [first] = state?.problems ?? []
  const more = (state?.problems.length ?? 0) > 1 ? ` There are ${(state?.problems.length ?? 0) - 1} more problems.` : ''
  const what = first?.key ? `${first.key}: ${first.words}` : (first?.words ?? '')
  // Some words of the schema end without a full stop.
  const said = what.replace(/[^.]$/, '$&.')
  return `The policy of your organization cannot be used. ${said}${more} Until an administrator corrects ${state?.source ?? 'it'}, nothing is sent and nothing it could manage can be changed.`
}
