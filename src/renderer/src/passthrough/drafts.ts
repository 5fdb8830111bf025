import type { DraftProblem, PassthroughDraft } from '../../../shared/passthrough/passthrough'
import type { Region } from '../../../shared/workspaces/region'
import { wayOf } from '../../../shared/passthrough/paths'
import { writeExact } from '../../../shared/exact-json'
import { readExactJson, valueAtWay } from './write-form/edit'
import { requestWords } from './words/request'

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

export const emptyWrite = (workspaceId: string, region: Region): PassthroughDraft => ({
  ...emptyDraft(workspaceId, region),
  method: 'POST',
  route: 'unified'
})

/** "employees, Zeller": the end of the path and the first word of the customer. */
export function draftTitle({ path, connector }: Pick<PassthroughDraft, 'path' | 'connector'>): string {
  const segments = path.split(/[/?#]/).filter(Boolean)
  const end = segments.at(-1) ?? ''
  const who = connector?.endUser.trim().split(/\s+/)[0] ?? ''
  return [end, who].filter(Boolean).join(', ') || requestWords.newRequest
}

/** Field names as in problems: `params.0.value`, `body#/name`, `timeout`. */
export function valueAt(draft: PassthroughDraft, field: string): unknown {
  const pointer = field.split('#', 2)[1]
  if (pointer !== undefined) {
    const body = draft.body.kind === 'json' ? readExactJson(draft.body.text) : null
    return writeExact(valueAtWay(body?.value, wayOf(pointer)) ?? null)
  }
  if (field === 'params') return [draft.params, draft.paramsJson]
  let value: unknown = draft
  for (const step of field.split('.')) {
    if (Array.isArray(value)) value = value[Number(step)]
    else if (typeof value === 'object' && value !== null) value = Object.getOwnPropertyDescriptor(value, step)?.value
    else return undefined
  }
  return value
}

/** `path`: the fields of the shelf's operation. */
export type RequestSection = 'path' | 'params' | 'headers' | 'body' | 'options' | 'checks'

/** null for fields above the tabs */
export function sectionOf(field: string): RequestSection | null {
  const [place = ''] = field.split(/[.#]/)
  if (place === 'params' || place === 'headers' || place === 'body' || place === 'checks') return place
  return /Format$|^timeout$/.test(place) ? 'options' : null
}

export function byField(problems: readonly DraftProblem[]): ReadonlyMap<string, readonly DraftProblem[]> {
  const fields = new Map<string, DraftProblem[]>()
  for (const one of problems) fields.set(one.field, [...(fields.get(one.field) ?? []), one])
  return fields
}
