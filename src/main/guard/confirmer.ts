import type { ShownAct, ShownRequest } from '../../shared/confirm'
import { AppError } from '../../shared/errors'
import type { Place } from '../../shared/model/place'
import { Grant, grantMs, sha256, type Leaving } from './grant'

/** One request of an act. `shown`: of one the service hands on, what the third party gets. */
export interface ActRequest {
  leaving: Leaving
  what?: string
  shown?: Pick<ShownRequest, 'method' | 'path'>
}

/** Whose connector an act is about. */
export type ActConnector = Omit<NonNullable<ShownAct['connector']>, 'integration'> & { integrationSlug: string }

/** What a feature asks the operator to confirm. */
export interface Act {
  /** null: the whole app */
  place: Place | null
  title: string
  verb: string
  danger?: boolean
  note?: string
  warnings?: readonly string[]
  connector?: ActConnector | null
  facts?: readonly [name: string, value: string][]
  typed?: ShownAct['typed']
  requests: readonly ActRequest[]
}

/** Shows an act to the person. @returns whether they agreed; false as well where the signal ends it */
export type ShowAct = (act: ShownAct, signal: AbortSignal) => Promise<boolean>

/** How much of a body is shown, and how much is searched for a token that reaches into it. */
const beginningLength = 300
const looked = 20_000

const wholeApp = { name: 'All workspaces', practice: false }

/**
 * THE confirmation: every act that changes something at a service passes here, once. It is main that asks, in a window
 * no page can reach, with what main is about to send; a page can only ask for the act.
 */
export class Confirmer {
  private asking = false

  constructor(
    private readonly show: ShowAct,
    private readonly nameOf: (workspaceId: string) => { name: string; practice: boolean },
    private readonly integrationName: (place: Place, slug: string) => Promise<string>,
    private readonly mask: (text: string) => string,
    private readonly now: () => number
  ) {}

  /**
   * @returns the grant its requests leave with
   * @throws AppError cancelled where the person does not agree; busy while another act waits for them
   */
  async confirm(act: Act, signal: AbortSignal): Promise<Grant> {
    if (this.asking) throw new AppError('busy', 'Another change is waiting for your confirmation. Answer it first.')
    this.asking = true
    try {
      if (!(await this.show(await this.shown(act), signal)))
        throw new AppError('cancelled', 'It was not confirmed. Nothing was sent.')
    } finally {
      this.asking = false
    }
    const requests = act.requests.map(({ leaving }) => leaving)
    return new Grant(requests, this.now() + grantMs, this.now)
  }

  private async shown(act: Act): Promise<ShownAct> {
    const { name: workspace, practice } = act.place ? this.nameOf(act.place.workspaceId) : wholeApp
    return {
      title: act.title,
      verb: act.verb,
      danger: act.danger ?? false,
      note: act.note ?? '',
      warnings: [...(act.warnings ?? [])],
      workspace,
      practice,
      region: act.place?.region ?? null,
      connector: act.place && act.connector ? await this.whose(act.place, act.connector) : null,
      facts: [...(act.facts ?? [])],
      typed: act.typed ?? null,
      requests: act.requests.map((one) => this.shownRequest(one))
    }
  }

  private async whose(place: Place, { integrationSlug, ...connector }: ActConnector): Promise<ShownAct['connector']> {
    return { ...connector, integration: await this.integrationName(place, integrationSlug) }
  }

  private shownRequest({ leaving: { method, url, body }, what = '', shown }: ActRequest): ShownRequest {
    const { pathname, search } = new URL(url)
    return {
      what,
      method: shown?.method ?? method,
      path: this.mask(shown?.path ?? pathname + search),
      body:
        body === undefined
          ? null
          : { bytes: Buffer.byteLength(body), digest: sha256(body), beginning: this.beginning(body) }
    }
  }

  /** On one line, without a token that is in it. */
  private beginning(body: string): string {
    return this.mask(body.slice(0, looked)).slice(0, beginningLength).replace(/\s+/g, ' ')
  }
}
