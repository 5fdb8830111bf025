import type { ChosenConnector, PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { Entry } from './entry'

export function chosenOf({ row, connector }: Entry): ChosenConnector {
  return {
    key: row.key,
    tokenRef: row.tokenRef,
    originId: connector.originId,
    endUser: connector.endUser,
    integrationSlug: connector.integrationSlug,
    isTest: connector.isTest
  }
}

export function categoryOf({ key }: Pick<ChosenConnector, 'key'>): string {
  return key.slice(0, key.indexOf(':'))
}

/** Names a response as sample data: "employees of Zeller Logistics". */
export function sampleName({ path, connector }: Pick<PassthroughDraft, 'path' | 'connector'>): string {
  const end = path.split(/[/?#]/).filter(Boolean).at(-1) ?? 'a response'
  return connector?.endUser.trim() ? `${end} of ${connector.endUser.trim()}` : end
}
