import type { PassthroughDraft } from '../model/passthrough'
import type { FileContent } from './body'
import { buildPreview, type BuiltPreview } from './preview'
import { buildWrite } from './unified/build'
import type { Variables } from './variables'

/** What a draft leaves as, by its route. @param files left out for a preview */
export function buildRequest(draft: PassthroughDraft, variables: Variables, files?: FileContent): BuiltPreview {
  return draft.route === 'unified' ? buildWrite(draft, variables) : buildPreview(draft, variables, files)
}

/** The path of the service that a draft is posted to; empty where none was chosen yet. */
export const servicePathOf = ({ route, path }: Pick<PassthroughDraft, 'route' | 'path'>): string =>
  route === 'unified' ? path : '/api/v1/passthrough'
