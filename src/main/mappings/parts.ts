import type { Confirmer } from '../guard/confirmer'
import type { Target } from '../http/call'
import type { Client } from '../http/client'
import type { Place } from '../../shared/workspaces/place'
import type { Masker } from '../secrets/masker'
import type { ConnectorTokens } from '../secrets/connector-tokens'
import type { ConnectorStore } from '../connectors/store'
import type { LookupReader } from '../lookups/lookups'
import type { TokenFinder } from '../connectors/token-finder'
import type { CheckExpression } from './checks'
import type { EncryptionParts } from './drafts'
import type { MappingStore } from './store'
import type { TryExpression } from './trial'

/** What mappings are built from, as main starts them. */
export interface MappingParts {
  client: Client
  workspaces: { target(workspaceId: string, region: Place['region']): Promise<Target> }
  tokens: ConnectorTokens
  finder: TokenFinder
  /** Asks the operator before anything is written. */
  confirmer: Confirmer
  history: MappingStore & Pick<ConnectorStore, 'lastRecord' | 'lastRows'>
  lookups: LookupReader
  /** What an integration is called in the operator's words. */
  integrationName: (place: Place, slug: string) => Promise<string>
  /** The engine's check of an expression, before it is saved. */
  check: CheckExpression
  /** What an expression gives on a sample, for the confirmation. */
  trial: TryExpression
  /** Asks the operator for a place and writes the file. @returns its name, or null when no place was chosen */
  save: (name: string, content: string) => Promise<string | null>
  masker: Pick<Masker, 'clean' | 'mask'>
  /** Who works with the app, for the audit record. */
  operator: () => string
  /** The change log has more. */
  changeLogChanged?: () => void
  /** For drafts. */
  encrypting: EncryptionParts
  now: () => number
}

/** How long a lookup after a write may take, ms: the operator waits for the outcome meanwhile. */
const lookMs = 20_000
export const lookSignal = () => AbortSignal.timeout(lookMs)

/** null where it fails: a lookup that adds to an outcome must not hide it. */
export async function quietly<T>(looked: Promise<T>): Promise<T | null> {
  return looked.catch(() => null)
}

/** What a lookup after a write without an answer showed. */
export function lookedFor(there: boolean | null): string {
  if (there === null) return 'Whether it was carried out could not be checked.'
  return there ? 'It is listed now.' : 'It is not listed now.'
}
