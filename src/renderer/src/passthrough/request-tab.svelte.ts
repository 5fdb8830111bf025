import type { SentEntry } from '../../../shared/passthrough/library'
import {
  type DraftProblem,
  isRead,
  type PassthroughBody,
  type PassthroughDraft,
  type Variable,
  type Pair
} from '../../../shared/passthrough/passthrough'
import { splitQuery } from '../../../shared/passthrough/checks'
import { withRows } from '../../../shared/passthrough/params'
import { buildRequest } from '../../../shared/passthrough/request'
import { byField, emptyDraft, emptyWrite, sectionOf, type Section, titleOf, valueAt, valuesOf } from './drafts'
import type { ResponseView } from './response.svelte'
import type { Sending } from './sending.svelte'
import { checkBody } from './write-form/check'
import type { WriteForm } from './write-form/write-forms.svelte'
import { requestWords } from './words/request'

const used = (rows: readonly Pair[]) => rows.filter((one) => one.enabled && (one.name !== '' || one.value !== ''))

/** What of a draft decides what is sent and where, as a text to compare: rows that are switched off or empty do not. */
export function sentForm(draft: PassthroughDraft): string {
  const { connector, params, paramsJson, headers, body, timeout, ...others } = draft
  const names = Object.entries(others).sort(([a], [b]) => (a < b ? -1 : 1))
  return JSON.stringify([
    names,
    connector?.key ?? null,
    paramsJson ?? used(params),
    used(headers),
    'text' in body && body.text.trim() === '' ? { kind: 'none' } : body,
    timeout.trim()
  ])
}

/** A message at a tab that the operator has to read: an import, what was left out. */
export interface Notice {
  title: string
  lines: readonly string[]
  /** What can be done about it. */
  actions?: readonly { label: string; run: () => void }[]
}

export interface TabStart {
  id?: string
  draft: PassthroughDraft
  /** The saved request it was opened from. */
  savedId?: string | null
  /** It is kept nowhere else: closing it would lose it. */
  unsaved?: boolean
}

/** What a tab knows of its workspace. */
export interface TabAround {
  variables: () => readonly Variable[]
  /** Of a unified write, as far as it was asked for. */
  form: (draft: PassthroughDraft) => WriteForm | null
}

type RouteDraft = Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'>

/** One request before the operator, and its outcome when it was sent. */
export class RequestTab {
  readonly id: string
  draft: PassthroughDraft = $state() as PassthroughDraft
  savedId = $state<string | null>(null)
  section = $state<Section>('params')
  notice = $state.raw<Notice | null>(null)
  /** Bodies of the kinds not chosen now, so that looking at another kind loses nothing. */
  otherBodies = $state.raw<Partial<Record<PassthroughBody['kind'], PassthroughBody>>>({})
  /** The params as JSON while the rows are chosen. */
  otherParams: string | undefined = undefined
  sending = $state.raw<Sending | null>(null)
  response = $state.raw<ResponseView | null>(null)
  /** The send of the history that is shown. */
  opened = $state.raw<SentEntry | null>(null)
  /** The form is chosen wherever one can be made. */
  asJson = $state(false)
  #around: TabAround
  #otherRoute: RouteDraft | null = null
  #kept = $state('')
  /** Messages about missing values appear only after an attempt to send that they stopped. */
  #tried = $state(false)

  constructor({ id = crypto.randomUUID(), draft, savedId = null, unsaved = false }: TabStart, around: TabAround) {
    this.#around = around
    this.id = id
    this.draft = draft
    this.savedId = savedId
    if (!unsaved) this.#kept = JSON.stringify(draft)
  }

  title = $derived(titleOf(this.draft))
  text = $derived(JSON.stringify(this.draft))
  /** Whether closing it would lose something. */
  unsaved = $derived(this.text !== this.#kept)
  unified = $derived(this.draft.route === 'unified')
  built = $derived.by(() => buildRequest(this.draft, valuesOf(this.#around.variables())))
  form = $derived.by(() => this.#around.form(this.draft))
  /** What this app itself finds wrong. */
  #found: readonly DraftProblem[] = $derived.by(() => {
    const { shape = null } = this.form ?? {}
    return shape ? [...this.built.problems, ...checkBody(shape, this.built.text || '{}')] : this.built.problems
  })
  running = $derived(this.sending?.running ?? false)
  /** A send of the history that the end of the app cut off: nothing is known of its end. */
  cutOff = $derived(this.opened?.result === null && this.opened.outcome !== null ? this.opened : null)
  /** What the outcome that is shown is of; it may have been changed since. */
  asSent = $derived(this.opened?.draft ?? this.sending?.draft ?? this.draft)
  /** The request that is shown is no longer the one that the response answers. */
  edited = $derived(this.response !== null && sentForm(this.draft) !== sentForm(this.asSent))
  read = $derived(isRead(this.draft.method))

  /** What is wrong, by field; what the service said of a field stays until the field is changed. */
  problems: ReadonlyMap<string, readonly DraftProblem[]> = $derived.by(() => {
    // Nor that there is a query in the path: it goes to the params when the box is left, and a line that went with it
    // would move the tabs and the boxes below under the press that left the box.
    const unsaid = (code: string) =>
      (code === 'query' && this.draft.paramsJson === undefined) || (code === 'empty' && !this.#tried)
    const said = [...this.#found.filter(({ code }) => !unsaid(code)), ...this.#issues()]
    return byField(said)
  })

  refusals = $derived(this.#found.filter(({ severity }) => severity === 'refused'))

  /** How many fields of a section stop it from being sent. */
  refusedIn(section: Section): number {
    let count = 0
    for (const [field, found] of this.problems) {
      if (sectionOf(field) === section && found.some(({ severity }) => severity === 'refused')) count++
    }
    return count
  }

  /** Goes to what stops it. @returns whether anything does */
  checkRefusals(): boolean {
    const first = this.refusals[0]
    this.#tried = first !== undefined
    if (!first) return false
    this.section = sectionOf(first.field) ?? this.section
    return true
  }

  /**
   * What follows ? belongs into the params: taken there when it is pasted, when the box is left, and when it is sent.
   * @returns whether anything moved
   */
  takeQuery(text = this.draft.path): boolean {
    const { path, params } = splitQuery(text)
    if (params.length === 0 && path === text) return false
    const { paramsJson } = this.draft
    const json = paramsJson === undefined ? null : withRows(paramsJson, params)
    // What is not JSON yet takes nothing in: the path then says that the query does not belong there.
    if (paramsJson !== undefined && json === null) return false
    this.draft.path = path
    if (json === null) this.draft.params = [...this.draft.params, ...params]
    else if (params.length > 0) this.draft.paramsJson = json
    if (params.length > 0) this.section = 'params'
    return true
  }

  /** What was typed for the other route is there again when it is chosen again, while the tab is open. */
  chooseRoute(route: PassthroughDraft['route']): void {
    if (route === this.draft.route) return
    this.#tried = false
    const { workspaceId, region, connector, ...had } = $state.snapshot(this.draft)
    const empty = route ? emptyWrite(workspaceId, region) : emptyDraft(workspaceId, region)
    this.draft = { ...empty, ...this.#otherRoute, workspaceId, region, connector }
    this.#otherRoute = had
  }

  /** From now on this is also kept elsewhere: saved, or in the history. */
  keep(): void {
    this.#kept = this.text
  }

  /** Replaces all but the connector and its place. */
  fill(draft: RouteDraft): void {
    delete this.draft.paramsJson
    delete this.draft.route
    Object.assign(this.draft, draft)
    const hasParams = draft.params.length > 0 || draft.paramsJson !== undefined
    this.section = draft.body.kind !== 'none' ? 'body' : hasParams ? 'params' : this.section
  }

  #issues(): DraftProblem[] {
    const sending = this.sending
    return (sending?.result?.issues ?? [])
      .filter(({ field }) => sending && same(valueAt(sending.draft, field), valueAt(this.draft, field)))
      .map(({ field, message }) => ({
        field,
        severity: 'refused',
        code: 'service',
        message: requestWords.bar.fromApi(message)
      }))
  }
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
