import type { RelinkLetter } from './relink'

/** Letters as one text, with a line between them. */
export function lettersText(letters: readonly Pick<RelinkLetter, 'subject' | 'body'>[]): string {
  return letters.map(({ subject, body }) => `Subject: ${subject}\n\n${body}`).join('\n\n----------\n\n')
}
