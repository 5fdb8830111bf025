import { wordsOf } from '../../../shared/error-words'
import type { RequestTab } from './request-tab.svelte'
import { writeWords } from './words/write'

const words = writeWords.schema

/** What is known of the schema, in one line. */
export function formWords({ draft, form }: RequestTab): string {
  if (!draft.connector) return words.noConnector
  if (draft.path === '') return words.noOperation
  switch (form?.state) {
    case undefined:
    case 'reading':
      return words.reading(draft.connector.integrationSlug)
    case 'ready': {
      const required = form.shape.fields.filter((one) => one.required).length
      return words.ready(form.shape.fields.length, draft.connector.integrationSlug, required)
    }
    case 'none':
    case 'failed':
      return words.none
  }
}

/** Why there is no form, where there is none. */
export function noFormWords({ form }: RequestTab): string | null {
  if (form?.state === 'none') return `${sentence(form.reason)} ${words.mayWork}`
  if (form?.state !== 'failed') return null
  const { title, next } = wordsOf(form.error)
  return `${words.failed} ${sentence(title)} ${sentence(next)}`
}

/** Words of a service may end without a full stop. */
const sentence = (text: string) => text.trim().replace(/[^.!?]$/, '$&.')
