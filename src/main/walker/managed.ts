import { brokenWords, type Policy } from '../policy/policy'
import { refusalOf } from '../policy/services'
import { troubleWords } from '../team/words'
import type { WalkerConfig } from './config'
import { NotConfigured } from './not-configured'

type Refreshed = { services: readonly Pick<WalkerConfig['services'][number], 'address'>[] }

/**
 * The policy limits whether a team is allowed, and which addresses. The walker's own configuration says how it
 * connects.
 * @throws NotConfigured naming what is not allowed
 */
export function obey(policy: Policy, { services }: Refreshed): void {
  if (policy.isBroken) throw new NotConfigured(brokenWords(policy.state))
  if (policy.of('team.enabled')?.value === false) throw new NotConfigured(troubleWords.managed)
  const refusals = services.flatMap(({ address }) => serviceRefusal(policy, address) ?? [])
  if (refusals.length > 0) throw new NotConfigured(refusals.join('\n'))
}

/** Why the policy allows this address for no workspace's region; null if it does. */
function serviceRefusal(policy: Policy, address: string): string | null {
  const workspaces = policy.of('services.allowedWorkspaces')?.value ?? [{ name: '', baseAddress: address }]
  const refusals = workspaces.flatMap(({ name, baseAddress }) => [
    refusalOf(policy, { kind: 'live', name, baseUrl: address, euBaseUrl: null }, 'default'),
    refusalOf(policy, { kind: 'live', name, baseUrl: baseAddress, euBaseUrl: address }, 'eu')
  ])
  return refusals.includes(null) ? null : (refusals[0] ?? null)
}
