import { fillLines } from '../issues/relink/template'
import type { KnownStep, LetterKind, StepKind } from './outage'

// Apart from the schemas, which the first screen loads.

/** What a letter may name. `since`: of the customer's first failure; `reference`: the origin ID. */
export const outageFields = ['customer', 'contact', 'integration', 'since', 'last_good_sync', 'reference']

export const ownLetters: Readonly<Record<LetterKind, string>> = {
  first: `Subject: {integration} refuses connections: you need not reconnect

Hello {contact},

Since {since} {integration} has not answered our connection for {customer}. Other customers are affected too, so we do not expect the cause to be on your side.

Please do not reconnect: it would not help now. Your data as of {last_good_sync} stays available, and updates again when {integration} is back.

We are on it, and write again when this changes.

Your reference: {reference}`,
  update: `Subject: {integration} still refuses connections

Hello {contact},

{integration} still does not answer our connection for {customer}. You do not need to reconnect.

Your data as of {last_good_sync} stays available, and updates again when {integration} is back. We write again when this changes.

Your reference: {reference}`,
  clear: `Subject: {integration} works again

Hello {contact},

Our connection to {integration} for {customer} works again, and your data updates as usual. You do not need to do anything.

Your reference: {reference}`
}

/** @returns what is wrong with a letter; null for one that can be filled */
export function outageTextProblem(text: string): string | null {
  const names = [...text.matchAll(/\{([a-z_]+)\}/g)].map(([, name = '']) => name)
  const unknown = names.find((name) => !outageFields.includes(name))
  if (unknown !== undefined) return `There is no placeholder {${unknown}}.`
  const { subject, body } = fillLines(text, Object.fromEntries(names.map((name) => [name, '…'])))
  if (subject === '') return 'Begin with the subject, in a line of its own: Subject: …'
  return body === '' ? 'The letter has no text.' : null
}

/** Whether a letter of this kind can be the next step after these. */
export function mayFollow(steps: readonly Pick<KnownStep, 'kind'>[], kind: StepKind): boolean {
  const isClosed = steps.some((one) => one.kind === 'clear' || one.kind === 'over')
  if (steps.length === 0) return kind === 'first'
  if (kind === 'over') return !steps.some((one) => one.kind === 'over')
  return kind !== 'first' && !isClosed
}
