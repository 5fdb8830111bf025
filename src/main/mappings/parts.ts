import type { Confirmer } from '../guard/confirmer'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import type { Place } from '../../shared/workspaces/place'
import type { Masker } from '../secrets/masker'
import type { Encryption } from '../secrets/encryption'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { ConnectorStore } from '../connectors/store'
import type { LookupReader } from '../lookups/lookups'
import type { TokenFinder } from '../connectors/token-finder'
import type { CheckExpression } from './checks'
import type { EncryptionParts } from './encrypted-items'
import type { ForgottenConnector, MappingStore } from './store'
import type { GuardLab, TryExpression } from './trial'

export interface MappingParts {
  client: Client
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  tokens: ConnectorTokens
  finder: TokenFinder
  confirmer: Confirmer
  history: MappingStore & Pick<ConnectorStore, 'lastRecord' | 'lastRows' | 'placesOf'>
  lookups: LookupReader
  integrationName: (place: Place, slug: string) => Promise<string>
  check: CheckExpression
  trial: TryExpression
  lab: GuardLab
  encrypting: EncryptionParts
  /** For what only desks with the service's token may read; null while the token is not at hand. */
  teamKey: (place: Place, of: { team: string; service: string }) => Promise<Encryption | null>
  /** Issues of mappings opened, closed, or have new facts. */
  driftChanged: (place: Place) => void
  /** What other rooms keep encrypted of forgotten customers' connectors. */
  forgetToo: (connectors: readonly ForgottenConnector[]) => Promise<void>
  /** @returns the file's name, null if the operator cancels */
  save: (name: string, content: string) => Promise<string | null>
  masker: Pick<Masker, 'clean' | 'mask'>
  operator: () => string
  changeLogChanged?: () => void
  /** Something waits for the team. */
  teamTold: () => void
  now: () => number
}

/** Limit for a lookup after a write, ms: the operator waits for it. */
const lookMs = 20_000
export const lookSignal = () => AbortSignal.timeout(lookMs)

/** null on failure: a lookup must not hide the outcome of the write before it. */
export async function quietly<T>(looked: Promise<T>): Promise<T | null> {
  return looked.catch(() => null)
}

export function lookedFor(there: boolean | null): string {
  if (there === null) return 'Whether it was carried out could not be checked.'
  return there ? 'It is listed now.' : 'It is not listed now.'
}
