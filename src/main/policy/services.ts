import { regionNames, type Region } from '../../shared/workspaces/region'
import type { Workspace } from '../../shared/workspaces/workspace'
import { brokenWords, managed, type Policy } from './policy'

type Named = Pick<Workspace, 'name' | 'baseUrl' | 'euBaseUrl'>
type Used = Named & Pick<Workspace, 'kind'>
export type ServiceField = 'name' | 'baseUrl' | 'euBaseUrl'

const byWhom = 'Managed by your organization.'

/** The fields of a workspace that the policy forbids. A field without address (no EU region) is allowed. */
export function refusedFields(policy: Policy, workspace: Named): Partial<Record<ServiceField, string>> {
  const fields: Partial<Record<ServiceField, string>> = {}
  const refuse = (field: ServiceField, words: string) => (fields[field] ??= `${words} ${byWhom}`)
  const regions = policy.of('services.regions')?.value
  const fixed = { baseUrl: policy.of('services.baseAddress'), euBaseUrl: policy.of('services.euBaseAddress') }
  for (const field of ['baseUrl', 'euBaseUrl'] as const) {
    const address = workspace[field]
    if (!address) continue
    const only = fixed[field]
    if (only?.locked && only.value !== address) refuse(field, `The address has to be ${only.value}.`)
    const refusal = originRefusal(policy, address)
    if (refusal) refuse(field, refusal)
  }
  if (workspace.euBaseUrl && regions && !regions.includes('eu')) refuse('euBaseUrl', 'The EU region is not used.')

  const allowed = policy.of('services.allowedWorkspaces')?.value
  if (!allowed) return fields
  const known = allowed.find(({ name }) => name === workspace.name)
  if (!known) refuse('name', `Only these workspaces are allowed: ${allowed.map(({ name }) => name).join(', ')}.`)
  else {
    const { baseAddress, euBaseAddress } = known
    if (workspace.baseUrl !== baseAddress) refuse('baseUrl', `The address of ${known.name} has to be ${baseAddress}.`)
    if (workspace.euBaseUrl && workspace.euBaseUrl !== euBaseAddress) {
      refuse('euBaseUrl', euBaseAddress ? `It has to be ${euBaseAddress}.` : `${known.name} has no EU region.`)
    }
  }
  return fields
}

/**
 * The policy's only gate before sending: every address passes here, also for workspaces older than the policy.
 * @throws AppError managed
 */
export function permit(policy: Policy, workspace: Used, region: Region): void {
  refuse(refusalOf(policy, workspace, region))
}

/** @throws AppError managed if the practice workspace is off */
export function permitPractice(policy: Policy): void {
  refuse(practiceRefusal(policy))
}

function refuse(words: string | null): void {
  if (words !== null) throw managed(words)
}

/** Why a region is forbidden; null if allowed. A broken policy allows none. */
export function refusalOf(policy: Policy, workspace: Used, region: Region): string | null {
  if (workspace.kind === 'practice') return practiceRefusal(policy)
  if (policy.isBroken) return brokenWords(policy.state)
  const regions = policy.of('services.regions')?.value
  if (regions && !regions.includes(region)) return `The region ${regionNames[region]} is not used. ${byWhom}`
  const fields = refusedFields(policy, workspace)
  return fields.name ?? (region === 'eu' ? fields.euBaseUrl : fields.baseUrl) ?? null
}

/** Why an address without workspace is forbidden; null if allowed. */
export function addressRefusal(policy: Policy, address: string): string | null {
  if (policy.isBroken) return brokenWords(policy.state)
  const words = originRefusal(policy, address)
  return words && `${words} ${byWhom}`
}

function originRefusal(policy: Policy, address: string): string | null {
  const origins = policy.of('services.allowedOrigins')?.value
  const { origin } = new URL(address)
  if (!origins || origins.includes(origin)) return null
  return `${origin} is not allowed. Allowed: ${origins.join(', ')}.`
}

function practiceRefusal(policy: Policy): string | null {
  if (policy.isBroken) return brokenWords(policy.state)
  return policy.of('services.practice')?.value === false ? `The practice workspace is off. ${byWhom}` : null
}
