import { shownInFull, typeable, type ConfirmAnswer, type ShownAct, type ShownRequest } from '../../shared/guard/confirm'
import { AppError } from '../../shared/errors'
import { askColleague, type SecondAct } from '../../shared/team/second-act'
import type { Place } from '../../shared/workspaces/place'
import type { Environment } from '../../shared/workspaces/workspace'
import { Grant, grantMs, sha256, type Leaving } from './grant'

/** `digest`: SHA-256 in hex. */
export type SentFile = NonNullable<ShownRequest['body']>['files'][number]

/**
 * One request of an act. `shown`: for a passthrough, the provider's part; for a request with files, the body with their
 * names instead of contents.
 */
export interface ActRequest {
  leaving: Leaving
  what?: string
  /** Tokens that main put into the body. */
  secrets?: readonly string[]
  shown?: Pick<ShownRequest, 'method' | 'path'> & { text?: string; files?: readonly SentFile[] }
  /** Keys of connectors whose customer it names, beside the act's own. */
  about?: readonly string[]
}

export type ActConnector = Omit<NonNullable<ShownAct['connector']>, 'integration'> & { integrationSlug: string }

export interface Act {
  /** null: the whole app, or with `noWorkspace` what no workspace has yet */
  place: Place | null
  noWorkspace?: true
  title: string
  verb: string
  danger?: boolean
  note?: string
  warnings?: readonly string[]
  connector?: ActConnector | null
  facts?: readonly [name: string, value: string][]
  typed?: ShownAct['typed']
  requests: readonly ActRequest[]
  /** The kind of act, where a colleague may have to agree as well. */
  second?: SecondAct | undefined
  /** How many it stands for, where later ones leave by it; else as many as `requests`. */
  many?: number
}

/**
 * What a colleague reads. `why`: in the operator's words. `about`: keys of the connectors that it names. `requests`: exactly
 * what leaves, but [token] for the desk's tokens.
 */
export interface SecondAsked {
  act: SecondAct
  place: Place
  shown: Omit<ShownAct, 'requests'>
  why: string
  about: string[]
  requests: (Leaving & { what: string })[]
}

export interface Second {
  /** Whether an act needs a colleague. */
  needs(of: { act: SecondAct; place: Place; requests: number }): boolean
  /**
   * @returns who may be asked; null if this act needs nobody
   * @throws AppError no-approval if it needs somebody, and nobody can be asked; unreachable
   */
  colleagues(of: { act: SecondAct; place: Place; requests: number }): Promise<string[] | null>
  /**
   * Waits until a colleague agrees.
   * @returns what takes the approval before the act leaves
   * @throws AppError cancelled if it was withdrawn; no-approval if nobody did
   */
  agreed(asked: SecondAsked, signal: AbortSignal): Promise<() => Promise<boolean>>
}

/**
 * Saves what one request of the act will send.
 * @returns false if the person chose no file
 */
export type SaveRequest = (request: number) => Promise<boolean>

/**
 * @returns not agreed if the person declined or the signal fired
 * @throws AppError internal if the window could not show the act
 */
export type ShowAct = (act: ShownAct, signal: AbortSignal, save: SaveRequest) => Promise<Omit<ConfirmAnswer, 'typed'>>

/** `origin`: of the workspace's base URL. */
export interface Whereabouts {
  name: string
  practice: boolean
  origin: string
  environment: Environment | null
}

/** Masks tokens in a text. `hidden`: length of each masked place, in characters. */
export interface Hider {
  hide(text: string, from?: number, to?: number): string
  readonly hidden: number[]
}

export interface ConfirmerParts {
  show: ShowAct
  whereabouts: (place: Place) => Whereabouts
  integrationName: (place: Place, slug: string) => Promise<string>
  /** Hides these tokens only. */
  hiding: (tokens: readonly string[]) => Hider
  now: () => number
  /** @throws AppError app-locked */
  guard: () => void
  /** Why this change leaves no lasting record; null if it does. */
  unrecorded: () => string | null
  second: Second
  /** @returns null if the person chose no file */
  save: (suggestedName: string, content: string) => Promise<string | null>
}

/** Characters shown of each end of a long body. */
const partLength = 32 * 1024
/** For a longer name the operator types the record's id. */
const longestTyped = 100

/** Every request has these headers, and they hold tokens. */
const tokenHeaders = new Set(['authorization', 'x-connector-token'])
const wholeApp = { name: 'All workspaces', practice: false, origin: null, environment: null }
/** The default `accept` and content type. */
const usualValue = 'application/json'

/**
 * The text an operator types to agree: the name, or if it cannot be typed, the id or a word. Never empty: an empty box
 * would count as typed.
 * @param what the kind of thing: "customer", "field"
 */
export function nameToType(what: string, name: string, id: string): NonNullable<Act['typed']> {
  const canBeTyped = (text: string) => text !== '' && text.length <= longestTyped
  if (canBeTyped(typeable(name))) return { label: `Type the ${what}’s name`, text: typeable(name) }
  if (canBeTyped(typeable(id))) return { label: `Type the ${what}’s ID`, text: typeable(id) }
  return { label: `The ${what} has no name that can be typed. Type the word`, text: 'confirm' }
}

/**
 * Every act that changes something at a service passes here once. Main asks in a window that no page can reach, and
 * shows what it will send; a page can only ask for the act.
 */
export class Confirmer {
  private asking: AbortController | null = null

  constructor(private readonly parts: ConfirmerParts) {}

  /**
   * @returns the grant for the act's requests
   * @throws AppError cancelled if the person declines; busy while another act waits; app-locked;
   * internal if the window fails; no-approval if it needs a colleague who does not agree
   */
  async confirm(act: Act, signal: AbortSignal): Promise<Grant> {
    if (this.asking) throw new AppError('busy', 'Another change is waiting for your confirmation. Answer it first.')
    this.parts.guard()
    const asking = (this.asking = new AbortController())
    const { show, now, unrecorded } = this.parts
    const why = act.requests.length > 0 ? unrecorded() : null
    let shown: ShownAct
    let colleagues: string[] | null
    let answer: Awaited<ReturnType<ShowAct>>
    try {
      colleagues = await this.colleaguesFor(act)
      const asked = colleagues === null ? act : needing(act, colleagues)
      shown = await this.shown(why === null ? asked : withoutRecord(asked, why))
      const asks = colleagues === null ? shown : { ...shown, asksWhy: true as const }
      answer = await show(asks, AbortSignal.any([signal, asking.signal]), (at) => this.save(act, at))
      if (!answer.agreed) throw new AppError('cancelled', 'It was not confirmed. Nothing was sent.')
    } finally {
      this.asking = null
    }
    const requests = act.requests.map(({ leaving }) => leaving)
    // Other acts can be confirmed meanwhile, and the minute begins when the colleague has agreed.
    const approval = colleagues && (await this.agreed(act, shown, answer.why, signal))
    return new Grant(requests, now() + grantMs, now, why !== null, approval)
  }

  /** Whether it needs a colleague too, as the settings are now. */
  needsColleague({ second, place, many }: Required<Pick<Act, 'second' | 'place' | 'many'>>): boolean {
    return second !== undefined && place !== null && this.parts.second.needs({ act: second, place, requests: many })
  }

  private async colleaguesFor({ second, place, requests, many = requests.length }: Act): Promise<string[] | null> {
    if (second === undefined || place === null || requests.length === 0) return null
    return this.parts.second.colleagues({ act: second, place, requests: many })
  }

  private async agreed(
    { second, place, requests: all }: Act,
    { requests: _, ...shown }: ShownAct,
    why: string,
    signal: AbortSignal
  ) {
    if (second === undefined || place === null) return null
    const requests = all.map((one) => ({ what: countBlanks(one.what ?? ''), ...this.withoutTokens(one) }))
    const about = [shown.connector?.key ?? [], ...all.map((one) => one.about ?? [])].flat()
    // The first fact says who may agree: they know.
    const [, ...facts] = shown.facts
    return this.parts.second.agreed({ act: second, place, shown: { ...shown, facts }, why, about, requests }, signal)
  }

  private withoutTokens(request: ActRequest): Leaving {
    const { headers, url, body, method } = request.leaving
    const own = this.parts.hiding(tokensOf(request))
    const open = Object.entries(headers).filter(([name]) => !tokenHeaders.has(name.toLowerCase()))
    return {
      ...{
        method,
        url: own.hide(url),
        headers: Object.fromEntries(open.map(([name, value]) => [name, own.hide(value)]))
      },
      ...(body !== undefined && { body: own.hide(body) })
    }
  }

  /** Closes an open question unanswered: nobody at a locked computer may agree. */
  end(): void {
    this.asking?.abort()
  }

  private async shown(act: Act): Promise<ShownAct> {
    const { name: workspace, practice, origin, environment } = act.place ? this.parts.whereabouts(act.place) : wholeApp
    const [first] = act.requests
    return {
      title: countBlanks(act.title),
      verb: act.verb,
      danger: act.danger ?? false,
      note: act.note ?? '',
      warnings: (act.warnings ?? []).map(countBlanks),
      workspace: act.noWorkspace ? '' : countBlanks(workspace),
      practice,
      // The real destination: a workspace's name can be changed.
      origin: first ? originOf(first.leaving.url) : origin,
      environment,
      region: act.place?.region ?? null,
      connector: act.place && act.connector ? await this.whose(act.place, act.connector) : null,
      facts: (act.facts ?? []).map(([name, value]): [string, string] => [name, countBlanks(value)]),
      typed: act.typed ?? null,
      requests: act.requests.map((one) => this.shownRequest(one))
    }
  }

  private async whose(place: Place, { integrationSlug, ...connector }: ActConnector): Promise<ShownAct['connector']> {
    const integration = await this.parts.integrationName(place, integrationSlug)
    return { ...connector, endUser: countBlanks(connector.endUser), integration }
  }

  private shownRequest(request: ActRequest): ShownRequest {
    const { leaving, what = '', shown } = request
    const { method, url, headers, body } = leaving
    const { pathname, search } = new URL(url)
    const own = this.parts.hiding(tokensOf(request))
    const open = Object.entries(headers).filter(
      ([name, value]) => !tokenHeaders.has(name.toLowerCase()) && value !== usualValue
    )
    const files = [...(shown?.files ?? [])]
    return {
      what,
      method: shown?.method ?? method,
      path: countBlanks(own.hide(shown?.path ?? pathname + search)),
      headers: open.map(([name, value]): [string, string] => [name, countBlanks(own.hide(value))]),
      body:
        body === undefined
          ? null
          : { bytes: Buffer.byteLength(body), digest: sha256(body), ...readable(shown?.text ?? body, own), files },
      // Last: it grows with each text.
      hidden: own.hidden
    }
  }

  private async save(act: Act, at: number): Promise<boolean> {
    const request = act.requests[at]
    if (request?.leaving.body === undefined) return false
    const content = this.parts.hiding(tokensOf(request)).hide(request.leaving.body)
    return (await this.parts.save('what-will-be-sent.json', content)) !== null
  }
}

/** Only addresses of the web have an origin of their own. */
function originOf(url: string): string {
  const { origin, protocol, host } = new URL(url)
  return origin === 'null' ? `${protocol}//${host}` : origin
}

/**
 * Hides only the request's own tokens. A page or service could name other texts as tokens to hide what the request
 * sends.
 */
function tokensOf({ leaving, secrets = [] }: ActRequest): string[] {
  const inHeaders = Object.entries(leaving.headers).filter(([name]) => tokenHeaders.has(name.toLowerCase()))
  return [...inHeaders.map(([, value]) => value.replace(/^bearer /i, '')), ...secrets]
}

/** The masked body: whole, or its beginning and end. Blanks are counted before the cut. */
function readable(body: string, own: Hider): { text: string; end: string | null } {
  const text = countBlanks(body)
  if (text.length <= shownInFull) return { text: own.hide(text), end: null }
  return { text: own.hide(text, 0, partLength), end: own.hide(text, text.length - partLength) }
}

/** Long runs of blanks hide the text after them, so their number shows instead. */
const countBlanks = (text: string) =>
  text
    .replace(/[^\S\n]{41,}|[\u2800]{4,}/gu, (run) => `⟨${run.length} spaces⟩`)
    .replace(/\n{5,}/gu, (run) => `⟨${run.length} line breaks⟩`)
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]{4,}/gu, (run) => `⟨${run.length} invisible characters⟩`)

const needing = (act: Act, colleagues: readonly string[]): Act => ({
  ...act,
  verb: askColleague,
  facts: [['Needs a colleague', `${colleagues.join(' or ')}, within an hour`], ...(act.facts ?? [])]
})

const withoutRecord = (act: Act, why: string): Act => ({
  ...act,
  warnings: [
    `This change cannot be recorded: ${why}. If you confirm, it is sent without a record.`,
    ...(act.warnings ?? [])
  ]
})
