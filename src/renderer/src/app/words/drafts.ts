import { counted } from '../../kit/format'

export const draftWords = {
  waiting: (drafts: number) => (drafts === 1 ? '1 draft waits' : `${drafts} drafts wait`),
  closed: 'Assistants cannot ask',
  title: (drafts: string) => `Drafts from outside (${drafts})`,
  about:
    'An assistant or a script left these. Nothing was sent or saved. Open shows one as if you had typed it; you decide what happens with it.',
  request: (customer: string, where: string) => `Request${customer ? ` for ${customer}` : ''}, ${where}`,
  mapping: (scope: string, where: string) => `Mapping for ${scope}, ${where}`,
  letter: (connectors: number, where: string) => `Letter about ${counted(connectors, 'connector')}, ${where}`,
  from: (client: string, at: string) => `From a program that calls itself “${client}”, ${at}`,
  why: (why: string) => `Its reason: ${why}`,
  open: 'Open',
  discard: 'Discard',
  elsewhere: 'It is of another workspace or region: open that first.',
  none: 'No draft waits.',
  close: 'Close',
  closes: 'closes',
  refused: {
    'own-draft': 'You have text of your own for this field and scope, and it stays. Save or discard it first.',
    'read-only': 'You may only read in this team, and ask for no relink.',
    'no-issue': 'None of these connectors has an open issue any more.',
    gone: 'Its view could not be opened. Try again.'
  }
}
