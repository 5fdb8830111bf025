import { AppError } from '../../shared/errors'
import type { RelinkSettings } from '../../shared/issues/relink/relink'
import { pageAddressProblem } from '../../shared/issues/relink/page-address'
import { templateProblem } from '../../shared/issues/relink/template'
import type { Act } from '../guard/confirmer'

/** @throws AppError invalid-input with what is wrong at each field */
export function readRelink(typed: RelinkSettings): RelinkSettings {
  const relink = { ...typed, pageAddress: typed.pageAddress.trim(), template: typed.template.trim() }
  const address = pageAddressProblem(relink.pageAddress)
  const template = templateProblem(relink.template)
  if (address === null && template === null) return relink
  throw new AppError('invalid-input', 'Some fields need another look.', {
    fields: { ...(address && { pageAddress: address }), ...(template && { template }) }
  })
}

/** What the operator confirms once, before pages of a dashboard are opened in the browser: a page cannot choose where to. */
export function pagesOf(workspaceId: string, pageAddress: string): Act {
  return {
    place: { workspaceId, region: 'default' },
    title: `Open connector pages at ${new URL(pageAddress).host}`,
    verb: 'Allow',
    note: 'From now on "Open in dashboard" opens these pages in your browser. The connector’s ID is part of the address.',
    facts: [['Address', pageAddress]],
    requests: []
  }
}
