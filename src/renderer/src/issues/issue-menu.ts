import type { Issue } from '../../../shared/issues/issue'
import { copy } from '../kit/clipboard'
import { integrationName } from '../records/integration-name'
import { useCopyLink } from '../records/copy-link'
import { mayAsk } from '../records/issues-by-key'
import { safeString } from '../kit/safe-text'
import { useClock } from '../kit/clock.svelte'
import { useConnectors } from '../records/connectors.svelte'
import { useTeam } from '../records/team.svelte'
import { useWays } from '../records/ways'
import { useRelink } from './relink.svelte'
import type { Item } from './issues-layout'
import type { ContextEntry } from '../kit/context-menu.svelte'
import { menuWords as words } from './words'
import { snoozeChoices } from './snooze'

/** The contexts for acts on an issue. Call it while a component is made. */
export const useIssueMenuParts = () => ({
  clock: useClock(),
  connectors: useConnectors(),
  copyLink: useCopyLink(),
  relink: useRelink(),
  team: useTeam(),
  ways: useWays()
})
type IssueMenuParts = ReturnType<typeof useIssueMenuParts>

interface Menu {
  name: string
  entries: ContextEntry[]
}

/** Owners offered by name: the drawer has the whole list. */
const mostOwners = 4

/** The context menu of a row or head. On one of several selected issues it is about all of them. */
export function issueMenu(from: IssueMenuParts, item: Item): Menu {
  const { selection, issues } = from.relink
  if (item.kind !== 'case') return headMenu(from, item)
  const { one } = item
  const many = selection.keys.flatMap((key) => issues.byKey.get(key) ?? [])
  if (selection.has(one.key) && many.length > 1)
    return { name: words.selected(many.length), entries: actsOn(from, many, words.requestMany) }
  return {
    name: safeString(one.endUser, 60) || words.open,
    entries: [
      { label: words.open, run: () => from.relink.view.openIssue(one.key) },
      ...issueEntries(from, one),
      ...copiesOf(from, one)
    ]
  }
}

export const issueEntries = (from: IssueMenuParts, one: Issue): ContextEntry[] => [
  ...openingOf(from, one.key),
  ...actsOn(from, [one], () => words.request)
]

/** Its record, and a request through it; both need the connector's row. */
function openingOf({ connectors, ways }: IssueMenuParts, key: string): ContextEntry[] {
  const entry = connectors.active?.get(key)
  return [
    { label: words.connectors, disabled: !entry, run: () => ways.showConnector(key) },
    { label: words.passthrough, disabled: !entry, run: () => entry && ways.openInPassthrough(entry) }
  ]
}

function actsOn(
  { clock, relink, team }: IssueMenuParts,
  issues: readonly Issue[],
  requestWords: (relinks: number) => string
): ContextEntry[] {
  const { issues: known, listActs, undo, view } = relink
  const { place } = known
  const keys = issues.map(({ key }) => key)
  const [one] = issues.length === 1 ? issues : []
  // A menu of many issues leaves out customers who were just asked; a single customer may be asked again.
  const relinks = one ? issues.filter(mayAsk) : relink.toAsk(issues.filter(mayAsk), clock.now)
  if (!place) return []
  const assignTo =
    ({ key }: Issue) =>
    () => {
      view.openIssue(key)
      view.ownerWanted = true
    }
  const assign = (owner: string) => () => void undo.setOwner(place, keys, owner)
  const snooze = (until: number | null) => () => void undo.snooze(place, keys, until)
  const asleep = issues.some(({ snoozedUntil }) => snoozedUntil !== null)
  const others = known.owners.filter((owner) => issues.some((one) => one.owner !== owner)).slice(0, mostOwners)
  const disabled = team.readOnly !== undefined
  return [
    ...(relinks.length > 0
      ? [{ disabled, label: requestWords(relinks.length), run: () => relink.ask(relinks), apart: true }]
      : []),
    ...snoozeChoices(clock.now).map(({ label, until }, at) => ({
      label: words.snooze(label),
      disabled,
      run: snooze(until),
      apart: at === 0
    })),
    ...(asleep ? [{ label: words.unsnooze, disabled, run: snooze(null) }] : []),
    ...others.map((owner, at) => ({
      label: words.assignTo(safeString(owner, 40)),
      disabled,
      run: assign(owner),
      apart: at === 0
    })),
    ...(one ? [{ label: words.assign, disabled, run: assignTo(one), apart: others.length === 0 }] : []),
    ...(issues.some(({ owner }) => owner) ? [{ label: words.unassign, disabled, run: assign('') }] : []),
    {
      label: words.evidence,
      run: () => void listActs.saveEvidence(keys),
      disabled: listActs.busy !== null,
      apart: true
    }
  ]
}

function copiesOf({ copyLink }: IssueMenuParts, { key, endUser, originId }: Issue): ContextEntry[] {
  const id = key.slice(key.indexOf(':') + 1)
  const entry = (label: string, text: string | null) => (text ? [{ label, run: () => void copy(text) }] : [])
  const entries: ContextEntry[] = [
    ...entry(words.copyCustomer, endUser),
    ...entry(words.copyOriginId, originId),
    ...entry(words.copyId, id),
    ...copyLink('issue', key)
  ]
  return entries.map((one, at) => ({ ...one, apart: at === 0 }))
}

/** The menu of a group, or of the hidden rest of an incident. */
function headMenu({ relink }: IssueMenuParts, item: Exclude<Item, { kind: 'case' }>): Menu {
  const { selection, view } = relink
  const incident = item.kind === 'section' && item.section.head.kind === 'incident' ? item : null
  const slug = item.kind === 'branch' ? item.branch.integrationSlug : (incidentOf(item)?.integrationSlug ?? '')
  const { issues } = item.kind === 'branch' ? item.branch : item.section
  const all = issues.every(({ key }) => selection.has(key))
  const select = all ? words.unselectAll(issues.length) : words.selectAll(issues.length)
  return {
    name: safeString(integrationName(slug), 60) || select,
    entries: [
      ...(incident ? [{ label: words.openIncident, run: () => view.openAt(incident.index) }] : []),
      { label: select, run: () => selection.toggleAll(issues.map(({ key }) => key)) },
      { label: item.open ? words.fold : words.unfold, run: () => view.toggle(item) },
      ...(slug ? [{ label: words.copyIntegration, run: () => void copy(slug), apart: true }] : [])
    ]
  }
}

const incidentOf = ({ section: { head } }: Item) => (head.kind === 'incident' ? head.incident : null)
