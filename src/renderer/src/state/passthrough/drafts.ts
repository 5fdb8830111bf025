import type { ChosenConnector, DraftProblem, PassthroughDraft, Variable } from '../../../../shared/model/passthrough'
import type { Region } from '../../../../shared/model/region'
import type { Entry } from '../entry'

export function emptyDraft(workspaceId: string, region: Region): PassthroughDraft {
  return {
    workspaceId,
    region,
    connector: null,
    method: 'GET',
    path: '',
    params: [],
    headers: [],
    body: { kind: 'none' },
    requestFormat: null,
    responseFormat: null,
    timeout: ''
  }
}

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

/** "employees, Zeller": the end of the path and the first word of the end user. */
export function titleOf({ path, connector }: Pick<PassthroughDraft, 'path' | 'connector'>): string {
  const segments = path.split(/[/?#]/).filter(Boolean)
  const end = segments.at(-1) ?? ''
  const who = connector?.endUser.trim().split(/\s+/)[0] ?? ''
  return [end, who].filter(Boolean).join(', ') || 'New request'
}

/** What a response is a sample of: "employees of Zeller Logistics". */
export function sampleName({ path, connector }: Pick<PassthroughDraft, 'path' | 'connector'>): string {
  const end = path.split(/[/?#]/).filter(Boolean).at(-1) ?? 'a response'
  return connector?.endUser.trim() ? `${end} of ${connector.endUser.trim()}` : end
}

/** The category a connector belongs to. */
export function categoryOf({ key }: Pick<ChosenConnector, 'key'>): string {
  return key.slice(0, key.indexOf(':'))
}

/** What stands at a field of a draft as problems name it: `params.0.value`, `body`, `timeout`. */
export function valueAt(draft: PassthroughDraft, field: string): unknown {
  if (field === 'params') return [draft.params, draft.paramsJson]
  let value: unknown = draft
  for (const step of field.split('.')) {
    if (Array.isArray(value)) value = value[Number(step)]
    else if (typeof value === 'object' && value !== null) value = Object.getOwnPropertyDescriptor(value, step)?.value
    else return undefined
  }
  return value
}

export type Section = 'params' | 'headers' | 'body' | 'options'

/** The tab a field is on; null for those above the tabs. */
export function sectionOf(field: string): Section | null {
  const [place = ''] = field.split('.')
  if (place === 'params' || place === 'headers' || place === 'body') return place
  return /Format$|^timeout$/.test(place) ? 'options' : null
}

export function byField(problems: readonly DraftProblem[]): ReadonlyMap<string, readonly DraftProblem[]> {
  const fields = new Map<string, DraftProblem[]>()
  for (const one of problems) fields.set(one.field, [...(fields.get(one.field) ?? []), one])
  return fields
}

export function valuesOf(variables: readonly Variable[]): ReadonlyMap<string, string> {
  return new Map(variables.map(({ name, value }) => [name, value]))
}

export function unique(words: readonly string[]): string[] {
  return [...new Set(words)]
}
