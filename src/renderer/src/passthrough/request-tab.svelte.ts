import type { SentEntry } from '../../../shared/passthrough/library'
import {
  type DraftProblem,
  isRead,
  type PassthroughBody,
  type PassthroughDraft,
  type Pair
} from '../../../shared/passthrough/passthrough'
import { splitQuery } from '../../../shared/passthrough/checks'
import { withRows } from '../../../shared/passthrough/params'
import type { Variables } from '../../../shared/passthrough/variables'
import { buildRequest } from '../../../shared/passthrough/request'
import { byField, emptyDraft, emptyWrite, sectionOf, type RequestSection, draftTitle, valueAt } from './drafts'
import type { ResponseView } from './response.svelte'
import type { Sending } from './sending.svelte'
import { checkBody } from './write-form/check'
import type { WriteForm } from './write-form/write-forms.svelte'
import { requestWords } from './words/request'

const used = (rows: readonly Pair[]) => rows.filter((one) => one.enabled && (one.name !== '' || one.value !== ''))

/** What decides the request, as a text to compare; omits empty and disabled rows. */
export function sentForm(draft: PassthroughDraft): string {
  const { connector, params, paramsJson, headers, body, timeout, checks: _, ...others } = draft
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

export interface TabNotice {
  title: string
  lines: readonly string[]
  actions?: readonly { label: string; run: () => void }[]
}

export interface TabStart {
  id?: string
  draft: PassthroughDraft
  savedId?: string | null
  unsaved?: boolean
}

export interface TabAround {
  variables: (draft: PassthroughDraft) => Variables
  form: (draft: PassthroughDraft) => WriteForm | null
  /** Nobody is asked: what a single send would confirm is refused. */
  onlyReads?: true
}

type RouteDraft = Omit<PassthroughDraft, 'workspaceId' | 'region' | 'connector'>

export class RequestTab {
  readonly id: string
  draft: PassthroughDraft = $state() as PassthroughDraft
  savedId = $state<string | null>(null)
  section = $state<RequestSection>('params')
  notice = $state.raw<TabNotice | null>(null)
  /** Switching kinds loses nothing. */
  otherBodies = $state.raw<Partial<Record<PassthroughBody['kind'], PassthroughBody>>>({})
  otherParams: string | undefined = undefined
  /** The params of typed queries that may still be the same. */
  #typed: readonly Pair[] = []
  /** The path when a query was last looked for. */
  #path = ''
  sending = $state.raw<Sending | null>(null)
  response = $state.raw<ResponseView | null>(null)
  opened = $state.raw<SentEntry | null>(null)
  /** A form appears if the schema allows. */
  asJson = $state(false)
  #around: TabAround
  #otherRoute: RouteDraft | null = null
  #kept = $state('')
  /** Missing values show after a failed send. */
  #tried = $state(false)

  constructor({ id = crypto.randomUUID(), draft, savedId = null, unsaved = false }: TabStart, around: TabAround) {
    this.#around = around
    this.id = id
    this.draft = draft
    this.savedId = savedId
    if (!unsaved) this.#kept = JSON.stringify(draft)
  }

  title = $derived(draftTitle(this.draft))
  text = $derived(JSON.stringify(this.draft))
  unsaved = $derived(this.text !== this.#kept)
  unified = $derived(this.draft.route === 'unified')
  built = $derived.by(() => buildRequest(this.draft, this.#around.variables(this.draft)))
  form = $derived.by(() => this.#around.form(this.draft))
  #found: readonly DraftProblem[] = $derived.by(() => {
    const { shape = null } = this.form ?? {}
    const { problems } = this.built
    if (this.#around.onlyReads)
      return problems.map((one) => (one.severity === 'confirm' ? { ...one, severity: 'refused' } : one))
    return shape ? [...problems, ...checkBody(shape, this.built.text || '{}')] : problems
  })
  running = $derived(this.sending?.running ?? false)
  /** A send whose outcome is unknown, because the app ended. */
  cutOff = $derived(this.opened?.result === null && this.opened.outcome !== null ? this.opened : null)
  /** The request behind the visible outcome; the draft may differ. */
  asSent = $derived(this.opened?.draft ?? this.sending?.draft ?? this.draft)
  edited = $derived(this.response !== null && sentForm(this.draft) !== sentForm(this.asSent))
  read = $derived(isRead(this.draft.method))

  /** The service's own problems stay until the field changes. */
  problems: ReadonlyMap<string, readonly DraftProblem[]> = $derived.by(() => {
    // The query moves to the params on blur; a line about it would shift the controls under the pointer.
    const unsaid = (code: string) =>
      (code === 'query' && this.draft.paramsJson === undefined) || (code === 'empty' && !this.#tried)
    const said = [...this.#found.filter(({ code }) => !unsaid(code)), ...this.#issues()]
    return byField(said)
  })

  refusals = $derived(this.#found.filter(({ severity }) => severity === 'refused'))

  refusedIn(section: RequestSection): number {
    let count = 0
    for (const [field, found] of this.problems) {
      if (sectionOf(field) === section && found.some(({ severity }) => severity === 'refused')) count++
    }
    return count
  }

  /** @returns true if a problem prevents a send */
  checkRefusals(): boolean {
    const first = this.refusals[0]
    this.#tried = first !== undefined
    if (!first) return false
    this.section = sectionOf(first.field) ?? this.section
    return true
  }

  /**
   * On paste, on blur and on send. A path without a query leaves the params. A query at another path replaces all params
   * of earlier ones; at the same path, which shows none of them, only those of the same names.
   *
   * @returns true if anything changed
   */
  takeQuery(text = this.draft.path): boolean {
    const { path, params } = splitQuery(text)
    const samePath = path === this.#path
    if (params.length === 0 && path === text) {
      this.#path = path
      return false
    }
    const { paramsJson } = this.draft
    const asked = text.split('#', 1)[0]?.includes('?') === true
    const replaces = (row: Pair) => asked && (!samePath || params.some(({ name }) => name === row.name))
    const before = this.#typed.filter(replaces)
    const json = paramsJson === undefined ? null : withRows(paramsJson, params, before)
    // Invalid JSON cannot take the query.
    if (paramsJson !== undefined && json === null) return false
    this.draft.path = this.#path = path
    if (json === null) this.draft.params = [...without(this.draft.params, before), ...params]
    else if (asked) this.draft.paramsJson = json
    this.#typed = [...this.#typed.filter((row) => !replaces(row)), ...params]
    if (params.length > 0) this.section = 'params'
    return true
  }

  chooseRoute(route: PassthroughDraft['route']): void {
    if (route === this.draft.route) return
    this.#tried = false
    const { workspaceId, region, connector, ...had } = $state.snapshot(this.draft)
    const empty = route ? emptyWrite(workspaceId, region) : emptyDraft(workspaceId, region)
    this.draft = { ...empty, ...this.#otherRoute, workspaceId, region, connector }
    this.#otherRoute = had
  }

  /** The current draft is now saved, here or in the history. */
  keep(): void {
    this.#kept = this.text
  }

  /** Keeps the connector and its place. */
  fill(draft: RouteDraft): void {
    delete this.draft.paramsJson
    delete this.draft.route
    delete this.draft.checks
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

/** One row for each of `gone`, the last that is the same. */
function without(rows: readonly Pair[], gone: readonly Pair[]): readonly Pair[] {
  return gone.reduce((left, one) => {
    const at = left.findLastIndex((row) => same(row, one))
    return at < 0 ? left : left.toSpliced(at, 1)
  }, rows)
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
