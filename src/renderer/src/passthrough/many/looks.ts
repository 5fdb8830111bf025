import type { ManyAnswer } from '../../../../shared/passthrough/many'
import { titleOf } from '../../../../shared/error-words'
import type { RowIconName } from '../../kit/row-icons'
import { manyWords } from '../words/many'
import { type Difference, type Group } from './groups'

export interface Mark {
  word: string
  tone: 'failed' | 'relink' | null
  icon: RowIconName | null
}

const bad = (word: string): Mark => ({ word, tone: 'failed', icon: 'circle-x' })

/** How an answer ended: the provider's own status before that of the API. */
export function markOf({ outcome, status, providerError, content, complete, error }: ManyAnswer): Mark {
  const words = manyWords.status
  if (providerError) return bad(words.reported(providerError.status ?? providerError.code))
  if (outcome === 'cancelled') return { word: words.cancelled, tone: null, icon: null }
  if (outcome !== 'answered') return bad(status === null ? titleOf(error?.code ?? 'internal') : String(status))
  if (content === 'page') return { word: words.page(status ?? 0), tone: 'relink', icon: 'equal-not' }
  if (!complete) return { word: words.cut(status ?? 0), tone: 'relink', icon: 'circle-dashed' }
  return { word: String(status ?? words.none), tone: null, icon: null }
}

export interface GroupLook extends Mark {
  /** The place that `word` begins with, as code. */
  place: string
  detail: string
}

export function lookOf(group: Group): GroupLook {
  const words = manyWords.groups
  const { kind, answers, differences } = group
  const [first] = answers
  const [difference, ...others] = differences
  const look = (word: string, tone: Mark['tone'] = null, icon: RowIconName | null = null, detail = '', place = '') => ({
    ...{ word, tone, icon, detail, place }
  })
  if (!first) return look('')
  const mark = markOf(first)
  if (kind === 'page') return look(words.page, 'relink', 'equal-not', words.everything)
  if (kind === 'reported') {
    const status = first.providerError ? (first.providerError.status ?? first.providerError.code) : first.status
    const messages = new Set(answers.map(({ providerError }) => providerError?.message ?? ''))
    return look(
      words.reported(status),
      'failed',
      'circle-x',
      messages.size === 1 ? (first.providerError?.message ?? '') : ''
    )
  }
  if (kind === 'failed') return look(first.error ? titleOf(first.error.code) : mark.word, 'failed', 'circle-x')
  if (kind === 'cut') return look(words.cut, 'relink', 'circle-dashed')
  if (kind === 'content') return look(words.content[first.content])
  if (kind === 'much') return look(words.much, null, 'equal-not')
  if (kind === 'alike') return look(words.alike, null, 'circle-check')
  if (kind === 'status') return look(mark.word, mark.tone, mark.icon)
  if (!difference) return look('')
  return look(
    differs(difference) + (others.length > 0 ? words.more(others.length) : ''),
    null,
    'equal-not',
    '',
    difference.place
  )
}

/** "is absent", "is an empty list": after its place. */
export function differs({ usual, found }: Difference): string {
  const words = manyWords.differences
  if (found === null) return words.absent
  return usual === null ? words.fresh : words.is(typeWord(found))
}

export const typeWord = (types: string): string =>
  types
    .split(' or ')
    .map((type) => manyWords.types[type] ?? type)
    .join(' or ')
