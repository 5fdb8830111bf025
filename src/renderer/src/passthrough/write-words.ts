import { wordsOf } from '../../../shared/error-words'
import type { RequestTab } from './request-tab.svelte'
import { writeWords } from './words/write'

const words = writeWords.schema

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

export function noFormWords({ form }: RequestTab): string | null {
  if (form?.state === 'none') return `${sentence(form.reason)} ${words.mayWork}`
  if (form?.state !== 'failed') return null
  const { title, next } = wordsOf(form.error)
  return `${words.failed} ${sentence(title)} ${sentence(next)}`
}

/** A service's text may lack its full stop. */
const sentence = (text: string) => text.trim().replace(/[^.!?]$/, '$&.')
