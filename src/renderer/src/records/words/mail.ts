import type { MailSecurity, Message, MessageState } from '../../../../shared/mail/mail'
import { count, counted } from '../../kit/format'
import { languages } from '../../kit/locale'

const states: Record<MessageState, string> = {
  waiting: 'Waiting',
  leaving: 'Leaving',
  sent: 'Sent',
  refused: 'Not sent',
  unknown: 'Unknown'
}

export const mailWords = {
  states,
  language: (code: string) => languages.of(code) ?? code,

  to: {
    title: 'To',
    none: 'No contact of this customer is known.',
    noOriginId: 'This customer has no origin ID, so no address is kept for them.',
    add: 'Add contact…',
    of: (name: string, address: string) => (name ? `${name} <${address}>` : address)
  },
  contact: {
    title: 'Contacts',
    meta: 'encrypted on this computer, shared with your team',
    none: 'None yet.',
    address: 'Address',
    name: 'Name',
    language: 'Language',
    languageHint: 'two letters, as en or de',
    wrongLanguage: 'Write it with two letters, as en or de.',
    relinks: 'Who relinks',
    relinksNote: 'gets relink requests',
    add: 'Add contact…',
    save: 'Save contact',
    cancel: 'Cancel',
    edit: 'Edit',
    editOf: (address: string) => `Edit ${address}`,
    remove: 'Remove',
    removeOf: (address: string) => `Remove ${address}`,
    known: 'This address is there already.',
    full: 'A customer has at most 20 contacts.',
    needsOriginId:
      'Contacts are kept by origin ID, and this customer has none: a name alone does not say whose they are.'
  },
  told: {
    title: 'Letters',
    none: 'None was sent from this computer.',
    unreadable: 'The key is in the locked keychain.',
    to: (addresses: readonly string[]) => `to ${addresses.join(', ')}`
  },
  forget: {
    action: 'Forget this customer…',
    note: 'Removes contacts, letters, notes and answers here and in your team. The record of changes stays.',
    done: 'Forgotten. What the API lists of the customer, and the record of changes, stay.'
  },
  send: {
    action: 'Send…',
    campaign: 'Start a campaign…',
    campaignName: (customers: number, day: string) => `${counted(customers, 'customer')}, ${day}`,
    campaignNote: (connectors: number, letters: number) =>
      `A campaign asks for the links of ${counted(connectors, 'connector')} one after another, then sends ${counted(letters, 'letter')} through your mail server, after one confirmation.`,
    dry: 'Save as .eml',
    saved: (letters: number, folder: string) => `Saved ${counted(letters, 'letter')}: ${folder}. Nothing was sent.`,
    working: 'Sending…',
    /** What became of letters, as counts and names. */
    ended(messages: readonly Message[]): string {
      const counts = (['sent', 'refused', 'unknown'] as const).flatMap((state) => {
        const own = messages.filter((one) => one.state === state).length
        return own > 0 ? [`${states[state]}: ${count(own)}`] : []
      })
      return `${counts.join(' · ')}.`
    },
    unknown: 'Ask the customer before you send it again.'
  },
  import: {
    action: 'Import contacts…',
    title: (file: string) => `Contacts from ${file}`,
    summary: (fine: number, customers: number, wrong: number) =>
      `${counted(fine, 'contact')} of ${counted(customers, 'customer')} can be imported${wrong > 0 ? `, ${counted(wrong, 'line')} cannot` : ''}.`,
    keeps: 'An address that is known already is replaced; other contacts stay.',
    line: 'Line',
    customer: 'Customer',
    contact: 'Contact',
    said: 'Result',
    new: 'New',
    same: 'Known',
    replaced: 'Replaced',
    use: (originId: string) => `Use ${originId}`,
    more: (lines: number) => `and ${count(lines)} more`,
    act: (contacts: number) => `Import ${counted(contacts, 'contact')}`,
    cancel: 'Cancel',
    close: 'Close',
    done: (contacts: number) => `${counted(contacts, 'contact')} imported.`
  },
  server: {
    title: 'Mail',
    about:
      'Letters to customers leave through your organization’s SMTP server. Each is confirmed before it leaves. Without a server they open in your mail program.',
    host: 'Mail server',
    hostExample: 'mail.example.com',
    wrongHost: 'Enter the name of a server, as mail.example.com.',
    port: 'Port',
    wrongPort: '1 to 65535',
    security: 'Encryption',
    securities: { starttls: 'STARTTLS', tls: 'TLS', none: 'None' } satisfies Record<MailSecurity, string>,
    onlyHere: 'Without encryption only a server on this computer is used.',
    user: 'User',
    userNote: 'Empty for a server without a login.',
    password: 'Password',
    passwordNote: 'Kept in the keychain, bound to this server. Empty leaves the one that is kept.',
    from: 'Sender’s address',
    fromName: 'Sender’s name',
    replyTo: 'Replies go to',
    replyToHint: 'if not to the sender',
    save: 'Save…',
    test: 'Test',
    testing: 'Testing…',
    remove: 'Use the mail program instead',
    saved: 'Saved.',
    managed: 'Your organization chose the server. User and password are yours.'
  }
}
