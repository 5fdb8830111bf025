import type { Workspace } from '../../shared/workspaces/workspace'
import type { TeamAddress } from '../../shared/team/team'
import type { Act, Confirmer } from '../guard/confirmer'
import type { Policy } from '../policy/policy'

/** An address that the window named, and what the form calls it. */
export type NamedAddress = [name: string, address: string]

/** Why the app is to connect to a host that it does not know. */
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
 * The hosts that the app may connect to because the window asks for it: those of workspaces, of the team and of the
 * policy, and those to which the person agreed in this session. The window may have been taken over by a script, and a
 * connection to any host and port would be its way out, so the person is asked about each other one.
 */
export class KnownHosts {
  private readonly agreed = new Set<string>()

  constructor(private readonly parts: KnownHostsParts) {}

  /** @throws AppError cancelled where the person does not agree; busy while another question waits for them */
  async ask(why: Reason, named: readonly NamedAddress[], signal: AbortSignal): Promise<void> {
    const known = new Set([...this.agreed, ...this.inUse().map(keyOf)])
    const fresh = named.filter(([, address]) => !known.has(keyOf(address)))
    if (fresh.length === 0) return
    await this.parts.confirmer.confirm(connectAct(why, fresh), signal)
    for (const [, address] of fresh) this.agree(address)
  }

  /** The person agreed to it in a confirmation of its own. */
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

/** The server of a team's database, as an address. */
export const serverOf = ({ host, port }: Pick<TeamAddress, 'host' | 'port'>): string =>
  `postgres://${host.includes(':') ? `[${host}]` : host}:${port}`

const ports: Partial<Record<string, string>> = { 'https:': '443', 'http:': '80' }

/** What is no address names no host, so only the same text is the same. */
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
