import type { RelinkLetter } from './relink'

export function lettersText(letters: readonly Pick<RelinkLetter, 'subject' | 'body'>[]): string {
  return letters.map(({ subject, body }) => `Subject: ${subject}\n\n${body}`).join('\n\n----------\n\n')
}
