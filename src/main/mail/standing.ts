import type { Consent } from '../../shared/settings/consent'
import { mailOrigin, type MailAccount } from '../../shared/mail/mail'
import { AppError } from '../../shared/errors'
import type { Place } from '../../shared/workspaces/place'
import type { Clock } from '../base/clock'
import { sha256 } from '../guard/grant'
import type { Confirmer } from '../guard/confirmer'
import { consentAct, type Consents, type NotAgreed } from '../settings/consents'
import type { MailStore } from './store'

const day = 86_400_000

/** What letters may leave without asking again. Any change of it needs a new agreement. */
export interface StandingLetters extends Pick<Consent, 'name' | 'rule'> {
  about: Exclude<Consent['about'], 'alert'>
  place: Place
  /** As a person reads it before; its fields are filled in for each recipient. */
  template: string
  /** Who they go to, or the rule that chooses them, in words. */
  recipients: string
  /** When they leave, and whatever else is agreed to. */
  facts: readonly [name: string, value: string][]
}

export interface StandingParts {
  history: Pick<MailStore, 'countMessages'>
  clock: Clock
  confirmer: Pick<Confirmer, 'confirm' | 'needsColleague'>
  consents: Consents
  /** @throws AppError managed, not-permitted */
  account(): MailAccount
}

/** Letters that leave by themselves, under what a person agreed to in main's window. */
export class StandingMail {
  constructor(private readonly parts: StandingParts) {}

  /**
   * Asks the person, who reads template, recipients, server, most letters and end.
   * @param terms.days until it ends
   * @param terms.shown origin IDs whom the person saw, and who get nothing under it
   * @throws AppError cancelled
   */
  async allow(
    what: StandingLetters,
    { perDay, days, shown = [] }: { perDay: number; days: number; shown?: readonly string[] },
    signal: AbortSignal
  ) {
    const { clock, confirmer, consents } = this.parts
    const account = this.parts.account()
    const { from, fromName, replyTo } = account
    const { about, facts, name, place, recipients, rule, template } = what
    const agreedAt = clock.now()
    const until = agreedAt + days * day
    const headers = { To: recipients, From: fromName ? `${fromName} <${from}>` : from, ...(replyTo && { 'Reply-To': replyTo }) } // prettier-ignore
    const leaving = { method: 'SEND', url: mailOrigin(account), headers, body: template }
    const act = {
      place,
      title: 'Send these letters by themselves?',
      ...{ second: 'letters' as const, many: manyOf(what, perDay) },
      note: 'From now on this computer sends them without asking again, while the app runs and is unlocked. Each leaves once. End it at any time in Settings.',
      facts: [['Letters', name] as [string, string], ...facts],
      requests: [{ leaving, what: name, shown: { method: 'SEND', path: recipients } }]
    }
    const second = await (await confirmer.confirm(consentAct(act, perDay, until), signal)).approved()
    const given = { second, about, rule, name, kind: 'mail' as const, channel: from, host: account.host, perDay }
    await consents.keep({
      ...{ ...given, agreedAt, until, workspaceId: place.workspaceId, digest: digestOf(what, account) },
      shown: shown.map((one) => shownAs(rule, one))
    })
  }

  /** @returns how many may leave now, why none may, and until when, ms since 1970. `wasShown`: by origin ID */
  async stands(
    what: StandingLetters
  ): Promise<{ left: number; why: NotStanding | null; until: number; wasShown: (originId: string) => boolean }> {
    const { clock, confirmer, consents, history } = this.parts
    const { rule, place } = what
    const kept = await consents.of(place.workspaceId, rule)
    const shown = new Set(kept?.shown)
    const known = { until: kept?.until ?? 0, wasShown: (originId: string) => shown.has(shownAs(rule, originId)) }
    const why = consents.problem(kept, kept ? this.digestNow(what) : '')
    if (why !== null || !kept) return { ...known, left: 0, why }
    // It was given when it needed none.
    if (!kept.second && confirmer.needsColleague({ second: 'letters', place, many: manyOf(what, kept.perDay) }))
      return { ...known, left: 0, why: 'no-colleague' }
    const sent = await history.countMessages({ consent: rule, since: clock.now() - day })
    return { ...known, left: Math.max(0, kept.perDay - sent), why }
  }

  /** Without its server it is another. */
  private digestNow(what: StandingLetters): string {
    try {
      return digestOf(what, this.parts.account())
    } catch {
      return ''
    }
  }

  /** @throws AppError not-permitted */
  async check(what: StandingLetters, letters: number): Promise<void> {
    const { left, why } = await this.stands(what)
    if (why !== null) throw new AppError('not-permitted', `Nothing was sent: ${notAgreedWords[why]}`)
    if (letters > left)
      throw new AppError('not-permitted', `Nothing was sent: at most ${left} more letters may leave in these 24 hours.`)
  }
}

/** Names of customers stand in no consent. */
const shownAs = (rule: string, originId: string) => sha256(`${rule} ${originId}`)

/** Whom an outage reaches nobody knows: more than any number that needs no colleague. */
const manyOf = ({ about }: StandingLetters, perDay: number) => (about === 'outage' ? Infinity : perDay)

type NotStanding = NotAgreed | 'no-colleague'

const notAgreedWords: Record<NotStanding, string> = {
  'not-agreed': 'no person agreed to it on this computer.',
  changed: 'it was changed after a person agreed to it.',
  ended: 'what a person agreed to has ended.',
  'no-colleague': 'a colleague has to agree to it by now. Switch it on again, and one is asked.'
}

function digestOf({ about, facts, place, recipients, template }: StandingLetters, account: MailAccount): string {
  const { from, fromName, replyTo } = account
  return sha256(
    JSON.stringify([
      about,
      place.workspaceId,
      place.region,
      template,
      recipients,
      facts,
      mailOrigin(account),
      from,
      fromName,
      replyTo
    ])
  )
}
