import { createHmac, randomBytes, randomUUID } from 'node:crypto'
import { AppError, toAppError } from '../../../shared/errors'
import { longestWhy } from '../../../shared/guard/confirm'
import {
  approvalText,
  isWaiting,
  longestWord,
  type Approval,
  type ApprovalState,
  type ApprovalText,
  type Approver,
  type Approvers,
  type ReadApproval
} from '../../../shared/team/approvals'
import type { SecondAct } from '../../../shared/team/second-act'
import type { Place } from '../../../shared/workspaces/place'
import type { Clock } from '../../base/clock'
import { reporterOf } from '../../base/jobs'
import { oneLine } from '../../base/plain-text'
import type { Act, Confirmer, Second, SecondAsked } from '../../guard/confirmer'
import type { Masker } from '../../secrets/masker'
import type { SecretStore } from '../../secrets/secret-store'
import type { SettingsStore } from '../../settings/settings-schema'
import type { SharedPlace } from '../places'
import type { TeamConnection } from '../connection'
import type { TeamLink } from '../store'
import { Trouble } from '../trouble'
import { decrypt, digestOf, encryptTo, makeKeys, openKeyOf, wordsOfKey, type ApprovalKeys } from './encrypted'
import type { ApprovalRecord, ApprovalStore } from './store'

/** While it is connected. */
interface Live extends Pick<TeamLink, 'team' | 'desk'> {
  connection: Pick<TeamConnection, 'query'>
  writes: boolean
}

export interface ApprovalsParts {
  /** null while out of reach */
  live: () => Promise<Live | null>
  settings: SettingsStore
  secrets: SecretStore
  operator: () => string
  confirmer: Pick<Confirmer, 'confirm'>
  history: ApprovalStore
  masker: Pick<Masker, 'mask'>
  clock: Pick<Clock, 'sleep' | 'now'>
  places: () => SharedPlace[]
  /** @param fresh whether more waits for this operator than at the last look */
  changed: (fresh: boolean) => void
  failed: (error: unknown) => void
}

/** ms between looks at a decision */
const lookEvery = 1_000
const mostListed = 200
/** Before each other id. */
const noId = '00000000-0000-0000-0000-000000000000'
/** Characters of what is encrypted, for all approvers: the table's limit, less its frame. */
const longestEncrypted = 9_900_000
const secretAccount = 'team-approvals'

/** The next look tries again. */
const isLater = (thrown: unknown) => /^(unreachable|keychain-)/.test(toAppError(thrown).code)
const away = (why: string) => new AppError('unreachable', `${why} Nothing was sent.`)
/** The window shows it, but for what its own operator ended. */
const over = (why: string, isOwn = false) =>
  new AppError(isOwn ? 'cancelled' : 'no-approval', `${why} Nothing was sent.`)

const ms = (column: string) => `floor(extract(epoch FROM ${column}) * 1000)::float8`
const withdraw = 'SELECT connector_desk.withdraw_approval($1) AS counts'
/** $1: this desk. Two accounts may have used it, one after the other. */
const ownName = `session_user || ' ' || $1::text`
const nameOf = (account: string, desk: string) => `${account} ${desk}`
const select = `SELECT id::text AS id, left(act, 40) AS act, service, encode(digest, 'hex') AS digest, account, operator,
  ${ms('asked_at')} AS "askedAt", ${ms('until - clock_timestamp()')} AS "leftMs", decider, decider_name AS "deciderName", word,
  ${ms('coalesce(used_at, withdrawn_at, decided_at)')} AS "endedAt", account = session_user AS "isMine",
  encrypted ? (${ownName}) AS "isReadable", forgotten_at IS NOT NULL AS "isForgotten", desk::text = $1 AS "isHere", encode(proof, 'hex') AS proof,
  CASE WHEN used_at IS NOT NULL THEN 'used' WHEN withdrawn_at IS NOT NULL THEN 'withdrawn' WHEN NOT agreed THEN 'declined'
    WHEN clock_timestamp() > until THEN 'expired' WHEN agreed THEN 'agreed' ELSE 'open' END AS state
  FROM connector_desk.approval`

/** `isHere`: asked by this desk. */
type Row = Omit<Approval, 'why'> & { isHere: boolean; proof: string | null }
type Key = { account: string; desk: string; key: string; at: number }

const approvalOf = ({ isHere: _, proof: __, ...one }: Row, why: string | null): Approval => ({ ...one, why })

/** Asked by this run of the app. */
interface Asked {
  service: string
  about: readonly string[]
  why: string
  /** Its customer was forgotten. */
  over: AbortController
  /** Whoever waits for it records how it ends. */
  waits: boolean
}

/** Words for states in which it is over, before it could be used. */
const endWords: Partial<Record<ApprovalState, (one: Row) => string>> = {
  declined: ({ decider, word }) => `${decider ?? 'A colleague'} declined it${word ? `: “${oneLine(word)}”` : ''}.`,
  expired: () => 'No colleague agreed to it within the hour.',
  withdrawn: ({ isForgotten }) => (isForgotten ? 'Its customer was forgotten meanwhile.' : 'It was withdrawn.'),
  used: () => 'It was used already.'
}

const isLost = (thrown: unknown) => toAppError(thrown).code === 'not-found'
const lost = () => over('It is not in the team’s database any more.')
const overAs = (row: Row) => over(endWords[row.state]?.(row) ?? '', row.state === 'withdrawn' && !row.isForgotten)

/** By one who has read the text. Security: whoever owns the database cannot make it, or name another account in it. */
const proofOf = (answer: string, { id, digest }: Pick<Approval, 'id' | 'digest'>, account: string) =>
  createHmac('sha256', Buffer.from(answer, 'base64'))
    .update(JSON.stringify(['agreed', id, digest, account]))
    .digest('hex')

/** What this desk asks colleagues to agree to, and is asked. The database decides who may. */
export class Approvals implements Second {
  /** By id; others of this desk will never be used. */
  private readonly asked = new Map<string, Asked>()
  /** Connectors of forgotten customers, whose texts the team still has. */
  private forgotten: readonly (Place & { key: string })[] = []
  private known = new Map<string, ApprovalState>()
  private published = ''
  private reading: Promise<ApprovalKeys> | null = null
  /** How many wait for this operator. */
  waiting = 0

  constructor(private readonly parts: ApprovalsParts) {}

  needs(of: { act: SecondAct; place: Place; requests: number }): boolean {
    const { secondActs, secondLetters } = this.parts.settings.get().preferences
    if (!secondActs.includes(of.act) || (of.act === 'letters' && of.requests <= secondLetters)) return false
    // The practice workspace is made up.
    return this.serviceOf(of.place) !== null
  }

  /** @throws AppError no-approval if nobody can be asked; unreachable */
  async colleagues(of: { act: SecondAct; place: Place; requests: number }): Promise<string[] | null> {
    if (!this.needs(of)) return null
    if (!this.parts.settings.get().team)
      throw new AppError(
        'no-approval',
        'This needs a colleague who agrees, and this computer has joined no team (Settings, Team). Nothing was sent.'
      )
    return [...new Set((await this.askable()).map(({ account }) => account))]
  }

  /**
   * Asks, and waits for a colleague. A stop withdraws it.
   * @returns what takes the approval, once
   * @throws AppError cancelled if its operator withdrew it; no-approval if nobody agreed; unreachable, too-large
   */
  async agreed({ act, place, ...told }: SecondAsked, signal: AbortSignal): Promise<() => Promise<boolean>> {
    const answer = randomBytes(32).toString('base64')
    const why = this.parts.masker.mask(told.why).slice(0, longestWhy)
    const text = Buffer.from(JSON.stringify({ ...told, why, answer } satisfies ApprovalText))
    const service = this.serviceOf(place) ?? ''
    const own = { service, about: told.about, why, over: new AbortController(), waits: true }
    const asked = await this.ask(act, own, text)
    reporterOf(signal)?.wait(asked, {
      ...{ reason: 'colleague', source: 'backoff' },
      until: this.parts.clock.now() + asked.leftMs
    })
    const stop = AbortSignal.any([signal, own.over.signal])
    return this.answer(asked, answer, stop).finally(() => {
      own.waits = false
      reporterOf(signal)?.wait(asked, null)
    })
  }

  private async answer(asked: Row, answer: string, signal: AbortSignal): Promise<() => Promise<boolean>> {
    for (let now = asked; ;) {
      if (now.state === 'agreed') {
        await this.isProven(now, answer)
        await this.record(now, 'agreed')
        return () => this.use(now)
      }
      if (endWords[now.state]) {
        await this.recordEnd(now)
        throw overAs(now)
      }
      try {
        await this.parts.clock.sleep(lookEvery, signal)
      } catch {
        const stopped = await this.stopped(asked)
        // Out of reach, the next look withdraws it.
        this.asked.delete(asked.id)
        await this.look().catch(() => undefined)
        throw overAs(stopped)
      }
      // Out of reach for a while: the hour goes on.
      now = await this.find(asked.id).catch((thrown: unknown) => {
        if (isLost(thrown)) throw lost()
        return now
      })
    }
  }

  /** @returns how it ended: a colleague may have been first */
  private async stopped(asked: Row): Promise<Row> {
    const isForgotten = this.asked.get(asked.id)?.over.signal.aborted === true
    const withdrawn: Row = { ...asked, state: 'withdrawn', isForgotten }
    try {
      const row = (await this.counts(withdraw, [asked.id])) ? withdrawn : await this.find(asked.id)
      await this.recordEnd(row)
      return row
    } catch (thrown) {
      this.parts.failed(thrown)
      return withdrawn
    }
  }

  /** Newest first. @throws AppError unreachable */
  async list(): Promise<Approval[]> {
    const kept = await this.parts.history.approvalReasons()
    const reasons = new Map(kept.map(({ request, why }) => [request, why]))
    return (await this.rows()).map((one) => approvalOf(one, reasons.get(one.id) ?? null))
  }

  /** What would leave; null if it is not for this desk, or not what was asked. @throws AppError unreachable, not-found */
  async read(id: string): Promise<ReadApproval | null> {
    const read = await this.text(await this.find(id))
    if (!read) return null
    const { shown, requests, why } = read.text
    return { shown, requests, why, bytes: requests.reduce((sum, { body = '' }) => sum + Buffer.byteLength(body), 0) }
  }

  /**
   * @returns false if it no longer counts, or was one's own
   * @throws AppError cancelled, unreachable, not-found
   */
  async decide(id: string, agrees: boolean, word: string): Promise<boolean> {
    const asked = await this.find(id)
    if (asked.isForgotten) return false
    const read = asked.isReadable ? await this.text(asked) : null
    if (agrees && !read)
      throw new AppError(
        'not-found',
        'What would leave cannot be read on this computer, so it cannot be agreed to here.'
      )
    if (agrees && read) await this.parts.confirmer.confirm(agreeAct(asked, read.text), new AbortController().signal)
    const account = this.parts.settings.get().team?.user ?? ''
    const counts = await this.counts(
      `SELECT connector_desk.decide_approval($1, decode($2, 'hex'), $3, $4, $5, decode($6, 'hex')) AS counts`,
      [
        ...[id, asked.digest, agrees, this.parts.operator().slice(0, 200), word.slice(0, longestWord)],
        agrees && read ? proofOf(read.text.answer, asked, account) : null
      ]
    )
    const why = read?.text.why
    if (counts) await this.record({ ...asked, decider: account }, agrees ? 'agreed' : 'declined', why)
    await this.look()
    return counts
  }

  /** @throws AppError unreachable */
  async withdraw(id: string): Promise<boolean> {
    const counts = await this.counts(withdraw, [id])
    if (counts && !this.asked.get(id)?.waits) await this.record(await this.find(id), 'withdrawn')
    await this.look()
    return counts
  }

  /**
   * Customers are forgotten, here or by a colleague: what waits about them ends, and its text goes from the team. Out of
   * reach, the next look sees to it.
   */
  async forgetCustomers(connectors: readonly (Place & { key: string })[]): Promise<void> {
    if (connectors.length === 0 || !this.parts.settings.get().team) return
    this.forgotten = [...this.forgotten, ...connectors]
    for (const one of this.asked.values()) if (this.isForgotten(one)) one.over.abort()
    await this.look().catch((thrown: unknown) => {
      if (!isLater(thrown)) throw thrown
    })
  }

  private isForgotten({ service, about }: Pick<Asked, 'service' | 'about'>): boolean {
    return this.forgotten.some((one) => about.includes(one.key) && this.serviceOf(one) === service)
  }

  private async forgetTexts(): Promise<void> {
    const seen = this.forgotten
    if (seen.length === 0) return
    const { desk } = await this.live()
    const readable = `${select} WHERE encrypted ? (${ownName}) AND id > $2 ORDER BY id LIMIT ${mostListed}`
    for (let after: string | undefined = noId; after !== undefined;) {
      const rows: Row[] = await this.query<Row>(readable, [desk, after])
      for (const row of rows) {
        const about = (await this.text(row))?.text.about ?? []
        if (!this.isForgotten({ service: row.service, about })) continue
        const withdrew = await this.counts('SELECT connector_desk.forget_approval($1) AS counts', [row.id])
        if (withdrew && !this.asked.get(row.id)?.waits) await this.record(row, 'withdrawn')
      }
      after = rows.at(-1)?.id
    }
    this.forgotten = this.forgotten.filter((one) => !seen.includes(one))
  }

  /** This desk's six words, and those of colleagues. @throws AppError unreachable */
  async approvers(): Promise<Approvers> {
    const { words, why } = await this.keys().then(
      ({ open }) => ({ words: wordsOf(open), why: null }),
      (thrown: unknown) => ({ words: null, why: toAppError(thrown).message })
    )
    return { words, why, colleagues: (await this.colleagueKeys()).map((one) => this.approverOf(one)) }
  }

  /** @throws AppError cancelled, unreachable, outdated if the desk has another key by now */
  async compare(of: Pick<Approver, 'account' | 'desk' | 'words'>): Promise<Approvers> {
    const { settings, confirmer, clock } = this.parts
    const found = (await this.colleagueKeys()).find(({ account, desk }) => account === of.account && desk === of.desk)
    if (!found || this.approverOf(found).words !== of.words)
      throw new AppError('outdated', 'This colleague’s six words have changed since they were shown. Compare again.')
    await confirmer.confirm(compareAct(this.approverOf(found)), new AbortController().signal)
    const others = settings.get().comparedKeys.filter((one) => !isSameDesk(one, found))
    settings.update({ comparedKeys: [...others, { ...found, at: clock.now() }] })
    return this.approvers()
  }

  /** After each exchange with the team: this desk's key is there, and what changed is told. */
  async look(): Promise<void> {
    if (!(await this.isThere())) return
    // Without it nobody asks this desk; what it asked is looked after all the same.
    await this.publishKey().catch((thrown: unknown) => {
      if (!toAppError(thrown).code.startsWith('keychain')) throw thrown
    })
    await this.forgetTexts()
    const rows = await this.rows()
    for (const row of rows) {
      const isLeft = row.isHere && row.isMine && (row.state === 'open' || row.state === 'agreed')
      // The run of the app that asked is over, so nothing would leave.
      if (isLeft && !this.asked.has(row.id)) await this.withdraw(row.id)
    }
    const states = new Map(rows.map(({ id, state }) => [id, state]))
    const waiting = rows.filter(isWaiting)
    const fresh = waiting.filter(({ id }) => !this.known.has(id))
    const isSame = states.size === this.known.size && rows.every(({ id, state }) => this.known.get(id) === state)
    this.known = states
    this.waiting = waiting.length
    if (!isSame) this.parts.changed(fresh.length > 0)
  }

  /** The desk leaves its team. @throws AppError keychain-locked, keychain-missing */
  async forget(): Promise<void> {
    const { secrets, settings } = this.parts
    if (settings.get().approvalKey !== null) await secrets.delete(secretAccount)
    settings.update({ approvalKey: null, comparedKeys: [] })
    this.known = new Map()
    this.waiting = 0
    this.published = ''
  }

  private async ask(act: SecondAct, own: Asked, text: Buffer): Promise<Row> {
    const to = await this.askable()
    const { desk } = await this.live()
    const [id, { open }] = [randomUUID(), await this.keys()]
    const account = this.parts.settings.get().team?.user ?? ''
    const readers = [...to, { account, desk, key: open.toString('hex') }]
    const encryptedTo = ({ account, desk, key }: Pick<Key, 'account' | 'desk' | 'key'>) =>
      [nameOf(account, desk), encryptTo(text, Buffer.from(key, 'hex'), id).toString('base64')] as const
    const encrypted = JSON.stringify(Object.fromEntries(readers.map(encryptedTo)))
    if (encrypted.length > longestEncrypted)
      throw new AppError('too-large', 'It is too large to be shown to colleagues. Nothing was sent.')
    this.asked.set(id, own)
    const [row] = await this.query<{ until: unknown }>(
      `SELECT connector_desk.ask_approval($1, $2, $3, decode($4, 'hex'), $5, $6, $7) AS until`,
      [id, own.service, act, digestOf(text).toString('hex'), desk, this.parts.operator().slice(0, 200), encrypted]
    )
    if (!row?.until) throw over('50 requests of this account wait for a colleague already.')
    try {
      const asked = await this.find(id)
      await this.record(asked, 'asked', own.why)
      await this.look().catch(() => undefined)
      return asked
    } catch (thrown) {
      // Nobody will wait for it: the next look withdraws it.
      this.asked.delete(id)
      throw isLost(thrown) ? lost() : thrown
    }
  }

  /** Takes it: what was agreed to leaves next, or never. */
  private async use(asked: Row): Promise<boolean> {
    const { desk } = await this.live()
    const take = `SELECT connector_desk.use_approval($1, decode($2, 'hex'), $3) AS counts`
    const counts = await this.counts(take, [asked.id, asked.digest, desk])
    if (counts) await this.record(asked, 'used')
    return counts
  }

  /** @throws AppError no-approval if nobody who could read it agreed */
  private async isProven(asked: Row, answer: string): Promise<void> {
    const isTheirs = (await this.compared()).some(({ account }) => account === asked.decider)
    if (isTheirs && asked.proof === proofOf(answer, asked, asked.decider ?? '')) return
    await this.withdraw(asked.id)
    await this.record(asked, 'withdrawn')
    throw over('The answer does not come from a colleague who could read it.')
  }

  private async text(asked: Row): Promise<{ text: ApprovalText } | null> {
    const { desk } = await this.live()
    const [row] = await this.query<{ encrypted: string | null }>(
      `SELECT encrypted ->> (${ownName}) AS encrypted FROM connector_desk.approval WHERE id = $2`,
      [desk, asked.id]
    )
    if (!row?.encrypted) return null
    const of = { id: asked.id, digest: Buffer.from(asked.digest, 'hex') }
    const read = decrypt(Buffer.from(row.encrypted, 'base64'), await this.keys(), of)
    try {
      const text = read && approvalText.parse(JSON.parse(read.toString()))
      return text?.requests.every(({ url }) => URL.canParse(url)) ? { text } : null
    } catch {
      return null
    }
  }

  /** Once for all who ask at the same time: two would make two keys, and only one would be in the keychain. */
  private keys(): Promise<ApprovalKeys> {
    return (this.reading ??= this.readKeys().finally(() => (this.reading = null)))
  }

  /**
   * Made once. A key that the keychain lost is made again, and colleagues compare its words again.
   * @throws AppError keychain-locked, keychain-missing
   */
  private async readKeys(): Promise<ApprovalKeys> {
    const { secrets, settings } = this.parts
    const { approvalKey } = settings.get()
    const secret = await secrets.get(secretAccount)
    if (secret !== null) {
      const kept = Buffer.from(secret, 'base64')
      const open = openKeyOf(kept)
      if (open.toString('hex') !== approvalKey) settings.update({ approvalKey: open.toString('hex') })
      return { secret: kept, open }
    }
    const { state, reason } = await secrets.check()
    if (state !== 'unlocked') throw new AppError('keychain-locked', reason ?? 'The keychain is locked.')
    const made = makeKeys()
    await secrets.set(secretAccount, made.secret.toString('base64'))
    settings.update({ approvalKey: made.open.toString('hex') })
    return made
  }

  private async publishKey(): Promise<void> {
    const { desk, team, writes } = await this.live()
    if (!writes) return
    const { open } = await this.keys()
    const key = open.toString('hex')
    if (this.published === `${team} ${key}`) return
    await this.query(`SELECT connector_desk.keep_approval_key($1, decode($2, 'hex'))`, [desk, key])
    this.published = `${team} ${key}`
  }

  /** Keys of other accounts. */
  private async colleagueKeys(): Promise<Key[]> {
    if (!(await this.isThere())) throw oldTables()
    return this.query<Key>(
      `SELECT account, desk::text AS desk, encode(key, 'hex') AS key, ${ms('at')} AS at FROM connector_desk.approval_key
        WHERE account <> session_user ORDER BY account, at DESC`
    )
  }

  private async compared(): Promise<Key[]> {
    return (await this.colleagueKeys()).filter((one) => this.approverOf(one).state === 'compared')
  }

  /** @throws AppError no-approval if there is none */
  private async askable(): Promise<Key[]> {
    const to = await this.compared()
    if (to.length > 0) return to
    throw new AppError(
      'no-approval',
      'This needs a colleague who agrees, and no colleague’s six words were compared yet (Settings, Second approval). Nothing was sent.'
    )
  }

  private approverOf(of: Key): Approver {
    const before = this.parts.settings.get().comparedKeys.find((one) => isSameDesk(one, of))
    const state = before === undefined ? 'new' : before.key === of.key ? 'compared' : 'changed'
    return { account: of.account, desk: of.desk, since: of.at, words: wordsOf(Buffer.from(of.key, 'hex')), state }
  }

  /** Whether the tables know approvals: the administrator's script makes them. */
  private async isThere(): Promise<boolean> {
    const [row] = await this.query<{ there: boolean }>(
      `SELECT to_regprocedure('connector_desk.forget_approval(uuid)') IS NOT NULL AS there`
    )
    return row?.there === true
  }

  private async rows(): Promise<Row[]> {
    if (!(await this.isThere())) throw oldTables()
    const { desk } = await this.live()
    return this.query<Row>(`${select} ORDER BY asked_at DESC LIMIT ${mostListed}`, [desk])
  }

  private async find(id: string): Promise<Row> {
    const { desk } = await this.live()
    const [row] = await this.query<Row>(`${select} WHERE id = $2`, [desk, id])
    if (!row) throw new AppError('not-found', 'This request for approval is not there.')
    return row
  }

  private async counts(sql: string, values: unknown[]): Promise<boolean> {
    const [row] = await this.query<{ counts: boolean }>(sql, values)
    return row?.counts === true
  }

  private async query<Row>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const { connection } = await this.live()
    try {
      return await connection.query<Row>(sql, values)
    } catch (thrown) {
      if (thrown instanceof Trouble) throw away(thrown.message)
      throw thrown
    }
  }

  private async live(): Promise<Live> {
    const live = await this.parts.live()
    if (!live) throw away('The team cannot be reached, so no colleague can be asked.')
    return live
  }

  private serviceOf({ workspaceId, region }: Place): string | null {
    const isIt = (one: SharedPlace) => one.workspaceId === workspaceId && one.region === region
    return this.parts.places().find(isIt)?.service ?? null
  }

  /** Whoever takes an approval records that it was used. */
  private async recordEnd(row: Row): Promise<void> {
    if (row.state !== 'used') await this.record(row, row.state as ApprovalRecord['what'])
  }

  private async record(
    { id, service, act, digest, account, decider }: Row,
    what: ApprovalRecord['what'],
    why = ''
  ): Promise<void> {
    const { clock, history, operator, places } = this.parts
    const workspace = places().find((one) => one.service === service)?.workspaceId ?? ''
    const record = {
      workspace,
      at: clock.now(),
      what,
      request: id,
      act,
      digest,
      author: account,
      decider: decider ?? '',
      why
    }
    await history.addApproval({ record, operator: operator() })
  }
}

const oldTables = () =>
  new AppError(
    'not-offered',
    'The team’s tables are of a version without approvals. Whoever runs the database runs the script of this version.'
  )

const wordsOf = (open: Buffer) => wordsOfKey(open).join(' ')
const isSameDesk = (one: Pick<Key, 'account' | 'desk'>, other: Pick<Key, 'account' | 'desk'>) =>
  one.account === other.account && one.desk === other.desk

/** Main asks: a page that was taken over agrees to nothing. */
const agreeAct = ({ account, operator }: Row, { shown, requests, why }: ApprovalText): Act => ({
  warnings: shown.warnings ?? [],
  place: null,
  noWorkspace: true,
  title: `Let ${oneLine(operator)} do this? “${shown.title}”`,
  verb: 'Agree, once',
  danger: shown.danger,
  note: 'Their computer sends exactly these requests, once, within the hour. Both names go into the record.',
  facts: [
    ['Asked by', `${oneLine(operator)} (${account})`],
    ...(why ? ([['Why, they say', why]] as const) : []),
    ['In workspace', shown.workspace],
    ...(shown.connector ? ([['Customer', shown.connector.endUser]] as const) : []),
    ...shown.facts.map(([name, value]) => [name, value] as const)
  ].map(([name, value]): [string, string] => [name, value]),
  // Whole addresses: the head of the confirmation has that of the first alone.
  requests: requests.map(({ what = '', ...leaving }) => ({
    leaving,
    what,
    shown: { method: leaving.method, path: leaving.url }
  }))
})

const compareAct = ({ account, words, state }: Approver): Act => ({
  place: null,
  title: `Are these the six words on ${oneLine(account)}’s screen?`,
  verb: 'They are the same',
  note: 'Let your colleague read them out, in the same room or on the phone. Whoever runs the database could show you another’s words, so do not compare them in a message.',
  warnings: state === 'changed' ? ['Other words were compared before. Ask why they changed.'] : [],
  facts: [
    ['Account', account],
    ['Six words', words]
  ],
  requests: []
})
