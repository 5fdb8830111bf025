import { z } from 'zod'
import { nameText } from '../own-name'

/** In the order of display. */
export const check = z.enum([
  'policy',
  'variables',
  'certificates',
  'disk',
  'history',
  'keychain',
  'team',
  'mail',
  'proxy',
  'name',
  'tls',
  'tracker',
  'service',
  'clock',
  'token'
])
export type Check = z.infer<typeof check>

export const checkNames: Record<Check, string> = {
  policy: 'Managed settings',
  variables: 'Environment',
  certificates: 'CA certificates',
  disk: 'Disk',
  history: 'History',
  keychain: 'Keychain',
  team: 'Team database',
  mail: 'Mail server',
  proxy: 'Proxy',
  name: 'DNS',
  tls: 'TLS',
  tracker: 'Ticket tracker',
  service: 'API',
  clock: 'Clock',
  token: 'Token'
}

/** `skipped`: an earlier test failed, or the run was cancelled. */
export const outcome = z.object({
  state: z.enum(['ok', 'warning', 'fault', 'skipped']),
  /** One sentence. */
  words: z.string(),
  /** What to do; empty if nothing. */
  next: z.string(),
  facts: z.array(z.tuple([nameText, z.string()]))
})
export type Outcome = z.infer<typeof outcome>

/** `outcome` is null while the test runs. */
export const finding = z.object({
  /** Unique within one run. */
  id: nameText,
  check,
  /** Empty for this computer, else as "Default, https://api.example.com". */
  about: z.string(),
  outcome: outcome.nullable()
})
export type Finding = z.infer<typeof finding>

export type FindingState = Outcome['state'] | 'testing'
export const stateOf = ({ outcome }: Finding): FindingState => outcome?.state ?? 'testing'

export interface TypedAddresses {
  baseUrl: string
  euBaseUrl: string
}
