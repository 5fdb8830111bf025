import { mayFollow, outageTextProblem, ownLetters } from '../../../shared/mail/outage-letters'
import { SvelteSet } from 'svelte/reactivity'
import type { MailState } from '../../../shared/mail/mail'
import { type CustomerTold, type LetterKind, type OutageCustomer, type OutageDesk } from '../../../shared/mail/outage'
import type { Place } from '../../../shared/workspaces/place'
import type { Client } from '../client.svelte'
import { zone } from '../kit/format'
import { Job } from '../kit/job.svelte'
import { Task } from '../kit/task.svelte'
import { unique } from '../kit/unique'
import { integrationName } from '../records/integration-name'
import { draftKinds, type ToldAct } from './words/outage'

export interface Step {
  step: number
  kind: LetterKind
  /** null for a draft; ms since 1970 */
  at: number | null
}

/** One outage, as a person tells customers of it. */
export class OutageTelling extends Task {
  readonly #client: Client
  readonly place: Place
  readonly integration: string
  #desk = $state.raw<OutageDesk | null>(null)
  #mail = $state.raw<MailState | null>(null)
  #chosen = $state.raw<Pick<Step, 'step' | 'kind'> | null>(null)
  /** By kind and language, as far as the operator typed. */
  #typed = $state.raw<Readonly<Record<string, string>>>({})
  /** Origin IDs that the operator ticked otherwise. */
  readonly #turned = new SvelteSet<string>()
  language = $state('')
  kept = $state(false)
  /** What did not leave by the last press. */
  said = $state('')

  constructor(client: Client, place: Place, integration: string) {
    super()
    this.#client = client
    this.place = place
    this.integration = integration
  }

  get desk(): OutageDesk | null {
    return this.#desk
  }

  get mail(): MailState | null {
    return this.#mail
  }

  async load(): Promise<void> {
    const { workspaceId, region } = this.place
    const of = { workspaceId, region, integration: this.integration }
    await this.latest(
      async () => [await this.#client.call('mail:get'), await this.#client.call('mail:outage', of)] as const,
      ([mail, desk]) => {
        this.#mail = mail
        this.#desk = desk
        // What a colleague tells meanwhile puts no other letter under the pointer.
        this.#chosen ??= this.step
      }
    )
  }

  steps: readonly Step[] = $derived.by(() => {
    const before = this.#desk?.outage?.steps ?? []
    const known = before.flatMap(({ step, kind, at }) => (kind === 'over' ? [] : [{ step, kind, at }]))
    const next = before.length + 1
    const kinds = before.length === 0 ? (['first'] as const) : draftKinds.filter((kind) => mayFollow(before, kind))
    return [...known, ...kinds.map((kind) => ({ step: next, kind, at: null }))]
  })

  /** The chosen one; at first those who were not told the newest, else the next letter. */
  step: Step | null = $derived.by(() => {
    const chosen = this.#chosen
    const same = chosen && this.steps.find(({ step, kind }) => step === chosen.step && kind === chosen.kind)
    const recovered = this.#desk?.outage?.failing === 0
    const open = this.steps.find((one) => one.at !== null && this.lateFor(one) > 0)
    return same ?? open ?? this.steps.find(({ at, kind }) => at === null && (kind === 'clear') === recovered) ?? this.steps.at(-1) ?? null // prettier-ignore
  })

  choose(step: Step): void {
    this.#chosen = step
    this.#turned.clear()
    this.kept = false
    this.said = ''
    this.forgetFailure()
  }

  /** What was told to whom, oldest first. */
  acts: readonly ToldAct[] = $derived.by(() => {
    const { steps = [], told = [] } = this.#desk?.outage ?? {}
    return steps
      .flatMap(({ step, kind, at, by }) => {
        const acts: ToldAct[] = []
        if (kind === 'over') acts.push({ ...{ step, kind, at, by }, customers: 0, unknown: 0, later: false })
        for (const one of told) {
          if (one.step !== step || one.state === 'refused') continue
          // Those of one press have one time.
          let act = acts.find((known) => known.by === one.by && known.at === one.at)
          if (!act) {
            act = { ...{ step, kind, at: one.at, by: one.by }, customers: 0, unknown: 0, later: acts.length > 0 }
            acts.push(act)
          }
          act.customers++
          act.unknown += Number(one.state === 'unknown')
        }
        return acts
      })
      .toSorted((one, other) => one.at - other.at)
  })

  toldOf({ originId }: Pick<OutageCustomer, 'originId'>): readonly CustomerTold[] {
    return originId === null ? [] : (this.#desk?.outage?.told.filter((one) => one.originId === originId) ?? [])
  }

  /** Why a customer does not get the step; `null`: they can. */
  why(customer: OutageCustomer, { step, kind }: Step): 'told' | 'no-origin-id' | 'no-contact' | 'late' | null {
    const told = this.toldOf(customer)
    if (told.some((one) => one.step === step && one.state !== 'refused')) return 'told'
    if (customer.originId === null) return 'no-origin-id'
    if (customer.to.length === 0) return 'no-contact'
    return kind !== 'first' && !told.some(({ state }) => state !== 'refused') ? 'late' : null
  }

  /** Customers who fail and were not told a letter that has left. */
  lateFor(step: Step): number {
    const wants = (one: OutageCustomer) => (step.kind === 'clear') !== one.fails
    return this.#desk?.customers.filter((one) => wants(one) && this.why(one, step) === null).length ?? 0
  }

  gets(customer: OutageCustomer): boolean {
    const { step } = this
    if (!step || customer.originId === null || this.why(customer, step) !== null) return false
    return ((step.kind === 'clear') !== customer.fails) !== this.#turned.has(customer.originId)
  }

  turn({ originId }: OutageCustomer): void {
    if (originId !== null && !this.#turned.delete(originId)) this.#turned.add(originId)
  }

  chosen: readonly OutageCustomer[] = $derived.by(() => this.#desk?.customers.filter((one) => this.gets(one)) ?? [])

  /** Of the recipients; the empty one is for every other. */
  languages: readonly string[] = $derived.by(() =>
    unique(['', ...(this.#desk?.customers.map(({ language }) => language).filter((one) => one !== 'en') ?? [])])
  )

  /** The text of a language; empty where that of every other is used. */
  textOf(kind: LetterKind, language: string): string {
    const typed = this.#typed[`${kind} ${language}`]
    if (typed !== undefined) return typed
    const sent = this.#desk?.outage?.steps.findLast((one) => one.kind === kind && one.step === this.step?.step)
    return (
      sent?.letters[language] ?? this.#desk?.templates[kind]?.[language] ?? (language === '' ? ownLetters[kind] : '')
    )
  }

  get text(): string {
    return this.step ? this.textOf(this.step.kind, this.language) || this.textOf(this.step.kind, '') : ''
  }

  set text(text: string) {
    this.kept = false
    if (this.step) this.#typed = { ...this.#typed, [`${this.step.kind} ${this.language}`]: text }
  }

  problem: string | null = $derived.by(() => {
    const texts = this.step ? Object.values(this.#letters(this.step.kind)) : []
    return texts.map(outageTextProblem).find((one) => one !== null) ?? null
  })

  #letters(kind: LetterKind): Record<string, string> {
    const all = this.languages.map((language) => [language, this.textOf(kind, language)] as const)
    return Object.fromEntries(all.filter(([, text]) => text !== ''))
  }

  /** Main asks the person, who sees each letter as it leaves. */
  async send(): Promise<void> {
    const { desk, step } = { desk: this.#desk, step: this.step }
    if (!desk || !step || this.running) return
    const { workspaceId, region } = this.place
    const customers = this.chosen.flatMap(({ originId }) => originId ?? [])
    const { integration } = this
    const name = integrationName(integration)
    const asked = { workspaceId, region, integration, name, zone, number: desk.number, customers }
    const letters = this.#letters(step.kind)
    const job = new Job(this.#client, this.place)
    const after = await this.run(() =>
      this.act(job, () => job.ask('mail:tellOutage', { ...asked, step: step.step, kind: step.kind, letters }))
    )
    if (after) {
      this.#desk = after.desk
      this.choose(step)
      this.said = after.said
    } else await this.load()
  }

  /** First letters to those who fail from now on. Main asks the person. */
  async tellLate(on: boolean): Promise<void> {
    if (this.running) return
    const { workspaceId, region } = this.place
    const asked = { workspaceId, region, integration: this.integration, on }
    const desk = await this.run(() => this.#client.call('mail:tellLate', asked))
    if (desk) this.#desk = desk
  }

  async keep(): Promise<void> {
    const { step } = this
    if (!step) return
    const { workspaceId } = this.place
    const asked = { workspaceId, kind: step.kind, letters: this.#letters(step.kind) }
    this.kept = (await this.run(() => this.#client.call('mail:keepOutageLetters', asked).then(() => true))) ?? false
  }

  /** @returns whether it is closed */
  async close(): Promise<boolean> {
    const { workspaceId, region } = this.place
    const of = { workspaceId, region, integration: this.integration, number: this.#desk?.number ?? 0 }
    return (await this.run(() => this.#client.call('mail:closeOutage', of).then(() => true))) ?? false
  }
}
