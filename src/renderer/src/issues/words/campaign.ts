import type { CampaignRow, CampaignState, LetterLanguage, ReminderRule } from '../../../../shared/mail/campaign'
import { count, counted, time } from '../../kit/format'

type Group = 'needs' | 'ready' | 'sent' | 'out' | 'done'

export const campaignWords = {
  title: (customers: number) => `Ask ${counted(customers, 'customer')} to relink`,
  meta: (connectors: number, at: string) => `${counted(connectors, 'connector')}, begun ${at}`,
  back: 'Back to Issues',
  remove: 'Delete campaign',
  removeTitle: 'Delete this campaign?',
  removeNote: 'Goes: its links, templates and reminders. Letters that left stay with their customers and in Activity.',
  keep: 'Keep',

  groups: {
    needs: { name: 'Needs you', about: 'No letter leaves as it is.' },
    ready: { name: 'Ready', about: 'One letter for each customer, for all of their connectors.' },
    sent: { name: 'Sent', about: 'They have not relinked yet.' },
    out: { name: 'Left out', about: 'They get no letter and no reminder.' },
    done: { name: 'Relinked', about: 'They connected again, or their connectors are gone.' }
  } satisfies Record<Group, { name: string; about: string }>,
  groupOf: {
    ...{ contact: 'needs', origin: 'needs', link: 'needs', ended: 'needs', twice: 'needs', wrong: 'needs' },
    ...{ bounced: 'needs', unknown: 'needs', ready: 'ready', leaving: 'sent', sent: 'sent' },
    ...{ held: 'out', asked: 'out', 'left-out': 'out', relinked: 'done' }
  } satisfies Record<CampaignState, Group>,
  all: 'All',
  show: 'Show',
  table: 'Customers of this campaign',
  column: {
    customer: 'Customer',
    integration: 'Integration',
    language: 'Language',
    contact: 'Contact who relinks',
    letter: 'Letter'
  },
  states: {
    contact: 'No contact',
    origin: 'No origin ID',
    link: 'No link',
    ended: 'Link has ended',
    twice: 'Same link twice',
    wrong: 'Check the link',
    ready: 'Ready',
    held: 'Possible outage',
    asked: 'Asked already',
    'left-out': 'Left out',
    leaving: 'Leaving',
    sent: 'Sent',
    bounced: 'Bounced',
    unknown: 'Unknown',
    relinked: 'Relinked'
  } satisfies Record<CampaignState, string>,
  sent: (at: string, reminders: number) => (reminders > 0 ? `Sent ${at}, reminder ${count(reminders)}` : `Sent ${at}`),
  none: 'None',
  several: (first: string, others: number) => `${first} and ${count(others)} more`,

  links: {
    title: 'Links',
    done: (made: number, all: number) => `${count(made)} of ${counted(all, 'link')} pasted`,
    next: (customer: string, connector: string) => `Next: ${customer}, ${connector}`,
    open: 'Open its page',
    opens: 'The next page opens after each link.',
    paste: 'Paste the relink link',
    skip: 'Skip',
    all: 'Each connector that needs one has a link.',
    host: (host: string) => `${host} is not where your dashboard is.`,
    isRight: 'It is right',
    problems: {
      'no-link': 'Paste the whole link of the dashboard: it begins with https://.',
      twice: 'Another connector has the same link.',
      ended: 'It has ended: make a new one.'
    },
    of: (connector: string) => `Relink link for ${connector}`,
    ends: (at: number, now: number) => `ends ${time(at, now)}`,
    openOf: (connector: string) => `Open in dashboard: ${connector}`
  },

  letter: {
    label: (at: number, all: number) => `Letter ${count(at)} of ${count(all)}`,
    previous: 'Previous letter',
    next: 'Next letter',
    to: 'To',
    missing: (fields: readonly string[]) => `Not known: ${fields.map((one) => `{${one}}`).join(', ')}`,
    noContact: 'No contact of this customer is known.',
    addContact: 'Add contact…',
    leaveOut: 'Leave out',
    include: 'Include again',
    stopped: {
      relinked: 'No reminder: they relinked.',
      snoozed: 'No reminder while the issue is snoozed.',
      held: 'No reminder during a possible outage.',
      'left-out': 'No reminder: a person took them out.',
      link: 'No reminder: a link has ended. Paste a new one.',
      most: 'No further reminder: they got the most.'
    } satisfies Record<NonNullable<CampaignRow['stopped']>, string>,
    bounce: 'It bounced…',
    bounceWhy: 'What the bounce says',
    saveBounce: 'Save bounce',
    notBounced: 'It did not bounce',
    cancel: 'Cancel',
    unknown: 'Ask the customer whether it arrived. No further letter leaves from here.'
  },

  template: {
    title: 'Template',
    edit: 'Edit template…',
    of: (language: string) => `Template, ${language}`,
    save: 'Save template',
    known: (fields: readonly string[]) => `Fields: ${fields.map((one) => `{${one}}`).join(' ')}`,
    languages: { en: 'English', de: 'German', fr: 'French' } satisfies Record<LetterLanguage, string>
  },

  reminders: {
    title: 'Reminders',
    none: 'Reminders: none',
    of: ({ days, most }: ReminderRule) => `Reminders: after ${counted(days, 'day')}, ${count(most)} at most`,
    not: {
      'not-agreed': 'Reminders: not agreed',
      changed: 'Reminders: changed, agree again',
      ended: 'Reminders: agreement ended',
      'no-colleague': 'Reminders: wait for a colleague, agree again'
    },
    days: 'Days after the last letter',
    most: 'At most to each customer',
    from: 'From',
    to: 'To',
    hours:
      'Monday to Friday. They stop when the customer relinks, is snoozed, in a possible outage or left out, or a link has ended.',
    allow: 'Allow reminders…',
    end: 'End reminders'
  },

  save: 'Save as .eml',
  saved: (letters: number, folder: string) => `Saved ${counted(letters, 'letter')}: ${folder}. Nothing was sent.`,
  send: (letters: number) => (letters === 0 ? 'Send letters…' : `Send ${counted(letters, 'letter')}…`),
  sending: 'Sending…',
  nothing: 'No letter is ready.'
}
export type CampaignGroup = Group
