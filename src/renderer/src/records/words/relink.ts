import { count, counted } from '../../kit/format'

/** The relink requests to customers. */
export const relinkWords = {
  letter: 'Relink request',
  link: {
    label: 'Relink link',
    of: (connection: string) => `Relink link for ${connection}`,
    hint: 'from the connector’s page in the dashboard',
    open: 'Open in dashboard',
    openOf: (connection: string) => `Open in dashboard: ${connection}`,
    /** What tells one connection of a customer from another. */
    connection: (integration: string, category: string) => `${integration}, ${category}`
  },
  dialog: {
    one: (customer: string) => `Relink request for ${customer}`,
    many: (requests: number) => counted(requests, 'relink request'),
    closes: 'closes',
    perCustomer: 'One request for each customer. Replace {place} in the file with the relink link.',
    more: (requests: number) => `and ${count(requests)} more`,
    writing: 'Writing the request…',
    unfilled: 'Fill in the relink link before you send this.',
    unfilledOf: 'Fill in each relink link before you send this.',
    tooLong: 'Too long for a mail program. Copy it instead.'
  },
  action: { text: 'Save as text', csv: 'Save as CSV', email: 'Email', copyAll: 'Copy all', copy: 'Copy' },
  end: {
    copied: 'Copied, and marked as requested.',
    copiedUnfilled: 'Copied without its link, so the relink is not marked as requested.',
    notCopied: 'Not copied: the clipboard is not available.',
    mailed: 'Opened in your mail program, and marked as requested.',
    saved: (file: string) => `Saved and marked as requested: ${file}`
  }
}
