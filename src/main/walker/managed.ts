import { brokenWords, type Policy } from '../policy/policy'
import { refusalOf } from '../policy/services'
import { troubleWords } from '../team/words'
import type { WalkerConfig } from './config'
import { NotConfigured } from './not-configured'

type Refreshed = { services: readonly Pick<WalkerConfig['services'][number], 'address'>[] }

/**
 * The limits of the computer's policy hold for the walker as for the app: whether there may be a team, and what may be
 * asked. How it connects is in its own configuration.
 *
 * @throws NotConfigured naming what is not allowed
 */
export function obey(policy: Policy, { services }: Refreshed): void {
  if (policy.isBroken) throw new NotConfigured(brokenWords(policy.state))
  if (policy.of('team.enabled')?.value === false) throw new NotConfigured(troubleWords.managed)
  const refusals = services.flatMap(({ address }) => serviceRefusal(policy, address) ?? [])
  if (refusals.length > 0) throw new NotConfigured(refusals.join('\n'))
}

/** Why an address may be walked as that of neither region of any workspace; null where it may. */
function serviceRefusal(policy: Policy, address: string): string | null {
  const workspaces = policy.of('services.allowedWorkspaces')?.value ?? [{ name: '', baseAddress: address }]
  const refusals = workspaces.flatMap(({ name, baseAddress }) => [
    refusalOf(policy, { kind: 'live', name, baseUrl: address, euBaseUrl: null }, 'default'),
    refusalOf(policy, { kind: 'live', name, baseUrl: baseAddress, euBaseUrl: address }, 'eu')
  ])
  return refusals.includes(null) ? null : (refusals[0] ?? null)
}
