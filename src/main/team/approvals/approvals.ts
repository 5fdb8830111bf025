import { randomUUID } from 'node:crypto'
import { AppError } from '../../../shared/errors'
import type { Clock } from '../../base/clock'
import type { LiveTeam } from '../team'
import { digestOf, encryptTo, decrypt, wordsOfKey, type ApprovalKeys } from './encrypted'

export type ApprovalState = 'open' | 'agreed' | 'declined' | 'expired' | 'withdrawn' | 'used'

/** Times: ms since 1970 by the server's clock. */
export interface Approval {
  id: string
  act: string
  service: string
  digest: Buffer
  /** Who asked: the account by the database, the name by its writer. */
  account: string
  operator: string
  askedAt: number
  until: number
  state: ApprovalState
  /** The account that decided; null while open. */
  decider: string | null
  deciderName: string | null
  word: string | null
  isMine: boolean
}

/** A colleague's desk that may be asked. `words`: of its key, to compare. */
export interface Approver {
  account: string
  desk: string
  key: Buffer
  words: string[]
}

export interface ApprovalsParts {
  /** null while out of reach */
  live: () => Promise<LiveTeam | null>
  /** From the keychain; made when the team is joined. */
  keys: () => Promise<ApprovalKeys>
  operator: () => string
  /** Whether two people compared the words of this key. */
  isCompared: (approver: Approver) => boolean
  clock: Pick<Clock, 'sleep'>
}

/** ms between looks at a decision */
const lookEvery = 1_000

const away = () =>
  new AppError('unreachable', 'The team cannot be reached, so no colleague can be asked. Nothing was sent.')
const decline = (why: string) => new AppError('cancelled', `${why} Nothing was sent.`)

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`
const select = `SELECT id::text AS id, act, service, encode(digest, 'hex') AS digest, account, operator, ${ms('asked_at')} AS "askedAt",
  ${ms('until')} AS until, decider, decider_name AS "deciderName", word, account = session_user AS "isMine",
  CASE WHEN used_at IS NOT NULL THEN 'used' WHEN withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN NOT agreed THEN 'declined'
    WHEN clock_timestamp() > until THEN 'expired' WHEN agreed THEN 'agreed' ELSE 'open' END AS state
  FROM connector_desk.approval`

type Row = Omit<Approval, 'digest'> & { digest: string }
const approvalOf = ({ digest, ...row }: Row): Approval => ({ ...row, digest: Buffer.from(digest, 'hex') })

const endWords: Partial<Record<ApprovalState, (one: Approval) => string>> = {
  declined: ({ decider, word }) => `${decider ?? 'A colleague'} declined it${word ? `: “${word}”` : ''}.`,
  expired: () => 'No colleague agreed to it within the hour.',
  withdrawn: () => 'It was withdrawn.',
  used: () => 'It was used already.'
}

/** What this desk asks colleagues to agree to, and is asked. The database decides who may; nothing is kept here. */
export class Approvals {
  constructor(private readonly parts: ApprovalsParts) {}

  /** After joining. @throws AppError unreachable */
  async publishKey(): Promise<void> {
    const { connection, desk } = await this.live()
    const { open } = await this.parts.keys()
    await connection.query('SELECT connector_desk.keep_approval_key($1, decode($2, $3))', [
      desk,
      open.toString('hex'),
      'hex'
    ])
  }

  /** Desks of other accounts. @throws AppError unreachable */
  async approvers(): Promise<Approver[]> {
    const { connection } = await this.live()
    const rows = await connection.query<{ account: string; desk: string; key: string }>(
      `SELECT account, desk::text AS desk, encode(key, 'hex') AS key FROM connector_desk.approval_key
        WHERE account <> session_user ORDER BY account, desk`
    )
    return rows.map(({ account, desk, key }) => {
      const bytes = Buffer.from(key, 'hex')
      return { account, desk, key: bytes, words: wordsOfKey(bytes) }
    })
  }

  /**
   * Encrypts the text to each desk whose key was compared, and asks.
   * @param text exactly what has to leave
   * @throws AppError unreachable; not-permitted if no colleague's key was compared
   */
  async ask({ act, service, text }: { act: string; service: string; text: Buffer }): Promise<Approval> {
    const to = (await this.approvers()).filter((one) => this.parts.isCompared(one))
    if (to.length === 0)
      throw new AppError(
        'not-permitted',
        'No colleague’s six words were compared yet, so none can agree. Nothing was sent.'
      )
    const { connection, desk } = await this.live()
    const id = randomUUID()
    const encrypted = Object.fromEntries(to.map((one) => [one.desk, encryptTo(text, one.key, id).toString('base64')]))
    await connection.query(`SELECT connector_desk.ask_approval($1, $2, $3, decode($4, 'hex'), $5, $6, $7)`, [
      ...[id, service, act, digestOf(text).toString('hex'), desk, this.parts.operator(), JSON.stringify(encrypted)]
    ])
    return this.find(id)
  }

  /** Newest first. @throws AppError unreachable */
  async list(): Promise<Approval[]> {
    const { connection } = await this.live()
    const rows = await connection.query<Row>(`${select} ORDER BY asked_at DESC LIMIT 200`)
    return rows.map(approvalOf)
  }

  /** What would leave; null if it is not for this desk, or does not fit its digest. @throws AppError unreachable, not-found */
  async read({ id, digest }: Pick<Approval, 'id' | 'digest'>): Promise<Buffer | null> {
    const { connection, desk } = await this.live()
    const [row] = await connection.query<{ encrypted: string | null }>(
      'SELECT encrypted ->> $2 AS encrypted FROM connector_desk.approval WHERE id = $1',
      [id, desk]
    )
    const encrypted = row?.encrypted
    return encrypted ? decrypt(Buffer.from(encrypted, 'base64'), await this.parts.keys(), { id, digest }) : null
  }

  /**
   * @param digest of the text that was read: another text is not agreed to
   * @returns false if it no longer counts, or was one's own
   * @throws AppError unreachable
   */
  decide({ id, digest }: Pick<Approval, 'id' | 'digest'>, agrees: boolean, word: string): Promise<boolean> {
    const asked = `SELECT connector_desk.decide_approval($1, decode($2, 'hex'), $3, $4, $5) AS counts`
    return this.counts(asked, [id, digest.toString('hex'), agrees, this.parts.operator(), word])
  }

  /** @throws AppError unreachable */
  withdraw(id: string): Promise<boolean> {
    return this.counts('SELECT connector_desk.withdraw_approval($1) AS counts', [id])
  }

  /** Takes it: what was agreed to leaves next, or never. @throws AppError unreachable */
  async use({ id, digest }: Pick<Approval, 'id' | 'digest'>): Promise<boolean> {
    const { desk } = await this.live()
    const asked = `SELECT connector_desk.use_approval($1, decode($2, 'hex'), $3) AS counts`
    return this.counts(asked, [id, digest.toString('hex'), desk])
  }

  /**
   * Asks, and waits for a colleague. A stop withdraws it.
   * @returns what takes the approval, once
   * @throws AppError cancelled if it was declined, withdrawn or ended; as `ask`
   */
  async agreed(
    of: { act: string; service: string; text: Buffer },
    signal: AbortSignal
  ): Promise<() => Promise<boolean>> {
    const asked = await this.ask(of)
    for (let now = asked; ;) {
      if (now.state === 'agreed') return () => this.use(asked)
      const end = endWords[now.state]
      if (end) throw decline(end(now))
      try {
        await this.parts.clock.sleep(lookEvery, signal)
      } catch {
        await this.withdraw(asked.id)
        throw decline('It was withdrawn.')
      }
      // Out of reach for a while: the hour goes on.
      now = await this.find(asked.id).catch(() => now)
    }
  }

  private async find(id: string): Promise<Approval> {
    const { connection } = await this.live()
    const [row] = await connection.query<Row>(`${select} WHERE id = $1`, [id])
    if (!row) throw new AppError('not-found', 'This request for approval is not there.')
    return approvalOf(row)
  }

  private async counts(sql: string, values: unknown[]): Promise<boolean> {
    const { connection } = await this.live()
    const [row] = await connection.query<{ counts: boolean }>(sql, values)
    return row?.counts === true
  }

  private async live(): Promise<LiveTeam> {
    const live = await this.parts.live()
    if (!live) throw away()
    return live
  }
}
