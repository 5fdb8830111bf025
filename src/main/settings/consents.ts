import type { Consent, ConsentAbout } from '../../shared/settings/consent'
import type { Clock } from '../base/clock'
import type { Remote } from '../base/thread'
import type { Act } from '../guard/confirmer'
import type { KeptStore } from '../store/kept-store'

export interface KeptConsent extends Consent {
  workspaceId: string
  /** Of all that was agreed to. */
  digest: string
  /** Digests of customers whom the person saw then, and who get nothing under it. */
  shown?: string[]
}

export interface ConsentMethods {
  consents(): KeptConsent[]
  keepConsent(of: { consent: KeptConsent }): void
  endConsent(of: { workspaceId: string; rule: string }): void
}

export function consentMethods(store: KeptStore): ConsentMethods {
  return {
    consents: () =>
      store.run(({ sql }) =>
        sql
          .all<{ workspaceId: string; digest: string; content: string }>(
            'SELECT workspace AS workspaceId, digest, content FROM alert_consent ORDER BY workspace, rule'
          )
          // Earlier versions knew alert rules only.
          .map(({ content, ...row }) => ({ ...row, ...({ about: 'alert', ...JSON.parse(content) } as Consent) }))
      ),
    keepConsent: ({ consent: { workspaceId, digest, ...consent } }) =>
      store.run(({ sql }) => {
        const values = [workspaceId, consent.rule, digest, JSON.stringify(consent)]
        sql.run('INSERT OR REPLACE INTO alert_consent VALUES (?, ?, ?, ?)', ...values)
      }),
    endConsent: ({ workspaceId, rule }) =>
      store.run(({ sql }) => {
        sql.run('DELETE FROM alert_consent WHERE workspace = ? AND rule = ?', workspaceId, rule)
      })
  }
}

/** Why nothing leaves under it. `changed`: after the person agreed. */
export type NotAgreed = 'not-agreed' | 'changed' | 'ended'

/** What leaves without asking again: a person agreed to it once, in main's window, on this computer. */
export class Consents {
  private readonly ended = new Map<ConsentAbout, (consent: KeptConsent) => Promise<unknown>>()

  constructor(private readonly parts: { store: Remote<ConsentMethods>; clock: Clock; changed: () => void }) {}

  list(): Promise<KeptConsent[]> {
    return this.parts.store.consents()
  }

  async of(workspaceId: string, rule: string): Promise<KeptConsent | undefined> {
    return (await this.list()).find((one) => one.rule === rule && one.workspaceId === workspaceId)
  }

  /** @param digest of what is about to leave */
  problem(kept: KeptConsent | undefined, digest: string): NotAgreed | null {
    if (!kept) return 'not-agreed'
    if (kept.digest !== digest) return 'changed'
    return kept.until <= this.parts.clock.now() ? 'ended' : null
  }

  /** After the person agreed to `consentAct`. */
  async keep(consent: KeptConsent): Promise<void> {
    await this.parts.store.keepConsent({ consent })
    this.parts.changed()
  }

  /** From now on nothing leaves under it. @throws AppError what its owner could not put away */
  async end(workspaceId: string, rule: string): Promise<void> {
    const own = await this.of(workspaceId, rule)
    if (!own) return
    await this.parts.store.endConsent({ workspaceId, rule })
    this.parts.changed()
    await this.ended.get(own.about)?.(own)
  }

  /** @param work puts away what only a consent of this kind needs */
  onEnd(about: ConsentAbout, work: (consent: KeptConsent) => Promise<unknown>): void {
    this.ended.set(about, work)
  }
}

/** What a person agrees to, so that messages leave without asking again. @param until ms since 1970 */
export function consentAct(act: Omit<Act, 'verb'>, perDay: number, until: number): Act {
  return {
    ...act,
    verb: 'Allow',
    facts: [
      ...(act.facts ?? []),
      ['At most', `${perDay} messages in 24 hours`],
      ['Until', new Date(until).toISOString().slice(0, 10)]
    ]
  }
}
