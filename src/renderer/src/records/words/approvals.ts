import { type Approval, type Approver } from '../../../../shared/team/approvals'
import { secondNames, type SecondAct } from '../../../../shared/team/second-act'
import { counted, duration, hourMinute, bytes as size } from '../../kit/format'
import { safeString } from '../../kit/safe-text'

const nameOf = (text: string) => safeString(text, 100)
const who = ({ operator, account }: Pick<Approval, 'operator' | 'account'>) => nameOf(operator || account)
const decider = ({ decider, deciderName }: Approval) => nameOf(deciderName || decider || 'a colleague')

export const approvalWords = {
  tabs: 'What Activity shows',
  requests: 'Requests',
  title: 'Approvals',
  needs: 'What needs a colleague',
  you: (name: string, waiting: number) =>
    [
      ...(name.trim() ? [`You are ${nameOf(name)}`] : []),
      waiting === 1 ? '1 request waits for you' : `${waiting || 'no'} requests wait for you`
    ].join(' · '),
  groups: { waiting: 'Waits for you', mine: 'Asked by you', others: 'Asked of others', decided: 'Decided' },
  act: (act: string) => secondNames[act as SecondAct] ?? 'An act of a later version',
  by: who,
  left: (ms: number) => (ms > 0 ? `${duration(ms)} left` : 'no time left'),
  waitsForOthers: 'Waits for a colleague, not you',
  /** How it ended, or stands. */
  state(one: Approval): string {
    const said = one.word ? `: “${safeString(one.word, 120)}”` : ''
    const at = one.endedAt === null ? '' : `, ${hourMinute(one.endedAt)}`
    switch (one.state) {
      case 'open':
        return one.isMine ? approvalWords.waitsForOthers : `asked by ${who(one)}`
      case 'agreed':
        return `agreed by ${decider(one)}${said}, not sent yet`
      case 'declined':
        return `declined by ${decider(one)}${said}`
      case 'expired':
        return one.decider === null ? 'expired, no colleague answered within the hour' : 'expired, agreed and not sent'
      case 'withdrawn':
        return one.isForgotten ? `withdrawn, a customer was forgotten${at}` : `withdrawn by ${who(one)}${at}`
      case 'used':
        return `agreed by ${decider(one)}${said}, used${at}`
    }
  },
  question: (one: Approval, title: string) => `Let ${who(one)} do this? ${safeString(title, 300)}`,
  own: (title: string) => safeString(title, 300),
  effect: (one: Approval) =>
    `The computer of ${who(one)} sends it, once, only after you agree. What stands above the requests is what that computer says; what leaves is below.`,
  facts: {
    workspace: 'Workspace',
    address: 'Address',
    customer: 'Customer',
    account: 'Account',
    why: 'Why, they say',
    ownWhy: 'Why, you said'
  },
  leaves: 'Exactly what will leave',
  requestsOf: (requests: number, bytes: number) => `${counted(requests, 'request')}, ${size(bytes)}`,
  copy: 'Copy',
  copyName: 'what will leave',
  noBody: 'No body',
  more: (left: number) => `… and ${counted(left, 'more character')}, which the confirmation can save as a file`,
  token: (one: Approval) =>
    `The bearer token is added on the computer of ${who(one)} and never shown: [token] stands for it.`,
  digest: 'The same bytes as there: SHA-256',
  ifYouAgree: 'If you agree',
  once: 'for these bytes only, once, until the hour is over',
  audit: 'both names go into the audit record',
  soFar: 'So far',
  asked: (one: Approval) => `${who(one)} asked for approval, account ${nameOf(one.account)}`,
  decidedBy: (account: string) => `account ${nameOf(account)}`,
  forgotten: 'What it was about is not kept any more: a customer in it was forgotten.',
  unreadable:
    'What would leave cannot be read on this computer: it was asked before your six words were compared, or it was changed since. It cannot be agreed to here.',
  word: (one: Approval) => `A word to ${who(one)} (kept with the decision)`,
  decline: 'Decline',
  agree: 'Agree, once',
  withdraw: 'Withdraw',
  late: 'It does not count any more: it was answered, withdrawn, or its hour is over.',
  foot: (open: number, decided: number) => `${open} open, ${decided} decided`,
  move: 'move',
  pick: 'Choose a request on the left',
  none: 'No approval was asked for yet',
  noneHint: 'What needs a colleague is chosen in Settings. What colleagues ask you stands here for an hour.',
  reading: 'Loading approvals…',
  waits: (asked: number) => `${counted(asked, 'request')} for approval`,
  settings: {
    title: 'Second approval',
    about: 'Acts that leave this computer only after a colleague of the team agreed.',
    acts: {
      'delete-connector': 'Deleting a connector',
      'integration-mapping': 'Mappings of a whole integration',
      'passthrough-write': 'Passthrough writes',
      letters: 'Letters to many customers'
    } satisfies Record<SecondAct, string>,
    needs: 'Needs a colleague',
    letters: 'Letters need a colleague above',
    customers: (value: number) => counted(value, 'customer'),
    noTeam: 'Without a team no colleague can agree, so what is chosen here does not leave.',
    yours: 'Your six words',
    yoursNote: 'Read them out to a colleague, in the same room or on the phone.',
    colleagues: 'Colleagues who may agree',
    none: 'No colleague has a key yet: each desk makes one when it is connected.',
    states: {
      new: 'not compared yet: is asked nothing',
      compared: 'compared',
      changed: 'changed since they were compared: is asked nothing'
    } satisfies Record<Approver['state'], string>,
    compare: 'Compare…',
    compareOf: (account: string) => `Compare the six words of ${nameOf(account)}`
  }
}
