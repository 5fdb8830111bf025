import { count, counted, listed } from '../../kit/format'

export const relinkWords = {
  letter: 'Relink request',
  link: {
    label: 'Relink link',
    of: (connection: string) => `Relink link for ${connection}`,
    hint: 'from the connector’s page in the dashboard',
    open: 'Open in dashboard',
    openOf: (connection: string) => `Open in dashboard: ${connection}`,
    connection: (integration: string, category: string) => `${integration}, ${category}`,
    noLink: 'Paste the whole link of the dashboard: it begins with https://.',
    host: (host: string) => `${host} is not where your dashboard is.`,
    isRight: 'It is right'
  },
  dialog: {
    one: (customer: string) => `Relink request for ${customer}`,
    many: (requests: number) => counted(requests, 'relink request'),
    closes: 'closes',
    held: {
      name: 'Held back',
      why: (customers: readonly string[], integration: string) =>
        `Held back during the outage of ${integration}: ${customers.length > 5 ? counted(customers.length, 'customer') : listed(customers)} ${customers.length === 1 ? 'was' : 'were'} told not to relink.`,
      despite: 'Ask them anyway'
    },
    template: 'Letter',
    draftOf: (from: string) => `Draft of ${from}`,
    workspaceTemplate: 'The workspace’s',
    perCustomer: (connectors: number, letters: number) =>
      `${counted(connectors, 'connector')}, ${counted(letters, 'letter')}: the letter to a customer names all their connectors. Replace {place} before you send them: the CSV has a column for the links.`,
    more: (requests: number) => `and ${count(requests)} more`,
    writing: 'Writing the request…',
    unfilled: 'Fill in the relink link before you send this.',
    unfilledOf: 'Fill in each relink link before you send this.',
    misled: 'Check the relink link first.',
    tooLong: 'Too long for a mail program. Copy it instead.'
  },
  action: {
    text: 'Save as text',
    csv: 'Save as CSV',
    email: 'Email',
    copyAll: 'Copy all',
    copy: 'Copy',
    mark: (relinks: number) => `Mark ${count(relinks)} as requested`,
    undo: 'Undo'
  },
  end: {
    copied: 'Copied, and marked as requested.',
    copiedUnfilled: 'Copied without its link, so the relink is not marked as requested.',
    notCopied: 'Not copied: the clipboard is not available.',
    mailed: 'Opened in your mail program, and marked as requested.',
    copiedMany: 'Copied. Fill in the links, send the requests, then mark them.',
    saved: (file: string) => `Saved: ${file}. Fill in the links, send the requests, then mark them.`,
    marked: 'Marked as requested.',
    /** @param back how many of the marks were taken back */
    unmarked: (back: number, marks: number) =>
      back === marks
        ? 'No longer marked as requested by this.'
        : back === 0
          ? 'Nothing was taken back: these issues have recovered, or were requested again.'
          : `${count(back)} of ${count(marks)} are no longer marked as requested by this.`
  }
}
