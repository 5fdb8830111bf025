import type { Workspace } from '../../shared/workspaces/workspace'
import type { TeamAddress } from '../../shared/team/team'
import type { Act, Confirmer } from '../guard/confirmer'
import type { Policy } from '../policy/policy'

/** An address from the window, under the form's name for it. */
export type NamedAddress = [name: string, address: string]

export type Reason = 'workspace' | 'doctor' | 'team'

const notes: Record<Reason, string> = {
  workspace: 'The token you typed is sent to this address, and later the data you work with.',
  doctor: 'The Doctor connects to this address to test the way there. No token is sent.',
  team: 'The test signs in at this server with the account you typed.'
}

export interface KnownHostsParts {
  policy: Pick<Policy, 'of'>
  workspaces: () => readonly Pick<Workspace, 'baseUrl' | 'euBaseUrl'>[]
  team: () => TeamAddress | null
  confirmer: Pick<Confirmer, 'confirm'>
}

/**
 * Hosts the window may make the app connect to: those of workspaces, the team and the policy, and those the person
 * agreed to in this session. The person is asked about any other host: a script in the window could send data to it.
 */
export class KnownHosts {
  private readonly agreed = new Set<string>()

  constructor(private readonly parts: KnownHostsParts) {}

  /** @throws AppError cancelled if the person declines; busy while another question is open */
  async ask(why: Reason, named: readonly NamedAddress[], signal: AbortSignal): Promise<void> {
    const known = new Set([...this.agreed, ...this.inUse().map(keyOf)])
    const fresh = named.filter(([, address]) => !known.has(keyOf(address)))
    if (fresh.length === 0) return
    await this.parts.confirmer.confirm(connectAct(why, fresh), signal)
    for (const [, address] of fresh) this.agree(address)
  }

  /** For an address the person agreed to in another confirmation. */
  agree(address: string): void {
    this.agreed.add(keyOf(address))
  }

  private inUse(): string[] {
    const { policy, workspaces, team } = this.parts
    const joined = team()
    return [
      ...workspaces().flatMap(({ baseUrl, euBaseUrl }) => [baseUrl, euBaseUrl]),
      ...(policy.of('services.allowedOrigins')?.value ?? []),
      ...(policy.of('services.allowedWorkspaces')?.value ?? []).flatMap((one) => [one.baseAddress, one.euBaseAddress]),
      policy.of('services.baseAddress')?.value,
      policy.of('services.euBaseAddress')?.value,
      joined && serverOf(joined)
    ].filter((address) => typeof address === 'string')
  }
}

export const serverOf = ({ host, port }: Pick<TeamAddress, 'host' | 'port'>): string =>
  `postgres://${host.includes(':') ? `[${host}]` : host}:${port}`

const ports: Partial<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/** Text that is not an address is compared as it is. */
function keyOf(address: string): string {
  if (!URL.canParse(address)) return address
  const { protocol, hostname, port } = new URL(address)
  return `${hostname.toLowerCase()}:${port || ports[protocol]}`
}

const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : address)

function connectAct(why: Reason, addresses: readonly NamedAddress[]): Act {
  const hosts = [...new Set(addresses.map(([, address]) => hostOf(address)))]
  return {
    place: null,
    noWorkspace: true,
    title: `Connect to ${hosts.join(' and ')}?`,
    verb: 'Connect',
    note: `${notes[why]} Agree only if you entered ${hosts.length > 1 ? 'these addresses' : 'this address'} yourself.`,
    facts: addresses.map(([name, address]) => [name, why === 'team' ? hostOf(address) : address]),
    requests: []
  }
}
