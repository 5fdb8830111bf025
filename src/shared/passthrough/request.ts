import type { PassthroughDraft, DraftProblem } from './passthrough'
import { type FileContent, buildData } from './body'
import { buildPreview, type BuiltPreview } from './preview'
import type { Variables } from './variables'
import { categoryOfKey, writeOperationAt } from './unified/operations'

function buildWrite(draft: PassthroughDraft, variables: Variables): BuiltPreview {
  const problems: DraftProblem[] = []
  const report = (field: string, found: Omit<DraftProblem, 'field'>[]) => {
    for (const one of found) problems.push({ field, ...one })
  }
  const refuse = (field: string, code: string, message: string) =>
    report(field, [{ severity: 'refused', code, message }])
  const { connector, method, path, body } = draft
  if (method !== 'POST') refuse('method', 'method', 'A unified write uses POST.')
  const operation = writeOperationAt(path)
  if (!connector) refuse('connector', 'empty', 'Choose a connector.')
  if (!operation) refuse('path', 'empty', 'Choose what to create.')
  else if (connector && categoryOfKey(connector.key) !== operation.category) {
    const message = `This needs a connector of ${operation.category}; the selected one is of ${categoryOfKey(connector.key)}.`
    refuse('path', 'category', message)
  }
  const text = body.kind === 'json' || body.kind === 'none' ? buildData(body, variables, undefined, report) : undefined
  if (text === undefined) refuse('body', 'empty', 'Enter the fields of the new record.')
  return { text: text ?? '', path, problems }
}

/** @param files omitted for a preview */
export function buildRequest(draft: PassthroughDraft, variables: Variables, files?: FileContent): BuiltPreview {
  return draft.route === 'unified' ? buildWrite(draft, variables) : buildPreview(draft, variables, files)
}

/** Empty if none is chosen. */
export const servicePathOf = ({ route, path }: Pick<PassthroughDraft, 'route' | 'path'>): string =>
  route === 'unified' ? path : '/api/v1/passthrough'
