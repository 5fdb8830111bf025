import { wordsOf } from '../../../../shared/error-words'
import type { RequestTab } from '../../state/passthrough/request-tab.svelte'
import { counted } from '../../lib/format'

/** What is known of the schema, in one line. */
export function formWords({ draft, form }: RequestTab): string {
  if (!draft.connector) return 'Choose a connector: the schema is its own'
  if (draft.path === '') return 'Choose what is created'
  switch (form?.state) {
    case undefined:
    case 'reading':
      return `Asking what ${draft.connector.integrationSlug} takes`
    case 'ready': {
      const required = form.shape.fields.filter((one) => one.required).length
      return `${counted(form.shape.fields.length, 'field')} of ${draft.connector.integrationSlug}, ${required} required`
    }
    case 'none':
    case 'failed':
      return 'No schema: write it as JSON'
  }
}

/** Why there is no form, where there is none. */
export function noFormWords({ form }: RequestTab): string | null {
  if (form?.state === 'none') return `${sentence(form.reason)} The write may work all the same.`
  if (form?.state !== 'failed') return null
  const { title, next } = wordsOf(form.error)
  return `The schema could not be read. ${sentence(title)} ${sentence(next)}`
}

/** Words of a service may end without a full stop. */
const sentence = (text: string) => text.trim().replace(/[^.!?]$/, '$&.')
