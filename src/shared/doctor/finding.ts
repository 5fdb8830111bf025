import { z } from 'zod'
import { nameText } from '../own-name'

/** What the Doctor looks at, in the order in which it is shown: first this computer, then each address. */
export const check = z.enum([
  'policy',
  'variables',
  'certificates',
  'disk',
  'history',
  'keychain',
  'team',
  'proxy',
  'name',
  'tls',
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
  proxy: 'Proxy',
  name: 'DNS',
  tls: 'TLS',
  service: 'API',
  clock: 'Clock',
  token: 'Token'
}

/** What was found. `skipped`: not tested, as what it depends on failed, or as it was cancelled. */
export const outcome = z.object({
  state: z.enum(['ok', 'warning', 'fault', 'skipped']),
  /** What was found, as a sentence. */
  words: z.string(),
  /** What to do about it; empty where there is nothing to do. */
  next: z.string(),
  /** The facts behind it, by name. */
  facts: z.array(z.tuple([nameText, z.string()]))
})
export type Outcome = z.infer<typeof outcome>

/** One thing the Doctor looks at, and what it found; null while it is still looking. */
export const finding = z.object({
  /** Unique within one examination. */
  id: nameText,
  check,
  /** What it is about: empty for this computer, else the address: "Default, https://api.example.com". */
  about: z.string(),
  outcome: outcome.nullable()
})
export type Finding = z.infer<typeof finding>

/** The state of a finding, also while there is none. */
export type FindingState = Outcome['state'] | 'testing'
export const stateOf = ({ outcome }: Finding): FindingState => outcome?.state ?? 'testing'

/** Addresses from a form, of no workspace yet. */
export interface TypedAddresses {
  baseUrl: string
  euBaseUrl: string
}
