import type { ManyHead, ManyProgress } from '../../../../shared/passthrough/many'
import type { Variable } from '../../../../shared/passthrough/passthrough'
import type { Region } from '../../../../shared/workspaces/region'
import type { Client } from '../../client.svelte'
import { unlessDeclined } from '../../kit/declined'
import type { AppError } from '../../../../shared/errors'
import { Job } from '../../kit/job.svelte'
import { Task } from '../../kit/task.svelte'
import { safeString } from '../../kit/safe-text'
import { manyWords } from '../words/many'
import { ManyRunView } from './run.svelte'
import { type ManyAround, ManySetupForm } from './setup.svelte'

/** One read of many connectors: the form, the runs of the workspace, and the one in view. Runs go on out of view. */
export class AskMany extends Task {
  /** Whether Passthrough shows it in place of single requests. */
  shown = $state(false)
  #setup = $state.raw() as ManySetupForm
  /** An unfinished form that a new one took the place of. */
  #earlier = $state.raw<ManySetupForm | null>(null)
  /** The form as it was asked last. */
  #askedForm = ''
  #newForm: () => ManySetupForm
  #client: Client
  #workspaceId: string
  #heads = $state.raw<readonly ManyHead[] | null>(null)
  #run = $state.raw<ManyRunView | null>(null)
  /** The last run that this window began, or went on with. */
  #begun = $state('')
  #startFailure = $state.raw<{ id: string; error: AppError } | null>(null)
  /** A run that is being opened, and what came of it meanwhile. */
  #opening: { id: string; news: ManyProgress[] } | null = null
  /** Of runs that this window started, by their ids. */
  // eslint-disable-next-line svelte/prefer-svelte-reactivity -- nothing is drawn from it
  #jobs = new Map<string, Job>()

  constructor(
    client: Client,
    workspaceId: string,
    region: Region,
    around: ManyAround,
    variables: () => readonly Variable[]
  ) {
    super()
    this.#client = client
    this.#workspaceId = workspaceId
    this.#newForm = () => new ManySetupForm(client, workspaceId, this.#setup?.region ?? region, around, variables)
    this.#setup = this.#newForm()
  }

  get setup(): ManySetupForm {
    return this.#setup
  }

  /** Whether there is an unfinished form to return to. */
  get hasEarlier(): boolean {
    return this.#earlier !== null
  }

  /** The run at work, or the one that this window paused. */
  get atWork(): ManyHead | null {
    const heads = this.#heads ?? []
    const isAtWork = ({ state }: ManyHead) => state === 'running' || state === 'pausing'
    return heads.find(isAtWork) ?? heads.find(({ id, state }) => id === this.#begun && state === 'paused') ?? null
  }

  /** For the status line; null without a run at work. */
  get said(): string | null {
    const head = this.atWork
    return head && manyWords.atWork(head.state, head.answered, head.asked)
  }

  /** Newest first; null before the first load. */
  get heads(): readonly ManyHead[] | null {
    return this.#heads
  }

  /** null: the form is in view. */
  get opened(): ManyRunView | null {
    return this.#run
  }

  /** Why the run in view could not begin or go on; in the form, why the last one could not. */
  get startFailure(): AppError | null {
    const failure = this.#startFailure
    return failure && (this.#run === null || this.#run.id === failure.id) ? failure.error : null
  }

  async load(): Promise<void> {
    await this.attempt(async () => {
      this.#heads = await this.#client.call('passthrough:listMany', { workspaceId: this.#workspaceId })
    })
  }

  /** Shows an empty form. One that was not asked yet can be returned to. */
  fresh(): void {
    const [before, clean] = [this.#setup, this.#newForm()]
    const isUnfinished = [textOf(clean), this.#askedForm].every((text) => text !== textOf(before))
    if (isUnfinished) this.#earlier = before
    this.#setup = clean
    this.begin()
  }

  /** To the unfinished form. */
  returnToEarlier(): void {
    const [before, earlier] = [this.#setup, this.#earlier]
    if (!earlier) return
    earlier.region = before.region
    this.#earlier = textOf(before) === textOf(this.#newForm()) ? null : before
    this.#setup = earlier
  }

  /** Shows the form. */
  begin(wanted: Parameters<ManySetupForm['begin']>[0] = {}): void {
    this.setup.begin(wanted)
    this.#showForm()
    this.shown = true
  }

  report(progress: ManyProgress): void {
    const { head } = progress
    if (head.workspaceId !== this.#workspaceId) return
    this.#note(head)
    if (this.#run?.id === head.id) this.#run.report(progress)
    else if (this.#opening?.id === head.id) this.#opening.news.push(progress)
  }

  start(): void {
    const { setup } = this
    if (!setup.ready) return
    const request = setup.request
    this.#askedForm = textOf(setup)
    const job = new Job(this.#client)
    const { workspaceId, region, name, draft, asked } = request
    const head: ManyHead = {
      ...{ id: job.requestId, workspaceId, region, name, method: draft.method, path: draft.path },
      ...{ asked: asked.length, answered: 0, startedAt: Date.now(), endedAt: null, state: 'running', why: '' }
    }
    this.#opensNone()
    this.#run = new ManyRunView(this.#client, { head, setup: request, answers: [], shapes: [] }, true)
    this.#note(head)
    void this.#follow(head, job, () => job.ask('passthrough:startMany', request))
  }

  /** @param places those to be asked again; null: those without an answer */
  continue(places: readonly number[] | null): void {
    const run = this.#run
    if (!run || run.runs) return
    const job = new Job(this.#client)
    const { id, head } = run
    run.goOn()
    this.#note(run.head)
    const asked = { workspaceId: this.#workspaceId, id, places: places && [...places] }
    void this.#follow(head, job, () => job.ask('passthrough:continueMany', asked))
  }

  pause(): void {
    const run = this.#run
    if (run?.head.state !== 'running') return
    void this.attempt(() => this.#client.call('passthrough:pauseMany', { workspaceId: this.#workspaceId, id: run.id }))
  }

  stop(): void {
    if (this.#run?.runs) (this.#jobs.get(this.#run.id) ?? new Job(this.#client, null, this.#run.id)).cancel()
  }

  async open(id: string): Promise<void> {
    this.shown = true
    this.#opensNone()
    if (this.#run?.id === id) return
    const opening: { id: string; news: ManyProgress[] } = { id, news: [] }
    this.#opening = opening
    await this.latest(
      () => this.#client.call('passthrough:openMany', { workspaceId: this.#workspaceId, id }),
      (run) => {
        this.#run = new ManyRunView(this.#client, run)
        for (const progress of opening.news) this.#run.report(progress)
      }
    )
    if (this.#opening === opening) this.#opening = null
  }

  edit(): void {
    if (this.#run) this.setup.again(this.#run)
    this.#showForm()
  }

  /** For the dialog that asks whether a run is deleted. */
  deletionOf({ id, name, answered }: ManyHead) {
    const { title, consequence, button } = manyWords.list.deletion
    const act = () => this.#remove(id)
    return { title: title(safeString(name, 60)), consequence: consequence(answered), button, act }
  }

  async #remove(id: string): Promise<void> {
    await this.#client.call('passthrough:removeMany', { workspaceId: this.#workspaceId, id })
    if (this.#run?.id === id) this.#showForm()
    await this.load()
  }

  async #follow(head: ManyHead, job: Job, work: () => Promise<ManyHead>): Promise<void> {
    const shown = () => (this.#run?.id === head.id ? this.#run : null)
    this.#jobs.set(head.id, job)
    this.#begun = head.id
    this.#startFailure = null
    try {
      const ended = await work()
      this.#note(ended)
      shown()?.end(ended)
    } catch (thrown) {
      const error = unlessDeclined(thrown)
      this.#startFailure = error && { id: head.id, error }
      const run = shown()
      // What was asked again ended before.
      const state = head.state === 'running' ? 'stopped' : head.state
      run?.end({ ...run.head, state, endedAt: head.endedAt ?? Date.now() })
      // Nothing of it was kept.
      if (error && head.answered === 0 && run?.answers.length === 0) this.#run = null
      await this.load()
    }
    if (this.#jobs.get(head.id) === job) this.#jobs.delete(head.id)
  }

  #showForm(): void {
    this.#opensNone()
    this.#run = null
    this.#startFailure = null
  }

  /** An answer that is still on its way does not replace what is in view. */
  #opensNone(): void {
    this.#opening = null
    this.cancel()
  }

  #note(head: ManyHead): void {
    const others = (this.#heads ?? []).filter(({ id }) => id !== head.id)
    this.#heads = [head, ...others].sort((a, b) => b.startedAt - a.startedAt)
  }
}

const textOf = ({ request }: ManySetupForm) => JSON.stringify(request)
