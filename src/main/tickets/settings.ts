import { AppError } from '../../shared/errors'
import type { Request } from '../../shared/ipc'
import { readTrackerAddress, type Tracker } from '../../shared/tickets/ticket'
import type { Place } from '../../shared/workspaces/place'
import type { Workspace } from '../../shared/workspaces/workspace'
import type { Act, Confirmer } from '../guard/confirmer'
import { managed, type Policy } from '../policy/policy'
import type { BoundTokens } from '../secrets/bound-tokens'
import type { Masker } from '../secrets/masker'
import { serviceOf } from '../team/places'

export const secretAccount = (workspaceId: string) => `${workspaceId}:tracker`

/** Whose tickets: the service as the team calls it, or the workspace where it is this computer's own. */
export const serviceOfTickets = (workspaces: readonly Workspace[], place: Place): string =>
  serviceOf(workspaces, place) ?? place.workspaceId

/** False while the organization forbids tickets. */
export const permitted = (policy: Policy): boolean => !policy.isBroken && policy.of('tickets.enabled')?.value !== false

/** null: none was entered, or the organization does not allow its address. */
export function trackerOf(policy: Policy, workspaces: readonly Workspace[], workspaceId: string): Tracker | null {
  const workspace = workspaces.find(({ id }) => id === workspaceId)
  const { tracker } = workspace ?? {}
  if (!workspace || !tracker || !permitted(policy)) return null
  const given = policy.of('tickets.addresses')
  if (given?.locked && !given.value.includes(tracker.address)) return null
  // The practice service has another port after each start.
  return workspace.kind === 'practice' && !tracker.address.startsWith(`${workspace.baseUrl}/`) ? null : tracker
}

export interface SettingsParts {
  policy: Policy
  confirmer: Pick<Confirmer, 'confirm'>
  masker: Pick<Masker, 'add'>
  secrets: BoundTokens
  workspaces: { list(): readonly Workspace[]; setTracker(id: string, tracker: Tracker | null): void }
}

/**
 * A person agrees to a tracker's address in main, because a script in the window must not choose where customers' facts
 * go. The settings name a secret before the keychain has it, and until it does not.
 */
export async function setTracker(parts: SettingsParts, asked: Request<'tickets:setTracker'>): Promise<void> {
  const { policy, confirmer, masker, secrets, workspaces } = parts
  const { workspaceId, tracker: typed, secret } = asked
  const account = secretAccount(workspaceId)
  const before = workspaces.list().find(({ id }) => id === workspaceId)?.tracker ?? null
  if (!typed) {
    if (!before) return
    await secrets.delete(account)
    return workspaces.setTracker(workspaceId, null)
  }
  if (!permitted(policy)) throw managed('Tickets are off. Your organization decided so.')
  const tracker = readTracker(typed, secret.trim() !== '' || hasSameOrigin(before, typed))
  const given = policy.of('tickets.addresses')
  const isGiven = given?.value.includes(tracker.address) === true
  if (given?.locked && !isGiven)
    throw managed(`Your organization allows tickets only at ${given.value.join(', ') || 'no address'}.`)
  const isKnown = before?.address === tracker.address && before.kind === tracker.kind
  if (!isGiven && !isKnown) await confirmer.confirm(agreeing(workspaceId, tracker), new AbortController().signal)
  if (secret.trim() !== '') masker.add(secret.trim())
  if (!before) workspaces.setTracker(workspaceId, tracker)
  try {
    const { origin } = new URL(tracker.address)
    if (secret.trim() !== '') await secrets.set(account, { token: secret.trim(), origin })
  } catch (thrown) {
    if (!before) workspaces.setTracker(workspaceId, null)
    throw thrown
  }
  workspaces.setTracker(workspaceId, tracker)
}

const hasSameOrigin = (before: Tracker | null, { address }: Tracker) =>
  before !== null && URL.canParse(address) && new URL(address).origin === new URL(before.address).origin

/** @throws AppError invalid-input with a message for each field */
export function readTracker({ kind, ...typed }: Tracker, hasSecret: boolean): Tracker {
  const read = readTrackerAddress(typed.address)
  const [project, issueType, account] = [typed.project.trim(), typed.issueType.trim(), typed.account.trim()]
  const isJira = kind === 'jira'
  const fields = {
    ...('problem' in read && { address: read.problem }),
    ...(isJira && !/^[A-Z][A-Z0-9_]{1,79}$/.test(project) && { project: 'A project’s key has capital letters: OPS.' }),
    ...(isJira &&
      !/^[^\p{Cc}"\\]{1,80}$/u.test(issueType) && { issueType: 'Enter the name of a type of issue: Task.' }),
    ...(isJira && account !== '' && !/^[^\s:@]{1,200}@[^\s:@]{1,200}$/.test(account) && { account: 'This is no e-mail address.' }), // prettier-ignore
    ...(!hasSecret && { secret: isJira ? 'Enter the token.' : 'Enter the key that signs.' })
  }
  if ('problem' in read || Object.keys(fields).length > 0)
    throw new AppError('invalid-input', 'Some fields need another look.', { fields })
  return isJira
    ? { kind, address: read.url, project, issueType, account }
    : { kind, address: read.url, project: '', issueType: '', account: '' }
}

const agreeing = (workspaceId: string, { kind, address, project }: Tracker): Act => ({
  place: { workspaceId, region: 'default' },
  title: `Allow tickets at ${new URL(address).host}?`,
  verb: 'Allow',
  note: 'From now on, tickets can be looked for and opened there, with customers’ names and the evidence. Each new ticket is confirmed. Agree only if you entered this address yourself.',
  facts: [['Tracker', kind === 'jira' ? `Jira, ${address}, project ${project}` : `Webhook, ${address}`]],
  requests: []
})
