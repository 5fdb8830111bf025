import { AppError } from '../../shared/errors'
import { policyTitle, type PolicyKey, type PolicySettings } from '../../shared/policy/file'
import { isBroken, isLocked } from '../../shared/policy/locked'
import type { PolicyState } from '../../shared/policy/state'

/** The organization's policy, read once at the start. */
export class Policy {
  constructor(readonly state: PolicyState) {}

  /** The value and its lock; undefined if the policy lacks the key or is broken. */
  of<K extends PolicyKey>(key: K): PolicySettings[K] | undefined {
    return this.state && !this.isBroken ? this.state.settings[key] : undefined
  }

  get isBroken(): boolean {
    return isBroken(this.state)
  }

  isLocked(key: PolicyKey): boolean {
    return isLocked(this.state, key)
  }

  /** @throws AppError managed if the key is locked */
  refuseChange(key: PolicyKey): void {
    this.guard()
    if (this.isLocked(key)) throw managed(`${policyTitle(key)} is managed by your organization and cannot be changed.`)
  }

  /** @throws AppError managed while the policy is broken: nothing that it might forbid may leave */
  guard(): void {
    if (this.isBroken) throw managed(brokenWords(this.state))
  }
}

export const noPolicy = new Policy(null)

export const managed = (words: string, fields?: Record<string, string>) =>
  new AppError('managed', words, fields ? { fields } : {})

/** Explains a broken policy to people. */
export function brokenWords(state: PolicyState): string {
  const [first] = state?.problems ?? []
  const more = (state?.problems.length ?? 0) > 1 ? ` There are ${(state?.problems.length ?? 0) - 1} more problems.` : ''
  const what = first?.key ? `${first.key}: ${first.words}` : (first?.words ?? '')
  // Some texts of the schema end without a full stop.
  const said = what.replace(/[^.]$/, '$&.')
  return `The policy of your organization cannot be used. ${said}${more} Until an administrator corrects ${state?.source ?? 'it'}, nothing is sent and nothing it could manage can be changed.`
}
